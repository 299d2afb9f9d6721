//! One test per file of `tests/emit`: its programs become the C++ that their comments show. And a C++ compiler
//! reads what programs become, with declarations that know the types and the number of all arguments.
//!
//! `PTO_CPP_CORPUS=DIR:DIR` also takes the programs below these folders: every one that checks without errors must
//! become C++ that compiles, unless it has instructions that have no C++.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_isa::def::{Kind, OperandDef, PrintForm};
use pto_isa::{Target, code};
use pto_lower::EmitOptions;
use pto_tests::cpp::{PER_UNIT, Unit, compiler};
use pto_tests::{SPLIT, emit, findings, programs, read, shown};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let files = programs("tests/emit").into_iter();
    let mut trials: Vec<Trial> =
        files.map(|path| Trial::test(shown(&path), move || compare(&path, bless))).collect();
    trials.push(Trial::test("what is expected compiles", expected_compiles));
    trials.push(Trial::test("examples compile", examples_compile));
    trials.push(Trial::test("every call of the table compiles", table_compiles));
    trials.push(Trial::test("the declarations refuse mistakes", mistakes_are_refused));
    trials.push(Trial::test("public programs compile", corpus_compiles));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn compare(path: &Path, bless: bool) -> Result<(), Failed> {
    let text = read(path)?;
    let now = emit::blessed(&text)?;
    if bless {
        if now != text {
            std::fs::write(path, now)?;
        }
        return Ok(());
    }
    match now.lines().zip(text.lines()).enumerate().find(|(_, (a, b))| a != b) {
        Some((i, (now, before))) => {
            Err(format!("line {}: expected `{before}`, found `{now}`", i + 1).into())
        }
        None if now != text => Err("the output has another length".into()),
        None => Ok(()),
    }
}

fn compile_all(units: &[Unit], compiler: &str) -> Result<(), Failed> {
    Ok(units.iter().try_for_each(|u| u.compile(compiler))?)
}

fn expected_compiles() -> Result<(), Failed> {
    let Some(compiler) = compiler() else { return Ok(()) };
    let mut units = [Unit::new(Target::A2A3), Unit::new(Target::A5)];
    for path in programs("tests/emit") {
        for program in emit::sections(&read(&path)?) {
            if let Ok(cpp) = emit::output(&program)? {
                let at = usize::from(program.contains("// emit: a5"));
                units[at].add(&shown(&path), &cpp);
            }
        }
    }
    compile_all(&units, compiler)
}

/// Adds a program to the unit of its target; gives the codes of what was refused.
fn add_program(
    units: &mut [Unit],
    name: &str,
    text: &str,
    target: Target,
) -> Result<Option<BTreeSet<u16>>, Failed> {
    match pto_lower::emit(text, target, &EmitOptions::default()) {
        Ok(emitted) => {
            let unit = units.iter_mut().find(|u| u.target == target);
            unit.ok_or("no such target")?.add(name, &emitted.text);
            Ok(None)
        }
        Err(failed) => Ok(Some(failed.findings.iter().map(|d| d.code.0).collect())),
    }
}

fn device(text: &str) -> Target {
    pto_check::declared_device(&pto_ir::parse(text).0)
}

/// The examples that check without errors.
fn examples_compile() -> Result<(), Failed> {
    let compiler = compiler();
    let mut units = [Unit::new(Target::A2A3), Unit::new(Target::A5)];
    let mut refused: Vec<String> = Vec::new();
    for path in programs("examples") {
        let text = read(&path)?;
        let target = device(&text);
        if findings(&text, target).iter().any(pto_ir::Diagnostic::is_error) {
            continue;
        }
        // Vector registers belong to A5.
        let target = if text.contains("pto.vecscope") { Target::A5 } else { target };
        if add_program(&mut units, &shown(&path), &text, target)?.is_some() {
            refused.push(shown(&path));
        }
    }
    assert!(refused.is_empty(), "these have no C++: {refused:?}");
    compiler.map_or(Ok(()), |c| compile_all(&units, c))
}

fn instructions(text: &str) -> BTreeSet<&'static str> {
    let module = pto_ir::parse(text).0;
    module.nodes().filter_map(|(_, n)| Some(module.def(n)?.name)).collect()
}

