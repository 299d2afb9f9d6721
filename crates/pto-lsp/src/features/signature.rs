//! Signature help: the form of the instruction that is typed, and which of its operands comes next.

use super::markdown;
use crate::document::View;
use crate::statement::{Expected, Statement};
use gen_lsp_types::{
    ActiveParameter, Documentation, ParameterInformation, ParameterInformationLabel, SignatureHelp,
    SignatureInformation,
};
use pto_isa::def::{OpDef, OperandDef};
use pto_isa::page;

/// The form of the instruction around a place.
pub fn signature_help(view: &View<'_>, offset: u32) -> Option<SignatureHelp> {
    let text = view.text.as_str();
    let statement = Statement::before(text, view.analysis.tokens(text), offset)?;
    let def = statement.def()?;
    let forms = page::forms(def);
    let wanted = match statement.is_assembly {
        true => "assembly",
        false if statement.has_results && !statement.is_dps() => "SSA",
        false => "DPS",
    };
    let form = forms.iter().find(|f| f.0 == wanted).or(forms.first())?;
    let label = form.1.clone();
    let active = match statement.expected() {
        Expected::Operand(slot) => def.operands.get(slot as usize).map(|o| o.name),
        _ => None,
    };
    let operands: Vec<&OperandDef> =
        def.operands.iter().filter(|o| place(&label, o.name).is_some()).collect();
    let at = operands.iter().position(|o| Some(o.name) == active);
    let parameters = operands.iter().map(|o| parameter(&label, o)).collect();
    let active = at.map(|n| ActiveParameter::Int(n as u32));
    Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            documentation: Some(about(def)),
            label,
            parameters: Some(parameters),
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    })
}

fn about(def: &OpDef) -> Documentation {
    let formula = match def.formula.is_empty() {
        true => String::new(),
        false => format!("\n\n```text\n{}\n```", def.formula),
    };
    Documentation::MarkupContent(markdown(format!("{}{formula}", def.title())))
}

/// Where a form names an operand. Forms are ASCII, so bytes are UTF-16 units.
fn place(form: &str, name: &str) -> Option<(u32, u32)> {
    let text = format!("%{name}");
    let ends = |at: &usize| {
        let next = form.as_bytes().get(at + text.len());
        next.is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'_')
    };
    let at = form.match_indices(&text).map(|m| m.0).find(ends)?;
    Some((at as u32, (at + text.len()) as u32))
}

fn parameter(form: &str, o: &OperandDef) -> ParameterInformation {
    let label = match place(form, o.name) {
        Some(place) if form.is_ascii() => ParameterInformationLabel::Tuple(place),
        _ => ParameterInformationLabel::String(format!("%{}", o.name)),
    };
    let words = format!("{}; {}", o.kind.noun(), o.effect.explain());
    ParameterInformation { label, documentation: Some(Documentation::String(words)) }
}
