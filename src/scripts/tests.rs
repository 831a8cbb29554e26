use super::*;

/// The steps of a text, a line each.
fn read(language: Language, text: &str) -> String {
    let facts = scan(language, text.as_bytes());
    let lines: Vec<String> = facts.steps.iter().map(|step| line(step, text)).collect();
    lines.join("\n")
}

fn line(step: &Step, text: &str) -> String {
    let maybe = if step.conditional { "? " } else { "" };
    let what = match &step.act {
        Act::Assigned(one) => {
            let asked = if one.asked { " asked" } else { "" };
            let word = &text[one.word.range.clone()];
            format!("{:?} {}={} was {:?}{asked} [{word}]", one.reach, one.name, one.value.shown(), one.before)
        }
        Act::Ran(ran) => {
            let words: Vec<String> = ran.words.iter().map(Text::shown).collect();
            let preload = ran.preload.map(|step| format!(" preload {step}")).unwrap_or_default();
            format!("{} in {}{preload}", words.join(" "), ran.folder.shown())
        }
    };
    format!("{maybe}{what}")
}

#[test]
fn variables_folders_and_exports() {
    let script = "\
set -e
B=build
S=$PWD/$B/libshim.so
cmake -S . -B $B -DX=ON
cd $B && make
export LD_PRELOAD=$S
if [ -n \"$LD_LIBRARY_PATH\" ]; then
  export LD_LIBRARY_PATH=/a:$LD_LIBRARY_PATH
  cd sub
fi
/bin/date
unset LD_PRELOAD
env LD_PRELOAD=$OLDPWD/x.so nice -n 5 ./app --x
( LD_LIBRARY_PATH=/s; export LD_LIBRARY_PATH; y )
z
";
    insta::assert_snapshot!(read(Language::Shell, script));
}

#[test]
fn commands_in_strings_and_lines() {
    let script = "\
bash -c 'export LD_PRELOAD=/x.so; app'
docker exec -e LD_PRELOAD=/y.so box bash -lc \"cd /w && app \\\"$1\\\"\"
ssh host 'LD_LIBRARY_PATH=/a:$LD_LIBRARY_PATH app'
bash <<EOF
LD_PRELOAD=/z.so app
EOF
cat > file.sh <<EOF
LD_PRELOAD=/no.so app
EOF
echo 'export LD_LIBRARY_PATH=/p:$LD_LIBRARY_PATH' >> ~/.bashrc
echo \"LD_LIBRARY_PATH=/g:$LD_LIBRARY_PATH\" >> $GITHUB_ENV
";
    insta::assert_snapshot!(read(Language::Shell, script));
}

#[test]
fn dockerfiles() {
    let text = "\
ARG V=1
FROM ubuntu:22.04 AS base
ENV A=b LD_LIBRARY_PATH=/opt/lib:$LD_LIBRARY_PATH
WORKDIR /src
RUN --mount=type=cache,target=/c cmake -B build \\
    # a comment
    -DX=ON && \\
    LD_PRELOAD=build/l.so ./app
RUN <<EOF
export Q=1
run it
EOF
FROM nvidia/cuda:12
ENV LD_LIBRARY_PATH /x:${LD_LIBRARY_PATH}
";
    insta::assert_snapshot!(read(Language::Dockerfile, text));
}

#[test]
fn workflows() {
    let text = "\
env:
  LD_PRELOAD: /é/a.so
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: cmake -B build
             -DX=ON
      - name: t
        run: |
          cd build
          LD_LIBRARY_PATH=/a:$LD_LIBRARY_PATH ctest
        env: { LD_PRELOAD: b.so }
      - run: \"echo \\\"x\\\" && one\"
  b:
    container: some/image
    steps:
      - run: >-
          cmake -B b
          -DY=1
";
    insta::assert_snapshot!(read(Language::Yaml, text));
    let gitlab = "job:\n  variables:\n    Q: x\n  script:\n    - cd a\n    - 'it''s'\n    - cmake ..\n";
    insta::assert_snapshot!(read(Language::Yaml, gitlab));
}

#[test]
fn hostile_files_end() {
    for (language, one) in [
        (Language::Yaml, "["),
        (Language::Yaml, "- "),
        (Language::Yaml, "a: {"),
        (Language::Yaml, "run: \"\\n"),
        (Language::Yaml, "? "),
        (Language::Shell, "if a; then b=$b$b$b; "),
        (Language::Shell, "bash -c '"),
        (Language::Shell, "a=$a:$a; "),
        (Language::Shell, "export LD_PRELOAD=$LD_PRELOAD:x; cmd; "),
        (Language::Shell, "function\n"),
        (Language::Dockerfile, "RUN <<A\n"),
        (Language::Dockerfile, "ENV a=$a$a\\\n"),
    ] {
        scan(language, one.repeat(60_000).as_bytes());
    }
}
