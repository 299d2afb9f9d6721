//! The texts of a campaign: its file, and every kernel that it names. What is in a bundle can be sent to another machine.

use super::CampaignError;
use crate::arg_error::ArgError;
use crate::file;
use crate::source_file::SourceFile;
use pto_campaign::campaign::{Campaign, Text};
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use pto_isa::order;
use std::fs;
use std::path::{Path, PathBuf};

/// Kernels of one campaign.
const MOST_KERNELS: usize = 100_000;

/// The texts of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The name of the campaign file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// For each kernel or folder that the file names, in order: names below its folder, and texts.
    pub kernels: Vec<Vec<(String, String)>>,
}

impl Bundle {
    /// Reads a campaign file and what it names.
    pub fn read(path: &str) -> Result<Bundle, CampaignError> {
        let source = SourceFile::read(path)?;
        let refuse = |d: Diagnostic| {
            let source = SourceFile::new(path, source.text.clone());
            CampaignError::Findings(Box::new(source), vec![d])
        };
        let campaign = Campaign::read(&source.text).map_err(refuse)?;
        let folder = match Path::new(path).parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder).map_err(|e| file::describe(folder, &e))?;
        let mut kernels = Vec::new();
        for entry in &campaign.kernels {
            let Some(named) = entry.file.as_ref().or(entry.folder.as_ref()) else { continue };
            let place = inside(&folder, named).map_err(refuse)?;
            let mut files = Vec::new();
            match entry.file {
                Some(_) => files.push(place),
                None => list(&place, &mut files)?,
            }
            if files.is_empty() {
                let d = Diagnostic::error(
                    code::CAMPAIGN,
                    named.span,
                    "there is no `.pto` file in this folder",
                );
                return Err(refuse(d));
            }
            let mut texts = Vec::new();
            for file in files {
                let name = file.strip_prefix(&folder).unwrap_or(&file);
                let name = name.to_string_lossy().replace('\\', "/");
                let text = match SourceFile::read(&file.to_string_lossy()) {
                    Ok(source) => source.text,
                    // One of many that is no text is a finding about it, not the end of the campaign.
                    Err(_) if entry.folder.is_some() => String::new(),
                    Err(e) => return Err(e.into()),
                };
                texts.push((name, text));
            }
            kernels.push(texts);
        }
        Ok(Bundle { name: path.into(), text: source.text, kernels })
    }
}

/// What a name leads to, links followed; it lies below the folder of the campaign.
fn inside(folder: &Path, named: &Text) -> Result<PathBuf, Diagnostic> {
    let wrong = |message: String| Diagnostic::error(code::CAMPAIGN, named.span, message);
    let found = fs::canonicalize(folder.join(&named.text))
        .map_err(|e| wrong(format!("`{}`: {}", named.text, crate::output::plain(&e))))?;
    match found.starts_with(folder) {
        true => Ok(found),
        false => Err(wrong("the path leads out of the folder of the campaign file".into())),
    }
}

/// All programs below a folder, by name. Links are not followed.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), ArgError> {
    let read = || -> std::io::Result<Vec<fs::DirEntry>> { fs::read_dir(folder)?.collect() };
    let mut entries = read().map_err(|e| file::describe(folder, &e))?;
    order::by_key(&mut entries, fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() {
            list(&path, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|e| e == "pto") {
            files.push(path);
        }
        if files.len() > MOST_KERNELS {
            return Err(ArgError::new(format!("there are more than {MOST_KERNELS} kernels")));
        }
    }
    Ok(())
}
