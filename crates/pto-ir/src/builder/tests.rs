//! Built programs print and read back as themselves; mistakes are named with their place.

use super::*;
use crate::dialect::{self, Arith};
use crate::intern::Attr;
use crate::{Style, first_difference, parse, print};
use pto_isa::{DType, MaskWidth, Space, TileTy};

/// The text of a finished program, which reads back as the same program in both styles.
fn round_trip(b: Builder) -> String {
    let module = b.finish().unwrap();
    for style in [Style::Generic, Style::Canonical] {
        let text = print(&module, style);
        let (again, problems) = parse(&text);
        assert_eq!(problems, [], "{text}");
        assert_eq!(first_difference(&module, &again), None, "{text}");
    }
    print(&module, Style::Canonical)
}

#[test]
fn control_flow() {
    let mut b = Module::builder();
    let index = b.ty(Type::Index);
    let float = b.ty(DType::F32);
    b.func("outer").arg("n", index).arg("x", float).result(float).body(|b, args| {
        let (zero, one) = (b.index(0), b.index(1));
        let sum = b.for_carried(zero, args[0], one, [args[1]], |b, i, carried| {
            let odd = b.arith(Arith::RemUI, [i, one]);
            let is_odd = b.compare("eq", odd, one);
            b.if_else(
                is_odd,
                &[float],
                |b| vec![b.arith(Arith::AddF, [carried[0], args[1]])],
                |_| vec![carried[0]],
            )
        });
        let small = b.constant_float(-1e-9, float);
        let most = b.while_loop(
            sum,
            |b, values| (b.compare("olt", values[0], small), values.to_vec()),
            |b, values| vec![b.arith(Arith::AddF, [values[0], values[0]])],
        );
        let always = is_true(b);
        b.if_then(always, |b| {
            b.call("helper", [zero], &[]);
        });
        b.ret(most);
    });
    b.func("helper").arg("n", index).body(|b, args| {
        let (left, at_left) = b.block(&[("k", index)]);
        let (right, _) = b.block(&[]);
        let zero = b.index(0);
        let is_zero = b.compare("eq", args[0], zero);
        b.branch_if(is_zero, (left, &[zero]), (right, &[]));
        b.start(left);
        let again = b.compare("slt", at_left[0], zero);
        b.branch_if(again, (left, &at_left), (right, &[]));
        b.start(right);
        b.ret([]);
    });
    let text = round_trip(b);
    assert!(text.contains("-> (f32) {"), "{text}");
    assert!(text.contains("cf.cond_br %1, ^bb"), "{text}");
}

fn is_true(b: &mut Builder) -> ValueId {
    let i1 = b.ty(DType::I1);
    b.constant(1, i1)
}

