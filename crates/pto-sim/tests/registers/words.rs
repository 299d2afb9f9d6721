//! Words of attributes mean the same in any case.

use pto_check::{Options, verify};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, decode};
use pto_smith::Choices;
use pto_smith::registers::contents::arguments;
use pto_smith::registers::draw::{Wish, draw, subjects, type_choices, words};
use pto_smith::registers::write::Writer;
use pto_smith::uses::Setting;

#[test]
fn words_are_read_in_any_case() {
    let mut cases = 0;
    for def in subjects() {
        for (i, word) in words(def).into_iter().enumerate() {
            let target = Target::PROFILES.into_iter().rev().find(|t| def.support_on(*t).is_some());
            let Some(target) = target else { continue };
            let mut rng = Choices::seeded(i as u64);
            let wish = Wish { word: Some(word), ..Wish::default() };
            let mut choices = type_choices(def, target).into_iter();
            let u =
                choices.find_map(|c| draw(&mut rng, def, target, &Wish { word: wish.word, ..c }));
            let Some(u) = u else { panic!("no legal use of {} with {word:?}", def.name) };
            let mut w = Writer::new(target);
            let results = w.instruction(&mut rng, &u);
            results.iter().for_each(|(name, ty)| w.keep(name, ty));
            let text = w.text();
            let mut other = text.clone();
            for (_, setting) in &u.attrs {
                if let Setting::Word(word) = setting {
                    let swapped = if word.chars().any(|c| c.is_ascii_lowercase()) {
                        word.to_ascii_uppercase()
                    } else {
                        word.to_ascii_lowercase()
                    };
                    other = other.replace(&format!("\"{word}\""), &format!("\"{swapped}\""));
                }
            }
            let args = arguments(&mut rng, &w);
            let run = |text: &str| {
                let (module, _) = pto_ir::parse(text);
                let verified = match verify(module, target, &Options::default()) {
                    Ok((verified, _)) => verified,
                    Err((_, found)) => panic!("{found:#?}\n{text}"),
                };
                let numerics = Numerics::new(target, Semantics::Silicon);
                let program = decode(&verified, None, numerics).unwrap();
                let mut args = args.clone();
                let outcome = program.run(&mut args, &Launch::default());
                (outcome.map(|r| r.quirks).map_err(|d| d.message), args)
            };
            assert_eq!(run(&text), run(&other), "{text}");
            cases += 1;
        }
    }
    assert!(cases > 150, "only {cases} words");
}
