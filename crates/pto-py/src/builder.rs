//! Programs that Python builds, operation by operation.

use pto_ir::dialect::Arith;
use pto_ir::module::{TypeId, ValueId};
use pto_ir::{Attr, DialectOp, Module, Style};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The type of four counts.
const COUNTS: &str = "vector<4xi16>";

/// A value of the program by its number.
type Value = u32;

/// An attribute of an operation: a truth value, a number, a word, a text or a list of numbers.
#[derive(FromPyObject)]
enum Given {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<i64>),
}

/// A program that is being built. Operations name operands as the table does; what is wrong is kept for `finish`.
#[pyclass(frozen, module = "pto_tools._native")]
pub struct Builder(Mutex<Option<pto_ir::Builder>>);

impl Builder {
    fn with<T>(&self, act: impl FnOnce(&mut pto_ir::Builder) -> PyResult<T>) -> PyResult<T> {
        let mut guard: MutexGuard<'_, _> = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match guard.as_mut() {
            Some(builder) => act(builder),
            None => Err(PyValueError::new_err("the program is finished")),
        }
    }
}

fn ty(b: &mut pto_ir::Builder, text: &str) -> PyResult<TypeId> {
    let read = pto_ir::parse_type(text);
    let read = read.ok_or_else(|| PyTypeError::new_err(format!("`{text}` is not a type")))?;
    Ok(b.ty(read))
}

fn arith(name: &str) -> PyResult<Arith> {
    match DialectOp::parse(&format!("arith.{name}")) {
        Some(DialectOp::Arith(op)) => Ok(op),
        _ => Err(PyValueError::new_err(format!("there is no `arith.{name}`"))),
    }
}

fn ids(values: &[Value]) -> Vec<ValueId> {
    values.iter().map(|&v| ValueId(v)).collect()
}

fn numbers(values: impl IntoIterator<Item = ValueId>) -> Vec<Value> {
    values.into_iter().map(|v| v.0).collect()
}

#[pymethods]
impl Builder {
    #[new]
    fn new(target: &str) -> Builder {
        let mut b = Module::builder();
        b.module_attr("pto.target_arch", target);
        Builder(Mutex::new(Some(b)))
    }

    /// What operations from here on are made from.
    fn at(&self, place: &str) -> PyResult<()> {
        self.with(|b| {
            b.at(place);
            Ok(())
        })
    }

    /// Begins the function, and gives its arguments.
    fn begin_func(&self, name: &str, args: Vec<(String, String)>) -> PyResult<Vec<Value>> {
        self.with(|b| {
            let types = args.iter().map(|(_, t)| ty(b, t)).collect::<PyResult<Vec<_>>>()?;
            let func = b.func(name);
            let func = args.iter().zip(types).fold(func, |f, ((name, _), ty)| f.arg(name, ty));
            Ok(numbers(func.begin()))
        })
    }

    /// Ends the function.
    fn end_func(&self) -> PyResult<()> {
        self.with(|b| {
            b.end_func();
            Ok(())
        })
    }

    /// An instruction with operands by name, attributes, and the types of its results.
    #[pyo3(signature = (name, operands, attrs, results, body=false))]
    fn op(
        &self,
        name: &str,
        operands: Vec<(String, Vec<Value>)>,
        attrs: Vec<(String, Given)>,
        results: Vec<String>,
        body: bool,
    ) -> PyResult<Vec<Value>> {
        self.with(|b| {
            let types = results.iter().map(|t| ty(b, t)).collect::<PyResult<Vec<_>>>()?;
            let mut statement = b.op(name);
            for (operand, values) in &operands {
                statement = statement.operand_list(operand, ids(values));
            }
            for (attr, value) in attrs {
                statement = match value {
                    Given::Bool(v) => statement.attr(&attr, v),
                    Given::Int(v) => statement.attr(&attr, v),
                    Given::Text(v) => statement.attr(&attr, v.as_str()),
                    Given::List(v) => statement.attr(&attr, &v[..]),
                };
            }
            let statement = statement.results(&types);
            match body {
                true => Ok(numbers(statement.begin(&[]))),
                false => Ok(numbers(statement.end())),
            }
        })
    }

