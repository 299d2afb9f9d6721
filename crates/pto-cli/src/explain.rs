//! `pto explain`: what a diagnostic code means.

use crate::json::explanation;
use crate::output::{examples, print, usage};
use crate::value_hints::ValueHints;
use clap::Args;
use pto_isa::Code;
use pto_isa::code::{CODES, CodeInfo};
use serde_json::{Value, json};
use std::process::ExitCode;

/// What `pto explain` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("a code as diagnostics show it", "pto explain E0211"),
    ("all codes with their titles", "pto explain"),
]))]
pub struct ExplainArgs {
    /// Code such as E0203; without one, all codes are listed
    #[arg(value_parser = ValueHints(codes), hide_possible_values = true)]
    code: Option<String>,
    /// Print title and explanation as JSON
    #[arg(long)]
    json: bool,
}

fn codes() -> Vec<String> {
    CODES.iter().map(|c| c.code.spelled(true)).collect()
}

/// Runs `pto explain`.
pub fn run(args: &ExplainArgs) -> ExitCode {
    let Some(text) = &args.code else {
        if args.json {
            let all: Vec<Value> = CODES.iter().map(as_json).collect();
            print(&format!("{:#}\n", json!({ "codes": all })));
        } else {
            let lines = CODES.iter().map(|c| format!("{}  {}\n", c.code, c.title));
            print(&lines.collect::<String>());
        }
        return ExitCode::SUCCESS;
    };
    let Some(info) = Code::parse(text).and_then(Code::info) else {
        return usage(
            &format!("there is no code `{text}`"),
            Some("run `pto explain` to list all codes"),
        );
    };
    if args.json {
        print(&format!("{:#}\n", as_json(info)));
    } else {
        print(&format!("{}: {}\n\n{}\n", info.code, info.title, explanation(info.text)));
    }
    ExitCode::SUCCESS
}

fn as_json(info: &CodeInfo) -> Value {
    json!({"code": info.code.to_string(), "title": info.title, "text": explanation(info.text)})
}
