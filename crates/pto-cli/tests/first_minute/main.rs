//! What a stranger meets first: `pto` alone, `--help` and its examples, slips; in the modules, `pto new`, colours and
//! pipes, completions and manual pages, JSON.

mod new;
mod pages;
mod shapes;
mod streams;
mod typed;

use typed::{Checkout, code, pto, text};

/// The commands of the table, as `pto --help` lists them.
fn commands() -> Vec<String> {
    let help = text(&pto(&["--help"]).stdout);
    let list = help.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| !l.is_empty());
    // A line that goes on from the one before is indented further.
    let names = list.filter(|l| !l.starts_with("   ")).filter_map(|l| l.split_whitespace().next());
    names.filter(|n| *n != "help").map(str::to_string).collect()
}

/// Lines to type below a heading, each with the remark above it.
fn lines_to_type(shown: &str, heading: &str) -> Vec<(String, String)> {
    let mut lines = shown.lines().skip_while(|l| *l != heading).skip(1);
    let mut list = Vec::new();
    while let Some(remark) = lines.next().and_then(|l| l.strip_prefix("  # ")) {
        let mut line = lines.next().expect("a line to type below a remark").trim().to_string();
        while line.ends_with('\\') {
            line += "\n";
            line += lines.next().expect("the rest of a line");
        }
        list.push((remark.to_string(), line));
    }
    list
}

/// Types a line in a checkout; what it must exit with stands in the remark.
fn try_line(checkout: &Checkout, remark: &str, line: &str) {
    let out = checkout.shell(line);
    let wanted = match remark {
        r if r.contains("exit code 1") => 1,
        r if r.contains("exit code 3") => 3,
        // There is none here.
        r if r.contains("in a terminal") => 2,
        _ => 0,
    };
    assert_eq!(code(&out), wanted, "{line}: {}", text(&out.stderr));
    assert!(!text(&out.stderr).contains("panicked"), "{line}: {}", text(&out.stderr));
}

#[test]
fn alone_it_shows_what_it_can_do_and_what_to_try() {
    let checkout = Checkout::new("alone");
    let out = checkout.shell("pto");
    assert_eq!(code(&out), 0);
    let shown = text(&out.stdout);
    assert!(shown.lines().count() <= 30, "a short screen:\n{shown}");
    let also = shown.lines().find_map(|l| l.strip_prefix("Also: ")).expect("other commands");
    let also: Vec<&str> = also.split(", ").collect();
    for name in commands() {
        let in_the_list = shown.contains(&format!("\n  {name} "));
        assert!(in_the_list || also.contains(&name.as_str()), "{name} in:\n{shown}");
    }
    let tries = lines_to_type(&shown, "Try:");
    assert_eq!(tries.len(), 3, "{shown}");
    for (remark, line) in tries {
        try_line(&checkout, &remark, &line);
    }
}

#[test]
fn elsewhere_it_names_commands_that_need_no_checkout() {
    let empty = Checkout::empty("elsewhere");
    let tries = lines_to_type(&text(&empty.shell("pto").stdout), "Try:");
    assert_eq!(tries.len(), 3);
    for (remark, line) in tries {
        try_line(&empty, &remark, &line);
    }
}

#[test]
fn a_command_called_by_its_path_shows_lines_with_that_path() {
    let shown = text(&pto(&[]).stdout);
    let path = env!("CARGO_BIN_EXE_pto");
    assert!(shown.contains(&format!("\n  {path} run examples/hello.pto\n")), "{shown}");
}

#[test]
fn the_examples_of_every_help_work() {
    let checkout = Checkout::new("examples");
    for command in commands() {
        let help = text(&pto(&[&command, "--help"]).stdout);
        let examples = lines_to_type(&help, "Examples:");
        assert!(!examples.is_empty(), "pto {command} --help has no examples:\n{help}");
        for (remark, line) in examples {
            assert!(line.starts_with(&format!("pto {command}")), "{line}");
            try_line(&checkout, &remark, &line);
        }
    }
}

/// The options of a help text, each in one line.
fn options(help: &str) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    let mut open = false;
    for line in help.lines().take_while(|l| *l != "Examples:") {
        let words = line.trim_start();
        if words.starts_with('-') && line.len() - words.len() <= 6 {
            options.push(words.to_string());
            open = true;
        } else if !line.starts_with("        ") {
            open = false;
        } else if let (true, Some(last)) = (open, options.last_mut()) {
            last.push(' ');
            last.push_str(words);
        }
    }
    options
}