#[test]
fn instructions_with_operands_by_order_by_name_and_by_text() {
    let mut b = Module::builder();
    let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
    let dynamic =
        b.ty(TileTy { valid_rows: pto_isa::Dim::Dynamic, ..TileTy::vec(DType::F32, 16, 64) });
    let gm = b.ty(Type::Ptr { dtype: DType::F32, space: Some(Space::Gm) });
    let ub = b.ty(Type::Ptr { dtype: DType::F32, space: Some(Space::Vec) });
    let register = b.ty(Type::Vreg { lanes: 64, dtype: DType::F32 });
    let mask = b.ty(Type::Mask(MaskWidth::B32));
    let (view, part) = (pto_isa::ViewKind::Tensor, pto_isa::ViewKind::Partition);
    let dims = || vec![pto_isa::Dim::Is(16), pto_isa::Dim::Is(64)].into_boxed_slice();
    let view = b.ty(Type::View { kind: view, dims: dims(), dtype: DType::F32 });
    let part = b.ty(Type::View { kind: part, dims: dims(), dtype: DType::F32 });
    b.func("f").arg("p", gm).arg("u", ub).body(|b, args| {
        let (zero, rows, cols) = (b.index(0), b.index(16), b.index(64));
        let whole = b.tensor_view(args[0], [rows, cols], [cols, rows], view);
        let window = b.partition_view(whole, [zero, zero], [rows, cols], part);
        let x = b.op("alloc_tile").operand("valid_row", rows).result(dynamic).value();
        b.name(x, "x");
        b.op("tload").ins([window]).outs([x]).end();
        let y = b.alloc_tile(tile);
        b.name(y, "x");
        b.op("tcmp").ins([y, y]).outs([y]).attr("cmpMode", "lt").end();
        let sum = b.op("tadd").ins([y, y]).result(tile).value();
        b.op("tneg").operand("src", sum).operand("dst", y).end();
        b.op("set_flag")
            .attr("src_pipe", "PIPE_V")
            .attr("dst_pipe", "PIPE_MTE3")
            .attr("event_id", "EVENT_ID0")
            .end();
        let block = b.op("get_block_idx").value();
        b.name(block, "block");
        b.op("section.vector").body(&[], |b, _| {
            b.op("vecscope").body(&[], |b, _| {
                let all = b.op("pset_b32").attr("pattern", "PAT_ALL").result(mask).value();
                let v = b.op("vlds").operands([args[1], zero]).result(register).value();
                let w = b.op("vadd").operands([v, v, all]).result(register).value();
                b.op("vsts").operands([w, args[1], zero, all]).end();
            });
        });
        b.op("strict_vecscope").ins([args[1]]).body(&[("u", ub)], |b, inner| {
            let zero = b.index(0);
            b.op("vlds").operands([inner[0], zero]).result(register).value();
        });
    });
    let text = round_trip(b);
    for part in ["%x_1 = pto.alloc_tile", "%block = pto.get_block_idx", "<PIPE_V>, <PIPE_MTE3>"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn begin_and_end_make_the_same_as_closures() {
    let build = |by_hand: bool| {
        let mut b = Module::builder();
        let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
        let args = b.func("f").arg("t", tile).begin();
        let (zero, one) = (b.index(0), b.index(1));
        if by_hand {
            let args_of_loop = b.begin_for(zero, one, one, [one]);
            let condition = is_true(&mut b);
            b.begin_if(condition, &[]);
            b.op("tneg").ins([args[0]]).outs([args[0]]).end();
            b.begin_else([]);
            b.end_yield([]);
            b.end_yield([args_of_loop[1]]);
        } else {
            b.for_carried(zero, one, one, [one], |b, _, carried| {
                let condition = is_true(b);
                let negate = |b: &mut Builder| {
                    b.op("tneg").ins([args[0]]).outs([args[0]]).end();
                    Vec::new()
                };
                b.if_else(condition, &[], negate, |_| Vec::new());
                carried.to_vec()
            });
        }
        b.end_func();
        b.finish().unwrap()
    };
    assert_eq!(first_difference(&build(true), &build(false)), None);
}

#[test]
fn odd_names_and_attributes_survive() {
    let mut b = Module::builder();
    let index = b.ty(Type::Index);
    b.module_attr("note", "a \"quote\"\nand a \\");
    b.module_attr("list", &[1_i64, -2][..]);
    b.module_attr("type", index);
    b.func("a function!").arg("7 % x", index).arg_attr("pto.note", "π").arg("", index).body(
        |b, args| {
            b.name(args[1], "7 % x");
            let half = b.ty(DType::F16);
            for value in [0.0, -0.0, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.1] {
                b.constant_float(value, half);
            }
            b.dialect(Arith::AddI)
                .operands([args[0], args[1]])
                .attr("odd name", Attr::Unit)
                .result(index)
                .end();
        },
    );
    let text = round_trip(b);
    assert!(text.contains("%_7___x: index {pto.note = \"π\"}, %_7___x_1: index"), "{text}");
}

type Mistake = (&'static str, fn(&mut Builder, ValueId, TypeId));

#[test]
fn mistakes_are_named() {
    let mistakes: [Mistake; 22] = [
        ("E0002 there is no instruction `pto.tad`", |b, x, _| {
            b.op("tad").ins([x]).end();
        }),
        ("E0002 there is no instruction `pto.nothing`", |b, _, _| {
            b.foreign("nothing").end();
        }),
        ("E0303 `pto.tneg` takes 1 operand in `ins`, found 2", |b, x, _| {
            b.op("tneg").ins([x, x]).outs([x]).end();
        }),
        ("E0303 `pto.tneg` takes 1 operand in `outs`, found 0", |b, x, _| {
            b.op("tneg").ins([x]).end();
        }),
        ("E0303 `pto.tneg` has no operand `sorce`", |b, x, _| {
            b.op("tneg").operand("sorce", x).ins([x]).outs([x]).end();
        }),
        ("E0303 `src` of `pto.tneg` is given twice", |b, x, _| {
            b.op("tneg").operand("src", x).operand("src", x).operand("dst", x).end();
        }),
        ("E0304 `src` of `pto.tneg` must be a tile", |b, x, _| {
            let zero = b.index(0);
            b.op("tneg").ins([zero]).outs([x]).end();
        }),
        ("E0312 `pto.tneg` has 1 result, found 2", |b, x, t| {
            b.op("tneg").ins([x]).results(&[t, t]).end();
        }),
        ("E0312 the type of the result is not given", |b, _, _| {
            b.op("alloc_tile").value();
        }),
        ("E0301 a value is used outside the body it belongs to", |b, x, t| {
            let mut inner = x;
            let condition = is_true(b);
            b.if_then(condition, |b| inner = b.alloc_tile(t));
            b.op("tneg").ins([inner]).outs([x]).end();
        }),
        ("E0301 a value of another program is used", |b, x, _| {
            b.op("tneg").ins([ValueId(1000)]).outs([x]).end();
        }),
        ("E0301 a value is used outside the body it belongs to", |b, _, _| {
            // The result of a loop inside the loop.
            let zero = b.index(0);
            b.begin_for(zero, zero, zero, [zero]);
            let result = ValueId(zero.0 + 1);
            b.end_yield([result]);
        }),
        ("E0004 a type of another program is used", |b, _, _| {
            b.alloc_tile(TypeId(1000));
        }),
        ("E0004 `!pto.tile_buf<` is not how a type is written", |b, _, _| {
            b.ty(Type::Other("!pto.tile_buf<".into()));
        }),
        ("E0005 `cmpMode` is given twice", |b, x, _| {
            let s = b.op("tcmp").ins([x, x]).outs([x]);
            s.attr("cmpMode", "lt").attr("cmpMode", "gt").end();
        }),
        ("E0005 `1 2` is not how an attribute is written", |b, x, _| {
            b.op("tneg").ins([x]).outs([x]).attr("a", Attr::Other("1 2".into())).end();
        }),
        ("E0313 a body hands out 0 values of the types of the 1 its operation has", |b, x, _| {
            let zero = b.index(0);
            b.for_carried(zero, zero, zero, [x], |_, _, _| Vec::new());
        }),
        ("E0316 a branch goes to a block that was never started", |b, _, _| {
            let (block, _) = b.block(&[]);
            b.branch(block, []);
        }),
        ("E0317 there is nothing to end", |b, _, _| {
            b.end();
            b.end();
        }),
        ("E0317 this instruction has no body", |b, x, _| {
            b.op("tneg").ins([x]).outs([x]).body(&[], |_, _| {});
        }),
        ("E0317 an instruction with a body is made by `body` or `begin`", |b, _, _| {
            b.op("vecscope").end();
        }),
        ("E0003 a function ends before what it begins", |b, _, _| {
            let condition = is_true(b);
            b.begin_if(condition, &[]);
        }),
    ];
    for (expected, mistake) in mistakes {
        let mut b = Module::builder();
        let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
        b.func("f").arg("x", tile).body(|b, args| mistake(b, args[0], tile));
        let rejected = b.finish().expect_err(expected);
        let first = &rejected.problems[0];
        assert_eq!(format!("{} {}", first.spelled_code(), first.message), expected);
        assert!(rejected.to_string().starts_with("error["), "{rejected}");
    }
}

#[test]
fn too_deep() {
    let mut b = Module::builder();
    b.func("f").begin();
    for _ in 0..2 * MAX_BODIES {
        let condition = is_true(&mut b);
        b.begin_if(condition, &[]);
    }
    let rejected = b.finish().unwrap_err();
    assert_eq!(rejected.problems[0].code, code::TOO_DEEP);
}

#[test]
fn places_of_findings() {
    let mut b = Module::builder();
    let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
    b.func("f").arg("x", tile).body(|b, args| {
        b.at("a.py:3");
        b.op("tneg").ins([args[0]]).outs([args[0]]).end();
        b.at(Span::new(4, 8));
        b.op("tabs").ins([args[0]]).outs([args[0]]).end();
        b.at(Location::Unknown);
        b.op("texp").ins([args[0]]).outs([args[0]]).end();
    });
    let module = b.finish().unwrap();
    let text = "one tabs two";
    let shown: Vec<String> = ["pto.tneg", "pto.tabs", "pto.texp"]
        .iter()
        .map(|name| {
            let (_, node) = module.nodes().find(|(_, n)| module.op_name(n) == *name).unwrap();
            let d = Diagnostic::error(code::SYNTAX, node.name_span, "m").describe(&module, text);
            d.lines().skip(1).collect::<Vec<_>>().join("|")
        })
        .collect();
    let tile = "!pto.tile_buf<vec, 16x64xf32>";
    assert_eq!(shown[0], format!(" --> a.py:3|  | pto.tneg ins(%x : {tile}) outs(%x : {tile})"));
    assert_eq!(shown[1], " --> 1:5|  | one tabs two");
    assert_eq!(
        shown[2],
        format!(" --> operation 4|  | pto.texp ins(%x : {tile}) outs(%x : {tile})")
    );
    // The span of an operation covers what stands in it.
    let (_, function) = module.nodes().find(|(_, n)| n.is(dialect::Func::Func)).unwrap();
    let (_, last) = module.nodes().last().unwrap();
    assert!(function.span.start < last.span.start && last.span.end <= function.span.end);
}
