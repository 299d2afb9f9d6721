//! Programs that leave synchronisation to the tool are timed as the tool lowers them.

use pto_check::{Options, Verified};
use pto_ir::Diagnostic;

/// A program that has no events of its own, with the addresses and the synchronisation that `pto lower` would write.
/// Everything keeps its place in the text; what was added has that of the statement it belongs to.
///
/// ```
/// use pto_isa::Target;
/// let (module, _) = pto_ir::parse("func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {
///   pto.tneg ins(%a : !pto.tile_buf<vec, 8x8xf32>) outs(%a : !pto.tile_buf<vec, 8x8xf32>)
///   return
/// }");
/// let (program, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
/// assert!(pto_cost::as_lowered(&program).is_ok());
/// ```
pub fn as_lowered(program: &Verified) -> Result<Verified, Vec<Diagnostic>> {
    let module = pto_lower::lower_module(program.module(), program.target())?;
    let options = Options { rules: program.rules(), ..Options::default() };
    let verified = pto_check::verify(module, program.target(), &options);
    verified.map(|(lowered, _)| lowered).map_err(|(_, found)| found)
}