/// One voice: what a command and an option do begins with a capital letter and ends without a dot.
#[test]
fn help_speaks_with_one_voice() {
    for command in commands() {
        let help = text(&pto(&[&command, "--help"]).stdout);
        let about = help.lines().next().unwrap_or_default();
        let options = options(&help);
        assert!(options.iter().any(|o| o.starts_with("--color <WHEN>")), "{command}: {options:?}");
        let described = options.iter().map(|o| match o.split_once("  ") {
            Some((_, words)) => words.trim_start(),
            None => panic!("{command}: an option without words: {o}"),
        });
        for words in described.chain([about]) {
            assert!(words.starts_with(|c: char| c.is_ascii_uppercase()), "{command}: {words}");
            let words = words.split(" [").next().unwrap_or(words);
            assert!(!words.ends_with('.'), "{command}: {words}");
        }
    }
}

#[test]
fn slips_are_answered_with_what_was_meant() {
    let slips: &[(&[&str], &str, &str)] = &[
        (&["chekc"], "there is no command `chekc`", "did you mean `pto check`?"),
        (
            &["check", "--tagret", "a5", "x"],
            "takes no option `--tagret`",
            "did you mean `--target`?",
        ),
        (
            &["check", "--target", "a7", "x"],
            "there is no target `a7`",
            "use cpu, a2a3, a5, a6, kirin9030 or all",
        ),
        (
            &["run", "x", "--target", "a7"],
            "there is no target `a7`",
            "use cpu, a2a3, a5, a6 or kirin9030",
        ),
        (&["run"], "`pto run` needs `<FILE>`", "use `pto run <FILE>`"),
        (&["run", "x", "y"], "`pto run` takes no argument `y`", "see `pto run --help`"),
        (&["run", "x", "--blocks", "many"], "`--blocks` cannot be `many`", "use a whole number"),
        (
            &["run", "x", "--schedule", "late"],
            "`--schedule` cannot be `late`",
            "use program, eager",
        ),
        (&["run", "x", "--blocks", "0"], "`--blocks` cannot be `0`", "use 1 to 65535"),
        (
            &["lower", "examples/add.pto", "--target", "a5", "-o", "nowhere/x"],
            "there is no directory `nowhere`",
            "",
        ),
        (&["run", "x", "--mode"], "`--mode` needs a value", "use auto or manual"),
        (&["lower", "x", "--level", "7"], "`--level` cannot be `7`", "use 2 to 3"),
        (
            &["check", "x", "--json", "--sarif"],
            "`--json` and `--sarif` exclude",
            "see `pto check --help`",
        ),
        (&["completions", "bsh"], "cannot be `bsh`", "did you mean `bash`?"),
        (&["help", "chek"], "there is no command `chek`", "did you mean `pto help check`?"),
        (&["help", "zzzzzz"], "there is no command `zzzzzz`", "see `pto --help`"),
        (
            &["check", "--semantics", "silicon", "x"],
            "`pto check` takes no option `--semantics`",
            "see `pto check --help`",
        ),
        (&["man", "chek"], "there is no command `chek`", "did you mean `pto man check`?"),
        (&["isa", "tad"], "there is no instruction `tad`", "did you mean `tadd`?"),
        (&["explain", "E9999"], "there is no code `E9999`", "run `pto explain` to list all codes"),
        (
            &["check", "examples/sotfmax.pto"],
            "sotfmax.pto: there is no such file",
            "did you mean `examples/softmax.pto`?",
        ),
        (&["lower", "examples/softmax"], "no such file", "did you mean `examples/softmax.pto`?"),
        (&["run", "examples"], "examples: it is a directory", ""),
        (
            &["run", "examples/add.pto"],
            "the kernel has 5 parameters, 0 given with `--arg`",
            "its parameters are %x (buffer of f32), %y (buffer of f32), %z (buffer of f32), %rows (i64)",
        ),
        (&["new", "my-kernel"], "cannot be the name of a kernel", "`my_kernel`"),
    ];
    for (args, message, hint) in slips {
        let out = pto(args);
        let said = text(&out.stderr);
        assert_eq!(code(&out), 2, "{args:?}: {said}");
        assert!(out.stdout.is_empty() || args.contains(&"--json"), "{args:?}");
        let mut lines = said.lines();
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with("error: ") && first.contains(message), "{args:?}: {said}");
        assert!(!first.ends_with('.'), "{args:?}: {said}");
        assert!(lines.all(|l| l.starts_with("  = help: ")), "{args:?}: {said}");
        assert!(said.contains(hint), "{args:?}: {said}");
    }
}