    /// A number of a type.
    fn constant(&self, value: &Bound<'_, PyAny>, of: &str) -> PyResult<Value> {
        self.with(|b| {
            let of = ty(b, of)?;
            match value.extract::<i64>() {
                Ok(n) => Ok(b.constant(n, of).0),
                Err(_) => Ok(b.constant_float(value.extract()?, of).0),
            }
        })
    }

    /// Four counts that are zero.
    fn counts(&self) -> PyResult<Value> {
        self.with(|b| {
            let of = ty(b, COUNTS)?;
            let zeros = Attr::Other(format!("dense<0> : {COUNTS}").into());
            Ok(b.dialect(Arith::Constant).attr("value", zeros).result(of).value().0)
        })
    }

    /// Arithmetic on values of one type.
    fn arith(&self, name: &str, operands: Vec<Value>) -> PyResult<Value> {
        let op = arith(name)?;
        self.with(|b| Ok(b.arith(op, ids(&operands)).0))
    }

    /// A conversion.
    fn cast(&self, name: &str, value: Value, to: &str) -> PyResult<Value> {
        let op = arith(name)?;
        self.with(|b| {
            let to = ty(b, to)?;
            Ok(b.cast(op, ValueId(value), to).0)
        })
    }

    /// A comparison.
    fn compare(&self, predicate: &str, a: Value, c: Value) -> PyResult<Value> {
        self.with(|b| Ok(b.compare(predicate, ValueId(a), ValueId(c)).0))
    }

    /// Gives a value a name.
    fn name(&self, value: Value, name: &str) -> PyResult<()> {
        self.with(|b| {
            b.name(ValueId(value), name);
            Ok(())
        })
    }

    /// Begins a loop: its counter, then the values it carries.
    fn begin_for(
        &self,
        low: Value,
        high: Value,
        step: Value,
        inits: Vec<Value>,
    ) -> PyResult<Vec<Value>> {
        self.with(|b| {
            Ok(numbers(b.begin_for(ValueId(low), ValueId(high), ValueId(step), ids(&inits))))
        })
    }

    /// Begins a branch.
    fn begin_if(&self, condition: Value) -> PyResult<()> {
        self.with(|b| {
            b.begin_if(ValueId(condition), &[]);
            Ok(())
        })
    }

    /// Begins the other side of a branch.
    fn begin_else(&self) -> PyResult<()> {
        self.with(|b| {
            b.begin_else([]);
            Ok(())
        })
    }

    /// Ends a loop, a branch or an instruction with a body.
    fn end(&self, values: Vec<Value>) -> PyResult<Vec<Value>> {
        self.with(|b| match values.is_empty() {
            true => Ok(numbers(b.end())),
            false => Ok(numbers(b.end_yield(ids(&values)))),
        })
    }

    /// The text of the program and, for each of its operations, the line and what it was made from; or what is wrong.
    fn finish(&self) -> PyResult<(String, Vec<(u32, String)>)> {
        let builder = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let builder = builder.ok_or_else(|| PyValueError::new_err("the program is finished"))?;
        let module = builder.finish().map_err(|rejected| {
            let one = |d: &pto_ir::Diagnostic| {
                let at = rejected.module.built_at(d.primary.span).and_then(|(_, at)| at);
                let shown = d.describe(&rejected.module, "");
                (
                    d.spelled_code().to_string(),
                    d.message.clone(),
                    at.unwrap_or("").to_string(),
                    shown,
                )
            };
            let problems: Vec<_> = rejected.problems.iter().map(one).collect();
            Rejected::new_err(problems)
        })?;
        let text = pto_ir::print(&module, Style::Canonical);
        // What is read back has the same operations, in the same order, at places of the text.
        let (read, _) = pto_ir::parse(&text);
        let lines = pto_ir::Lines::new(&text);
        let built =
            module.nodes().map(|(_, node)| module.built_at(node.span).and_then(|(_, at)| at));
        let places = read.nodes().zip(built).filter_map(|((_, node), at)| {
            Some((lines.line(node.span.start) as u32, at?.to_string()))
        });
        let places = places.collect();
        Ok((text, places))
    }
}

pyo3::create_exception!(
    _native,
    Rejected,
    pyo3::exceptions::PyException,
    "A program was not built as it should be: its argument is a list of code, message, place and text."
);
