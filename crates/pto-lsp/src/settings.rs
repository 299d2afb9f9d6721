//! What a user has set: targets, rules, hints. The same object comes with `initialize` and when settings change.

use gen_lsp_types::LspAny;
use pto_isa::{Rulebook, Target};

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Targets to check for; empty for the one the module names, or cpu.
    pub targets: Vec<Target>,
    /// Whose rules decide.
    pub rules: Rulebook,
    /// Whether what of the synchronisation is not proved is shown as you type.
    pub sync: bool,
    /// Hints in the text.
    pub hints: Hints,
    /// Commands that the client makes itself, such as `pto.run`.
    pub commands: Vec<String>,
}

/// Which hints are shown in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Shape and element type of results that the statement does not spell out.
    pub shapes: bool,
    /// Cycles of each instruction by itself.
    pub cycles: bool,
    /// Memory in use where a tile begins to live.
    pub memory: bool,
    /// Which pipe waits for which.
    pub waits: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let hints = Hints { shapes: true, cycles: true, memory: true, waits: true };
        let rules = Rulebook::default();
        Settings { targets: Vec::new(), rules, sync: false, hints, commands: Vec::new() }
    }
}

impl Settings {
    /// The settings of an object, and what is wrong with it. What it does not name stays as it is.
    pub fn changed(&self, object: &LspAny) -> (Settings, Vec<String>) {
        // Clients that send all their settings put these under a name.
        let object = object.get("pto").unwrap_or(object);
        let mut now = self.clone();
        let mut problems = Vec::new();
        if let Some(list) = object.get("targets").and_then(LspAny::as_array) {
            let names = list.iter().filter_map(LspAny::as_str);
            now.targets.clear();
            for name in names {
                match Target::parse(name) {
                    _ if name == "all" => now.targets = Target::ALL.to_vec(),
                    Some(target) if now.targets.contains(&target) => {}
                    Some(target) => now.targets.push(target),
                    None => {
                        let known = Target::ALL.map(|t| t.name()).join(", ");
                        problems.push(format!("`{name}` is not a target: use {known} or all"));
                    }
                }
            }
        }
        if let Some(name) = object.get("rules").and_then(LspAny::as_str) {
            match Rulebook::parse(name) {
                Some(rules) => now.rules = rules,
                None => problems.push(format!("`{name}` is not a rulebook: use device or manual")),
            }
        }
        let flag = |object: &LspAny, name: &str, was: bool| {
            object.get(name).and_then(LspAny::as_bool).unwrap_or(was)
        };
        now.sync = flag(object, "sync", now.sync);
        if let Some(hints) = object.get("hints") {
            let was = now.hints;
            now.hints = Hints {
                shapes: flag(hints, "shapes", was.shapes),
                cycles: flag(hints, "cycles", was.cycles),
                memory: flag(hints, "memory", was.memory),
                waits: flag(hints, "waits", was.waits),
            };
        }
        if let Some(list) = object.get("commands").and_then(LspAny::as_array) {
            now.commands = list.iter().filter_map(LspAny::as_str).map(str::to_string).collect();
        }
        (now, problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_named_stays_and_what_is_wrong_is_said() {
        let (set, problems) = Settings::default()
            .changed(&json!({"pto": {"targets": ["a5", "a9", "a5"], "hints": {"cycles": false}}}));
        assert_eq!(set.targets, [Target::A5]);
        assert_eq!(problems.len(), 1);
        assert!(!set.hints.cycles && set.hints.shapes);
        let (set, _) = set.changed(&json!({"rules": "manual"}));
        assert_eq!((set.rules, &set.targets[..]), (Rulebook::Manual, &[Target::A5][..]));
    }
}