/// The legal uses of every instruction that has a filetest.
fn table_compiles() -> Result<(), Failed> {
    let Some(compiler) = compiler() else { return Ok(()) };
    let mut written = BTreeSet::new();
    let mut named = BTreeSet::new();
    for path in programs("tests/emit") {
        for program in emit::sections(&read(&path)?) {
            if emit::output(&program)?.is_ok() {
                written.extend(instructions(&program));
            }
        }
    }
    for target in [Target::A2A3, Target::A5] {
        let mut units = [Unit::new(target)];
        for path in programs("tests/isa") {
            for section in read(&path)?.split(&format!("{SPLIT}\n")) {
                if findings(section, target).iter().any(pto_ir::Diagnostic::is_error) {
                    continue;
                }
                let ops = instructions(section);
                // A second function, so that none of them is a kernel: they may take tiles.
                let text = format!("{section}\nfunc.func @another_function() {{ return }}\n");
                named.extend(ops.iter().copied());
                if add_program(&mut units, &shown(&path), &text, target)?.is_none() {
                    written.extend(ops);
                }
            }
        }
        units[0].compile(compiler)?;
    }
    // What the table spells out is written somewhere.
    let complete = |name: &&&str| {
        let forms = pto_isa::find(name).and_then(|d| pto_isa::cpp::forms(d).ok());
        forms.is_some_and(|f| f.iter().any(|f| f.complete))
    };
    let on_tiles_or_registers = |name: &&&str| {
        let of_registers =
            |o: &OperandDef| matches!(o.kind, Kind::Vreg | Kind::Mask | Kind::Align | Kind::Ptr);
        pto_isa::find(name)
            .is_some_and(|d| d.form == PrintForm::Dps || d.operands.iter().any(of_registers))
    };
    let named = named.iter().filter(complete).filter(on_tiles_or_registers);
    let never: Vec<&&str> = named.filter(|n| !written.contains(*n)).collect();
    if !never.is_empty() {
        return Err(format!("the table has C++ that no filetest reaches: {never:?}").into());
    }
    Ok(())
}

/// Each of these has one mistake.
const MISTAKES: [(&str, &str); 11] = [
    ("a call on registers without a predicate", "vector_f32 v; vadd(v, v, v, MODE_ZEROING);"),
    (
        "registers of other elements",
        "vector_f32 v; vector_s32 w; vector_bool m; vadd(v, v, w, m, MODE_ZEROING);",
    ),
    ("a word of stores in a load", "vector_f32 v; vlds(v, p, 0, NORM_B32);"),
    ("a copy with too few arguments", "copy_ubuf_to_gm_align_v2(p, p, 0, 1, 1, 0, 0);"),
    ("too few arguments", "TADD(a, a);"),
    ("an output that is no variable", "TNEG(T(), a);"),
    ("the order of template arguments", "Tile<float, TileType::Vec, 8, 64> t;"),
    ("a function that is not declared", "TFROBNICATE(a, a);"),
    ("a number instead of an enumerator", "TCMP(a, a, a, 3);"),
    (
        "a layout that is not moved",
        "GlobalTensor<float, pto::Shape<1, 1, 1, 8, 64>, pto::Stride<1, 1, 1, 1, 8>, Layout::DN> g(p); TLOAD(a, g);",
    ),
    (
        "an extent that is not given",
        "GlobalTensor<float, pto::Shape<1, 1, 1, -1, 64>, pto::Stride<1, 1, 1, 64, 1>, Layout::ND> g(p);",
    ),
];

fn mistakes_are_refused() -> Result<(), Failed> {
    let Some(compiler) = compiler() else { return Ok(()) };
    let program = |line: &str| {
        format!(
            "\n\nusing T = Tile<TileType::Vec, float, 8, 64>;\nvoid f(T& a, float* p) {{ {line} }}\n"
        )
    };
    let mut right = Unit::new(Target::A5);
    right.add("right", &program("TADD(a, a, a);"));
    right.compile(compiler)?;
    for (what, line) in MISTAKES {
        let mut wrong = Unit::new(Target::A5);
        wrong.add(what, &program(line));
        if wrong.compile(compiler).is_ok() {
            return Err(format!("not refused: {what}").into());
        }
    }
    Ok(())
}

fn files_below(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "pto") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

fn corpus_compiles() -> Result<(), Failed> {
    let Some(folders) = std::env::var_os("PTO_CPP_CORPUS") else {
        eprintln!("skipped: PTO_CPP_CORPUS does not name folders with programs");
        return Ok(());
    };
    let Some(compiler) = compiler() else { return Ok(()) };
    let (mut written, mut without, mut wrong) = (0, 0, Vec::new());
    let mut units = [Unit::new(Target::A2A3), Unit::new(Target::A5)];
    for path in std::env::split_paths(&folders).flat_map(files_below) {
        let text = read(&path)?;
        let target = device(&text);
        if findings(&text, target).iter().any(pto_ir::Diagnostic::is_error) {
            continue;
        }
        match add_program(&mut units, &shown(&path), &text, target)? {
            None => written += 1,
            Some(codes) if codes.iter().all(|c| [code::NO_CPP.0, code::NO_ROOM.0].contains(c)) => {
                without += 1;
            }
            Some(codes) => wrong.push(format!("{}: {codes:?}", shown(&path))),
        }
        for unit in units.iter_mut().filter(|u| u.count >= PER_UNIT) {
            unit.compile(compiler)?;
            *unit = Unit::new(unit.target);
        }
    }
    compile_all(&units, compiler)?;
    eprintln!("{written} programs as C++, {without} with instructions that have none");
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}
