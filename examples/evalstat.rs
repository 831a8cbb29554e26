use linklint::cmake::eval::*;
use linklint::source::*;
use std::path::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let root = Path::new(&args[1]).canonicalize().unwrap();
    let sources = SourceMap::new(Sandbox::new(&root, &[]).unwrap());
    let inputs = linklint::discover::discover(&sources, &root);
    let files = Files::new(&sources);
    for k in [linklint::discover::Kind::CMakeLists, linklint::discover::Kind::CMakeModule] {
        for p in inputs.of(k) {
            let _ = files.parse(p);
        }
    }
    let all = files.all();
    let names = Names::scan(all.iter().map(|f| &**f));
    let t = std::time::Instant::now();
    let top = args.get(2).map(PathBuf::from).unwrap_or(root.clone());
    let env = Environment {
        files: &files,
        options: Options {
            source_dir: top.clone(),
            binary_dir: top.join("@BUILD@"),
            given: vec![],
            system: None,
            cmake: policy::Version(4, 0, 0),
            all_configurations: std::env::var("ONE").is_err(),
            limits: Limits::default(),
        },
        names,
    };
    let f = evaluate(&env);
    println!(
        "eval {:?} commands {} targets {} dirs {} nodes {} atoms {} known {} unknown {} reached {} forbidden {} overflow {}",
        t.elapsed(),
        f.counts.commands,
        f.targets.len(),
        f.directories.len(),
        f.conds.node_count(),
        f.conds.atom_count(),
        f.counts.known_names,
        f.counts.unknown_names,
        f.reached.len(),
        f.forbidden.len(),
        f.conds.overflowed()
    );
    for x in f.forbidden.iter().filter(|x| x.cond.is_true()).take(3) {
        println!("FATAL {}", f.texts.display(x.message));
    }
    let mut m = std::collections::BTreeMap::new();
    for u in &f.unknowns {
        *m.entry((u.reason, u.what.chars().take(70).collect::<String>())).or_insert(0) += 1;
    }
    let mut v: Vec<_> = m.into_iter().collect();
    v.sort_by_key(|x| std::cmp::Reverse(x.1));
    for (k, n) in v.iter().take(30) {
        println!("{n} {k:?}");
    }
    if args.len() > 3 {
        for t in f.targets.values() {
            for d in &t.definitions {
                println!("{} {:?} {}", t.name, d.kind, f.conds.formula(d.cond).chars().take(100).collect::<String>());
            }
        }
    }
}
