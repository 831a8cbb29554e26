//! Points in time as text: `string(TIMESTAMP)` and `file(TIMESTAMP)`.

/// A point in time, broken up (Gregorian calendar, UTC).
struct Broken {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    /// Days since 1 January.
    year_day: i64,
    /// 0 is Sunday.
    week_day: i64,
}

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Days from 1970-01-01 to a date.
fn days_from(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn broken(seconds: i64) -> Broken {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_shifted + 2) / 5 + 1;
    let month = if month_shifted < 10 { month_shifted + 3 } else { month_shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Broken {
        year,
        month,
        day,
        hour: rest / 3600,
        minute: rest / 60 % 60,
        second: rest % 60,
        year_day: days - days_from(year, 1, 1),
        week_day: (days + 4).rem_euclid(7),
    }
}

/// The number of the week by ISO 8601: weeks begin on Monday, the first one holds the first Thursday.
fn iso_week(time: &Broken) -> i64 {
    let from_monday = (time.week_day + 6) % 7;
    let thursday = days_from(time.year, time.month, time.day) - from_monday + 3;
    let year = broken(thursday * 86_400).year;
    (thursday - days_from(year, 1, 1)) / 7 + 1
}

/// A point in time (seconds since 1970) by a format of CMake's; without one as ISO 8601.
pub fn format(seconds: i64, format: Option<&str>, utc: bool) -> String {
    let format = format.unwrap_or(if utc { "%Y-%m-%dT%H:%M:%SZ" } else { "%Y-%m-%dT%H:%M:%S" });
    let time = broken(seconds.clamp(-62_000_000_000, 253_000_000_000));
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        let specifier = if c == '%' { chars.next() } else { None };
        match specifier {
            Some(specifier) => match field(&time, seconds, specifier) {
                Some(text) => out.push_str(&text),
                None => out.extend(['%', specifier]),
            },
            None => out.push(c),
        }
    }
    out
}

fn field(time: &Broken, seconds: i64, specifier: char) -> Option<String> {
    let name = |names: &[&str], at: i64| {
        usize::try_from(at).ok().and_then(|at| names.get(at)).copied().unwrap_or("?").to_owned()
    };
    let short = |text: String| text.chars().take(3).collect();
    let two = |number: i64| format!("{number:02}");
    Some(match specifier {
        'a' => short(name(&DAYS, time.week_day)),
        'A' => name(&DAYS, time.week_day),
        'b' => short(name(&MONTHS, time.month - 1)),
        'B' => name(&MONTHS, time.month - 1),
        'd' => two(time.day),
        'H' => two(time.hour),
        'I' => two((time.hour + 11) % 12 + 1),
        'j' => format!("{:03}", time.year_day + 1),
        'm' => two(time.month),
        'M' => two(time.minute),
        'S' => two(time.second),
        'U' => two((time.year_day + 7 - time.week_day) / 7),
        'V' => two(iso_week(time)),
        'w' => time.week_day.to_string(),
        'y' => two(time.year.rem_euclid(100)),
        'Y' => time.year.to_string(),
        'z' => "+0000".to_owned(),
        'Z' => "GMT".to_owned(),
        's' => seconds.to_string(),
        'f' => "000000".to_owned(),
        '%' => "%".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let all = "%Y-%m-%d %H:%M:%S %A %b %j %w %U %V %I %y";
        assert_eq!(format(1_123_456_789, Some(all), true), "2005-08-07 23:19:49 Sunday Aug 219 0 32 31 11 05");
        assert_eq!(format(0, None, true), "1970-01-01T00:00:00Z");
        assert_eq!(format(951_782_400, Some("%F %d %%"), true), "%F 29 %");
        // 1 January 2021 is a Friday of the last week of 2020.
        assert_eq!(format(1_609_459_200, Some("%V %U"), true), "53 00");
    }

    #[test]
    fn far_times_do_no_harm() {
        for seconds in [i64::MIN, -1, i64::MAX] {
            assert!(!format(seconds, None, false).is_empty());
        }
    }
}
