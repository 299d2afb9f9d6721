//! What is said about a text without running it, and what it becomes.

use super::{Frame, Request, argument, finding};
use crate::arg_error::ArgError;
use crate::load::Failure;
use crate::{check, isa, json};
use pto_ir::{Attr, Module};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Code, Rulebook, Target};
use pto_sim::Param;
use serde_json::{Value, json};

/// `check`: the findings of the text, and the kernels that can be run. `"target": "all"` asks every target.
pub fn check(request: &Request<'_>) -> Result<Frame, Failure> {
    let targets = match request.word("target") {
        Some("all") => Target::PROFILES.to_vec(),
        _ => request.target()?.into_iter().collect(),
    };
    let sync = request.frame.document["sync"] == true;
    let asked = check::Request { targets, parse_only: false, sync, rules: Rulebook::default() };
    let report = check::run(request.source(), &asked);
    let found = report.merged();
    let errors = |t: &Target| json!({"target": t.name(), "errors": report.errors_on(*t)});
    let others = report.devices.iter().map(|(t, n)| json!({"target": t.name(), "errors": n}));
    let on: Vec<Value> = report.targets.iter().map(|(t, _)| errors(t)).chain(others).collect();
    let whole = !found.iter().any(pto_ir::Diagnostic::is_error);
    let target = report.targets.first().map_or(Target::CPU, |t| t.0);
    let kernels = match whole && request.frame.document["kernels"] == true {
        true => kernels(&report.module, target),
        false => Vec::new(),
    };
    Ok(Frame::of(json!({
        "findings": finding::list(&report.source, &found),
        "count": found.len(),
        "targets": on,
        "declared": pto_check::declared_target(&report.module).map(|t| t.name()),
        "kernels": kernels,
    })))
}

/// Functions that can be run, each with its parameters; the one that runs by itself first.
fn kernels(module: &Module, target: Target) -> Vec<Value> {
    const MOST: usize = 50;
    let Ok((verified, _)) = pto_check::verify(module.clone(), target, &Default::default()) else {
        return Vec::new();
    };
    let numerics = Numerics::new(target, Semantics::Manual);
    let of = |entry: Option<&str>| -> Option<Vec<Value>> {
        let program = pto_sim::decode(&verified, entry, numerics).ok()?;
        let one = |(name, param): (&str, Param)| match param {
            Param::Number(d) => json!({"name": name, "kind": "number", "dtype": d.name()}),
            Param::Buffer(d) => json!({"name": name, "kind": "buffer", "dtype": d.name()}),
            Param::Tile(t) => {
                let (rows, cols) = argument::valid(&t);
                json!({"name": name, "kind": "tile", "dtype": t.dtype.name(), "shape": [rows, cols]})
            }
        };
        Some(program.param_names().into_iter().zip(program.params()).map(one).collect())
    };
    let by_itself = of(None).map(|params| json!({"name": null, "params": params}));
    let names = module.functions().take(MOST).filter_map(|f| {
        let attr = module.attr(module.node(f), "sym_name")?;
        match module.attrs.get(attr.value) {
            Attr::Str(name) => Some(name.to_string()),
            _ => None,
        }
    });
    let named = names.filter_map(|name| Some(json!({"name": name, "params": of(Some(&name))?})));
    by_itself.into_iter().chain(named).collect()
}

/// The device that is asked for, or the one that the module names.
fn device(request: &Request<'_>) -> Result<Target, ArgError> {
    let declared = || pto_check::declared_device(&pto_ir::parse(&request.source().text).0);
    Ok(request.target()?.filter(|t| t.is_device()).unwrap_or_else(declared))
}

/// `lower`: the program with addresses and synchronisation, and its memory map.
pub fn lower(request: &Request<'_>) -> Result<Frame, Failure> {
    let (source, target) = (request.source(), device(request)?);
    let done = pto_lower::lower(&source.text, target, &Default::default())
        .map_err(|failed| Failure::Findings(failed.findings))?;
    Ok(Frame::of(json!({
        "text": done.text,
        "target": target.name(),
        "map": done.maps.iter().map(pto_lower::Map::text).collect::<String>(),
        "findings": finding::list(&source, &done.findings),
    })))
}

/// `emit`: the program as C++.
pub fn emit(request: &Request<'_>) -> Result<Frame, Failure> {
    let (source, target) = (request.source(), device(request)?);
    let done = pto_lower::emit(&source.text, target, &Default::default())
        .map_err(|failed| Failure::Findings(failed.findings))?;
    let found = finding::list(&source, &done.findings);
    Ok(Frame::of(json!({"text": done.text, "target": target.name(), "findings": found})))
}

/// `instructions`: what there is to look up.
pub fn instructions() -> Frame {
    let one = |o: &pto_isa::OpDef| json!({"name": o.name, "title": o.title(), "family": o.family});
    let list: Vec<Value> = pto_isa::all().map(one).collect();
    Frame::of(json!({ "instructions": list }))
}

/// `instruction`: the entry of one.
pub fn instruction(request: &Request<'_>) -> Result<Frame, Failure> {
    let name = request.word("name").unwrap_or_default();
    match pto_isa::ops::find_typed(name) {
        Some(def) => Ok(Frame::of(isa::instruction(def))),
        None => Err(ArgError::new(format!("there is no instruction `{name}`")).into()),
    }
}

/// `explain`: what a code means.
pub fn explain(request: &Request<'_>) -> Result<Frame, Failure> {
    let code = request.word("code").unwrap_or_default();
    match Code::parse(code).and_then(Code::info) {
        Some(info) => Ok(Frame::of(json!({
            "code": code, "title": info.title, "text": json::explanation(info.text),
        }))),
        None => Err(ArgError::new(format!("there is no code `{code}`")).into()),
    }
}
