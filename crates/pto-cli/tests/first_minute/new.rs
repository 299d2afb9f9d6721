//! `pto new`: what it writes works with every command it names.

use crate::typed::{Checkout, code, pto, skipped, text};

/// Types all that `pto new` names next. The comparison with numpy needs python3 with numpy.
fn follow(name: &str, arguments: &str) {
    let dir = Checkout::empty(&format!("new-{name}"));
    let out = dir.shell(&format!("pto new {name} {arguments} --color never"));
    assert_eq!(code(&out), 0, "{}", text(&out.stderr));
    let shown = text(&out.stdout);
    let next: Vec<&str> =
        shown.lines().skip_while(|l| *l != "next").skip(1).map(str::trim).collect();
    for command in ["check", "run", "lower", "cost", "trace"] {
        assert!(next.iter().any(|l| l.starts_with(&format!("pto {command} "))), "{shown}");
    }
    let numpy = code(&dir.shell("python3 -c 'import numpy'")) == 0;
    for line in next {
        if line.starts_with("python3 ") && !numpy {
            skipped(&format!("`{line}` of `pto new` needs python3 with numpy"));
            continue;
        }
        let out = dir.shell(line);
        assert_eq!(code(&out), 0, "{line}: {}", text(&out.stderr));
        if line.starts_with("python3 ") {
            assert!(text(&out.stdout).contains(" 0 wrong"), "{line}: {}", text(&out.stdout));
        }
        if line.starts_with("pto lower ") {
            assert!(text(&out.stdout).contains("pto.wait_flag"), "{line}");
        }
    }
    let readme = std::fs::read_to_string(dir.path(&format!("{name}/README.md"))).expect("a README");
    assert!(readme.contains(&format!("\npto check {name}.pto\n")), "{readme}");
    let kernel = dir.path(&format!("{name}/{name}.pto"));
    let formatted = dir.shell(&format!("pto fmt --check {}", kernel.display()));
    assert_eq!(code(&formatted), 0, "{}", text(&formatted.stdout));
}

#[test]
fn a_kernel_of_tiles_works_with_every_command() {
    follow("saxpy", "");
    follow("saxpy_a2a3", "--target a2a3");
}

#[test]
fn a_kernel_of_vector_registers_works_with_every_command() {
    follow("saxpy_v", "--kind vector --target a5");
}

/// The comparison notices a kernel that computes something else.
#[test]
fn the_check_fails_for_a_wrong_kernel() {
    let dir = Checkout::empty("new-wrong");
    if code(&dir.shell("python3 -c 'import numpy'")) != 0 {
        skipped("the check of a wrong kernel needs python3 with numpy");
        return;
    }
    assert_eq!(code(&dir.shell("pto new wrong")), 0);
    let path = dir.path("wrong/wrong.pto");
    let kernel = std::fs::read_to_string(&path).expect("the kernel");
    std::fs::write(&path, kernel.replace("pto.tadd ", "pto.tsub ")).expect("the kernel");
    let out = dir.shell("python3 wrong/check.py 100");
    assert_eq!(code(&out), 1, "{}{}", text(&out.stdout), text(&out.stderr));
}

#[test]
fn nothing_is_overwritten() {
    let dir = Checkout::empty("new-twice");
    std::fs::create_dir(dir.path("taken")).expect("a directory");
    let out = dir.shell("pto new taken");
    assert_eq!(code(&out), 2);
    assert!(text(&out.stderr).contains("nothing is overwritten"), "{}", text(&out.stderr));
    let left = std::fs::read_dir(dir.path("taken")).expect("still there").count();
    assert_eq!(left, 0);
}

#[test]
fn what_no_device_has_is_refused() {
    for (args, hint) in [
        (["new", "k", "--kind", "vector", "--target", "a2a3"], "use `--target a5`"),
        (["new", "k", "--kind", "tile", "--target", "cpu"], "use `--target a2a3`"),
    ] {
        let out = pto(&args);
        assert_eq!(code(&out), 2);
        assert!(text(&out.stderr).contains(hint), "{}", text(&out.stderr));
    }
}
