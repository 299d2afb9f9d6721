// 225 and 319 had a meaning once; numbers are not given away again.
codes! {
    /// The text does not follow the grammar at this place. The message names what was expected and what
    /// was found. Reading goes on at the next statement, so one mistake does not hide others.
    SYNTAX = 1, "unexpected text";
    /// No instruction has this name. Names are listed by `pto isa table`; a near miss is suggested.
    UNKNOWN_OP = 2, "unknown instruction";
    /// A string, bracket or region is opened and never closed. The mark is where it is opened; close it where it ends.
    UNCLOSED = 3, "unclosed delimiter";
    /// The type is misspelt or incomplete. The keyed tile spelling is
    /// `!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=16, v_row=16, v_col=16, blayout=row_major,
    /// slayout=none_box, fractal=512, pad=0>`; the compact one is `!pto.tile_buf<vec, 16x16xf32, valid=8x16>`.
    BAD_TYPE = 4, "malformed type";
    /// The attribute is misspelt or incomplete. `pto isa OP` shows how the attributes of an instruction are written.
    BAD_ATTR = 5, "malformed attribute";
    /// Regions or brackets are nested deeper than the reader allows, which is 200 levels. Move inner loops into
    /// functions.
    TOO_DEEP = 6, "nesting is too deep";
    /// The number has more bits than its type. Write a smaller number, or a wider type.
    BAD_NUMBER = 7, "number is out of range";
    /// The file is not UTF-8 text, is empty, is the bytecode of another tool, or has 2 GiB or more. Only the text
    /// form is read: save it as UTF-8.
    NOT_TEXT = 8, "file is not readable text";
    /// An old or unusual spelling was read. The program means the same; `pto fmt` prints the current spelling.
    OLD_SPELLING = 9, "old spelling";

    /// The instruction has no implementation on this target. The message says where it exists; use another
    /// instruction, or check for another target.
    NOT_ON_TARGET = 101, "instruction does not exist on the target";
    /// The instruction exists on this target, but not for this element type. `pto isa OP` lists the types
    /// per target with their source, and the claims that differ.
    TYPE_NOT_ON_TARGET = 102, "element type is not supported on the target";
    /// `pto.target_arch` must name a known target: a2, a3, a2a3, a5, a6, kirin9030 or cpu.
    UNKNOWN_ARCH = 103, "unknown target";
    /// The manual documents the instruction, but no header or assembler implements it on a device. It runs on target
    /// `cpu` only.
    NO_TARGET_PATH = 104, "instruction is implemented by no device";
    /// The target follows another one, and has this instruction in a version of its own whose rules are not published or
    /// not described here. Its operands are not checked; a run computes what the other target computes.
    NO_RULE_KNOWN = 105, "no rule is known for the instruction on the target";
    /// Headers and manual differ, and the rules the program is held to accept what the others refuse. The program is
    /// legal; `--rules manual` and `--rules device` choose.
    RULES_DIFFER = 106, "only one set of rules accepts this";

    /// Each instruction works on tiles of certain memory spaces only: vector instructions on `vec`, the
    /// cube on `left`, `right` and `acc`, and so on. `pto.tmov` and `pto.textract` move tiles between spaces.
    SPACE = 201, "operand is in the wrong memory space";
    /// The tile's layout (row-major or column-major, boxed or not) is not one the instruction accepts. `pto isa OP`
    /// lists those it does.
    LAYOUT = 202, "operand has the wrong layout";
    /// PTO never converts silently: operands that take part in one computation have one element type.
    /// Use `pto.tcvt` or `pto.vcvt` to convert.
    SAME_DTYPE = 203, "element types differ";
    /// This operand accepts only certain element types, whatever the target. The message names them.
    DTYPE = 204, "operand has the wrong element type";
    /// The operands' element types are each possible, but not together. `pto isa OP` lists the combinations.
    DTYPE_TUPLE = 205, "combination of element types is not supported";
    /// The operands must have elements of the same size, of whatever type.
    SAME_WIDTH = 206, "element sizes differ";
    /// The types of the operands must be the same in every respect: memory, extents, element type and layout.
    SAME_TYPE = 207, "types differ";
    /// A predicate covers lanes of one width: `mask<b32>` goes with 32-bit elements, `mask<b16>` with 16-bit,
    /// `mask<b8>` with 8-bit.
    MASK_WIDTH = 208, "predicate does not fit the register";
    /// A vector register has exactly 2048 bits: 64 x 32-bit, 128 x 16-bit or 256 x 8-bit lanes. The manual's
    /// `vreg<128xf32>` examples do not fit one; target `cpu` accepts any multiple of 32 bytes, with a warning.
    VREG_BITS = 209, "vector register has the wrong size";
    /// The operands' valid regions must be equal. The tile type states it as `valid=8x16`; `pto.subview` takes a part.
    SAME_VALID = 211, "valid regions differ";
    /// The operands must have as many valid rows.
    SAME_VALID_ROWS = 212, "numbers of valid rows differ";
    /// The operands must have as many valid columns.
    SAME_VALID_COLS = 213, "numbers of valid columns differ";
    /// The valid region has no element, so there is nothing to compute. Give it at least one row and one column.
    EMPTY = 214, "valid region is empty";
    /// The number of valid rows or columns must have a certain value, which the message names.
    VALID_EXTENT = 215, "valid extent has the wrong value";
    /// One valid region must lie inside the other. Make the inner one smaller, or the outer one larger.
    VALID_WITHIN = 216, "valid region is too large";
    /// The destination's valid region is larger than a source's. The `tadd` page defines what is read there:
    /// all-ones bytes (NaN for floats, -1 for integers). That is rarely what a program wants.
    VALID_COVERS = 217, "source does not cover the destination";
    /// The allocated rows and columns of the tiles must agree, whatever part of them is valid.
    SAME_SHAPE = 218, "tile shapes differ";
    /// The allocated rows or columns must have a certain value or be a multiple of one. Allocate more and make only a
    /// part of it valid.
    EXTENT = 219, "tile extent has the wrong value";
    /// A scalar operand has the tile's element type. Nothing converts it silently: use `arith.extf`, `arith.truncf`
    /// or another constant.
    SCALAR_TYPE = 220, "scalar does not match the element type";
    /// On this target, or in this form, the operand must be given. `pto isa OP` shows the forms.
    REQUIRED = 221, "operand is missing";
    /// On this target, or in this form, the operand must not be given. Leave it out.
    FORBIDDEN = 222, "operand is not allowed here";
    /// The instruction reads an operand after it has begun to write another: they must not be one tile.
    /// Allocate a second one.
    DISTINCT = 223, "operands must be different tiles";
    /// The scratch tile is too small for the intermediate results on this target. The message says how large it must
    /// be.
    SCRATCH_SIZE = 224, "scratch tile is too small";
    /// Filling needs a tile type that says with what: `pad=1` (zero), `2` (max) or `3` (min).
    PAD = 226, "tile has no pad value";
    /// Rows of the left, columns of the left, and columns of the right operand must fit the result.
    MATMUL_SHAPE = 227, "matrix shapes do not fit";
    /// A rule of this instruction alone; the message says which.
    OP_RULE = 228, "operands do not fit the instruction";
    /// The window reaches past the end of the tile. Make it smaller, or begin it earlier.
    OUT_OF_BOUNDS = 229, "index is out of bounds";
    /// Exactly one source of a row-expanding instruction must have the destination's valid region; the other
    /// gives one value (or one 32-byte block) per row.
    ROW_EXPAND = 230, "operands do not fit a row expansion";
    /// The pair of memory spaces is not one this data movement supports on the target. Go through a memory that has a
    /// path to both.
    SPACE_PAIR = 231, "memory spaces have no path between them";
    /// The attribute has a value that the target or the operand types do not support. It may be right elsewhere.
    ATTR_FOR_TARGET = 232, "attribute value is not supported here";
    /// The instruction keeps the number in a field of a few bits, and what does not fit is cut off. Split the copy.
    FIELD = 233, "number does not fit its field";

    /// The value is used but defined nowhere before its use in this function.
    UNDEFINED_VALUE = 301, "value is not defined";
    /// A name can be bound once in a region. Give the second value another name.
    REDEFINED = 302, "value is defined twice";
    /// The instruction takes another number of operands. A note lists them in order.
    OPERAND_COUNT = 303, "wrong number of operands";
    /// The operand is of another kind: a register where a tile belongs, a number where a pointer belongs ...
    OPERAND_KIND = 304, "operand is of the wrong kind";
    /// The type written at the use is not the type the value was defined with.
    TYPE_MISMATCH = 305, "type differs from the definition";
    /// Vector-register instructions run only inside one `pto.vecscope` (or `pto.strict_vecscope`). One that is left out is put in
    /// where nothing that is made in it is used outside; `--rules manual` wants it written.
    NEEDS_VECSCOPE = 306, "instruction must be inside a vecscope";
    /// Tile instructions, and further scopes, have no place inside a `pto.vecscope`.
    NOT_IN_VECSCOPE = 307, "instruction must not be inside a vecscope";
    /// Registers, predicates and align states exist only inside their vecscope.
    LEAVES_VECSCOPE = 308, "register value leaves its vecscope";
    /// The instruction needs this attribute; there is no value it would have without it.
    MISSING_ATTR = 309, "attribute is missing";
    /// The attribute accepts only certain values, which the help names.
    ATTR_VALUE = 310, "attribute has a wrong value";
    /// The instruction does not have this attribute, but one with a similar name. As it is written it does nothing.
    UNKNOWN_ATTR = 311, "unknown attribute";
    /// The instruction produces another number of results than there are names in front of it.
    RESULT_COUNT = 312, "wrong number of results";
    /// What a region yields must match what its operation returns, in number and types.
    YIELD = 313, "yielded values do not match";
    /// No function of this name is in the module. Declare one that is defined elsewhere with `func.func private`.
    UNKNOWN_SYMBOL = 314, "unknown function";
    /// Two functions of one module have one name. Rename one of them.
    DUPLICATE_SYMBOL = 315, "function is defined twice";
    /// A branch names a block that does not exist, or passes other values than it takes.
    /// Labels begin with `^` and belong to one region.
    BAD_BRANCH = 316, "branch does not fit its block";
    /// The operation must stand inside another one: `scf.yield` in a loop or branch, instructions of one core in code
    /// for that core.
    MISPLACED = 317, "operation is out of place";
    /// The call passes other values than the function takes, in number or types.
    CALL = 318, "call does not match the function";
    /// A dynamic extent (`valid=?x?`) needs its operand, a static one forbids it.
    DYNAMIC_EXTENT = 320, "dynamic extents and operands do not match";
    /// An operation outside the `pto` dialect that this tool does not know. It is read and kept, nothing is
    /// checked or executed.
    FOREIGN_OP = 321, "operation of another dialect";
    /// The forms without `outs(...)` give every tile one definition. A buffer that is written twice, inside a
    /// loop, through an argument or at a fixed address has no such definition. The other way, a buffer needs
    /// extents that are known where it is allocated.
    FORM = 322, "program cannot be written in this form";

    /// A `pto.strict_vecscope` sees only the values passed to it, as arguments of its block.
    CAPTURE = 323, "value comes from outside a strict scope";
    /// A local struct lives as long as the region that declares it. A terminator would carry its address out
    /// of that region. Declare it outside and change it inside: `pto.struct_set` works in place.
    ESCAPES = 324, "local storage leaves its region";
    /// Register instructions stand outside a `pto.vecscope`. They are taken to be in one, from the first of them to the last before
    /// synchronisation, a copy, a tile instruction or a call. Write the scope, or let `pto lower` write it.
    INFERRED_VECSCOPE = 325, "vecscope is not written";

    /// A single tile is larger than the memory it lives in. Work on smaller tiles, in a loop.
    TILE_TOO_BIG = 401, "tile does not fit its memory";
    /// On-chip addresses are multiples of 32 bytes. Leave addresses out and `pto lower` chooses them.
    ADDR_ALIGN = 402, "address is misaligned";
    /// The tile at this address reaches past the end of the memory. The help names the last address at which it fits.
    ADDR_RANGE = 403, "address is out of range";
    /// Two tiles share some bytes but not their address. Sharing an address is legal (one name for two uses);
    /// sharing a part of a tile is nearly always a mistake.
    OVERLAP = 404, "tiles overlap in part";
    /// A row of an unboxed row-major tile (a column of a column-major one) must fill whole 32-byte blocks; pairs of
    /// 4-bit floats half blocks. It is a warning where no storage is allocated, for the packed bits of a comparison,
    /// and for a column-major tile that is one row or one column.
    ROW_ALIGN = 405, "row is not a multiple of 32 bytes";
    /// The valid region cannot be larger than the tile. Allocate more, or make less of it valid.
    VALID_TOO_BIG = 406, "valid region exceeds the tile";
    /// A tile has at least one row and one column.
    ZERO_EXTENT = 407, "tile has no elements";
    /// A boxed tile holds whole boxes: round its rows and columns up, and make only a part of it valid. It is a
    /// warning where no storage is allocated.
    BOX_ALIGN = 408, "tile does not hold whole boxes";
    /// The box size must be 512, 1024 or 32 bytes.
    FRACTAL = 409, "unknown box size";
    /// The target has no such memory: `scale_left`, for example, exists on A5 only.
    NO_SPACE = 410, "memory space does not exist on the target";
    /// On A2/A3 some instructions use the last 8 KiB of the unified buffer as scratch if they are given no `tmp`. A
    /// tile that lies there is overwritten. Give the instruction a scratch tile, or place the tile below the area.
    HIDDEN_SCRATCH = 411, "tile lies in the hidden scratch area";
    /// Nothing in the program writes the tile that is read: what it holds is left over from before. Load or fill it
    /// first.
    NEVER_WRITTEN = 412, "tile is read but never written";

    /// Each pair of pipes has event ids 0 to 7 on the devices. Use an id again once it has been waited for.
    EVENT_ID = 501, "event id is out of range";
    /// No `set_flag` of the function ever sets this event: the wait never ends.
    WAIT_WITHOUT_SET = 502, "event is waited for but never set";
    /// Nothing waits for this event; a second set of it is an error on the device.
    SET_WITHOUT_WAIT = 503, "event is set but never waited for";
    /// The pipe cannot take part in this synchronisation on the target. The message names those that can.
    PIPE = 504, "pipe is not allowed here";
    /// Buffer ids are 0 to 31. Use an id again once it has been given back.
    BUF_ID = 505, "buffer id is out of range";
    /// Instructions name a queue between the cores by its `id`. The function must set it up with
    /// `pto.aic_initialize_pipe` (cube code) or `pto.aiv_initialize_pipe` (vector code) of that `id`.
    NO_QUEUE = 506, "queue is not set up";
    /// A function sets up each queue once: `id` is unique among its `initialize_pipe` instructions.
    QUEUE_TWICE = 507, "queue is set up twice";
    /// A queue with `dir_mask` 1 runs from the cube to the vector cores, 2 the other way, 3 both ways.
    QUEUE_DIRECTION = 508, "queue does not run this way";
    /// What passes through a queue must fit its slots: the shape of `gm_slot_tensor`, `slot_size`, and the
    /// element type and layout that `acc_push_epilogue` makes.
    QUEUE_ENTRY = 509, "entry does not fit the queue";
    /// Nothing in the text shows that two instructions come in order on every path, or that a signal is waited for
    /// exactly once. The program may still be right: addresses, event ids or conditions may be known only when it
    /// runs, or another core keeps the order. Found by `pto check --sync`; `pto run --check race,sync` looks at one
    /// run.
    NOT_PROVED = 510, "order is not proved";
    /// A queue with `acc_push_epilogue` has two ends that agree: the cube function imports the buffer the
    /// vector function reserves, both set up the queue with the same epilogue, and the vector function takes
    /// tiles out of it.
    QUEUE_PEER = 511, "ends of the queue do not fit";
    /// The consumer of a queue reserves its buffer under a name that is unique in the function; the producer
    /// imports that name from that function, once.
    BUFFER_NAME = 512, "reserved buffer does not match";
    /// The epilogue of the queue scales by a number or a table. `pto.set_quant_scalar` or
    /// `pto.set_quant_vector` of the same `id` sets it, earlier in the block of the push.
    QUANT_STATE = 513, "quantisation does not fit the queue";
    /// A queue with `acc_push_epilogue` passes whole tiles only (split 0). Halves of odd extents (split 3 and 4)
    /// pass only from the cube to the vector cores, through slots in global memory into a local buffer.
    QUEUE_SPLIT = 514, "queue cannot split so";
    /// On a device the cube and the vector unit are different cores, each with pipes and events of its own: a flag from
    /// one to the other orders nothing. Put the code of each into a `pto.section.cube` or a `pto.section.vector`, and let
    /// the cores signal each other.
    MIXED_CORES = 515, "cube and vector code are not told apart";

    /// The run stopped at this instruction, because of values that only a run knows. The message names them.
    TRAP = 601, "instruction cannot go on";
    /// An access to global memory goes past the end of its buffer. `--gm-slack BYTES` lets accesses go that
    /// far past the end, with a warning.
    GM_BOUNDS = 602, "access goes past the end of a buffer";
    /// An access to a local memory, array or table goes past its end. The message says how far, and how much there is.
    LOCAL_BOUNDS = 603, "access goes past the end of a memory";
    /// `--semantics silicon` stops where an instruction reads lanes outside the valid region of a source:
    /// no device defines them. `--outside-valid ones|memory|zero|trap` chooses otherwise.
    OUTSIDE_VALID = 604, "access goes outside the valid region";
    /// No device defines an integer divided by zero. Replace such divisors first, with `pto.tsel` for example.
    DIVIDE_BY_ZERO = 605, "integer is divided by zero";
    /// A shift count is 0 or more and less than the width of the elements.
    SHIFT_COUNT = 606, "shift count is out of range";
    /// A reduction needs at least one valid element. Skip it where the extent, which is known only now, is zero.
    EMPTY_REGION = 607, "reduction has no valid element";
    /// No source says what the instruction does with these operands, or the tool cannot execute it yet. It can still
    /// be checked.
    NOT_EXECUTABLE = 608, "instruction is not executable yet";
    /// The run is longer than its limits allow: a loop does not end, or the limit is too low. `--max-steps` is the limit of
    /// steps of a block, `--max-seconds` that of time, `--max-instructions` that of a timeline and of runs that are compared.
    TOO_MANY_STEPS = 609, "run is too long";
    /// The function to run cannot be told, or an argument does not fit its parameter. `--entry NAME` names the
    /// function, `--arg` gives the arguments in order.
    KERNEL_ARGUMENT = 610, "kernel cannot be started";
    /// The tiles in use at one time do not fit into the memory, wherever they are placed. Use smaller ones, or use
    /// them one after the other.
    NO_ROOM = 611, "memory has no room for a tile";
    /// Every core that has not ended waits for something that can never come. The message lists who waits
    /// for what, and where.
    DEADLOCK = 612, "no core can go on";
    /// The result depends on something that neither the manual's nor an assembler's text has a place for, and
    /// that the program does not say in another way. The note says what and how.
    NOT_STATED = 613, "program does not state it";
    /// The pipes of a core run side by side, and in an order that the program's synchronisation allows the
    /// result is another one. The message names the first instruction that wrote something else, and what ran
    /// before it in both orders. Found by `pto run --schedule`.
    ORDER = 614, "result depends on the order of the pipes";
    /// An instruction gives other values on another target, with the same operands. Sums of floats are added in
    /// different orders, accumulators come in first or last, values are rounded in different ways; all of it is legal.
    /// Compare results with a tolerance. Found by `pto run --compare`.
    TARGETS_DIFFER = 615, "values differ between targets";
    /// The program prints more than `--max-output` allows. Print less often, or raise the limit.
    TOO_MUCH_PRINTED = 618, "program prints too much";
    /// Buffers and the memories of the blocks that run at once need more than the run may take, which is what the machine
    /// has unless `--max-memory` says otherwise. Nothing was run. Use smaller buffers or fewer blocks, or raise the limit.
    TOO_MUCH_MEMORY = 619, "run needs too much memory";
    /// A tile or an event is used in another session than the one it was made in: its contents are elsewhere. Make
    /// it inside the session that uses it.
    OTHER_SESSION = 620, "tile or event belongs to another session";
    /// Values are asked for while a kernel is recorded: nothing is computed then. Read results after a run of what was
    /// recorded, or run the kernel eagerly.
    NO_VALUES = 621, "values do not exist while a kernel is recorded";

    /// An instruction reads bytes that an earlier one of another pipe, core or block writes, and nothing makes
    /// it wait: it may read what was there before. Found by `pto run --check race`.
    RACE_READ = 701, "read may come before the write";
    /// An instruction writes bytes that an earlier one still reads, and nothing makes it wait: the earlier one
    /// may read the new values. Found by `pto run --check race`.
    RACE_OVERWRITE = 702, "write may come before the read";
    /// Two instructions write the same bytes and nothing puts them in order: either value may stay. Found by
    /// `pto run --check race`.
    RACE_WRITES = 703, "writes come in no order";
    /// Inside a vector scope loads do not wait for stores: a load of bytes that were stored in the same scope
    /// needs a `mem_bar` between them. Found by `pto run --check race`.
    SCOPE_ORDER = 704, "load may come before the store";
    /// Blocks store the same values to the same bytes of global memory, and nothing orders the stores. The result is
    /// the same in every order, but the work is done several times; it looks as if the blocks should have had
    /// different parts. Found by `pto run --check race`.
    STORED_TWICE = 705, "blocks store the same values to the same place";
    /// A device writes into the memory of another one, which comes to its end without having waited for it: what is there
    /// then is a matter of chance, unless the host or a later kernel waits for both devices. Found by
    /// `pto run --check race`.
    NOT_WAITED_FOR = 706, "nobody waits for what another device writes";
    /// An event holds one signal: a second one before the wait for the first is lost. It is reported also where the
    /// wait comes first in this run, if nothing makes the pipe that signals wait until the other one has come so far:
    /// then another run may signal twice. Found by `pto run --check sync`.
    EVENT_SET_TWICE = 711, "event is set twice";
    /// An event that is still set when the kernel ends is set for the next kernel. Found by
    /// `pto run --check sync`.
    EVENT_LEFT = 712, "event is still set at the end";
    /// A buffer id is given back by the pipe that took it, once, before the kernel ends. Found by
    /// `pto run --check sync`.
    BUFFER_HELD = 713, "buffer id is not given back as it was taken";
    /// A value that nobody has written is used: in a tile instruction, a product, a number or a store to global
    /// memory. What it holds on a device is left over from before. Found by `pto run --check init`; a result that names a
    /// new tile for an instruction that updates one (`%d = pto.tmuladddst %a, %b`) is warned about when it is read.
    UNDEFINED = 721, "undefined value is used";
    /// A tile is read where another tile, that shares a part of its bytes, was written in between. Found by
    /// `pto run --check mem`.
    CLOBBERED = 731, "tile was overwritten through another one";

    /// A tile or pointer whose place is computed may lie where the tool places others: give every tile of the
    /// memory an address, or none.
    UNSEEN_PLACE = 801, "place is not known";
    /// The synchronisation that was written waits for more than it has to: all events of a pair of pipes were
    /// in use, or the code around is not followed. The result is right, and may be slower than need be.
    COARSE_SYNC = 802, "synchronisation is coarse";
    /// The function is left as it is: it orders its pipes in a way that the tool cannot add to, because a wait stands
    /// before the signal it waits for. Whatever waits in between would never go on.
    NOT_LOWERED = 803, "function is left as it is";
    /// A second look at the lowered program found a mistake of the tool. Please report it, with the program.
    LOWERING = 804, "lowered program does not hold";
    /// The function orders its pipes itself, by flags, events or buffer ids. These stay where they are and count; the
    /// tool adds what is missing.
    KEPT_SYNC = 805, "synchronisation by hand is kept";

    /// The operation has no C++, or not with these operands and attributes. The text under the mark says what the
    /// call lacks or has no place for. Everything else of the program can still be checked, run and timed.
    NO_CPP = 811, "operation has no C++";
    /// The headers move rows (ND) or columns (DN) whose elements follow one another, of exactly the valid region
    /// of the tile. Give the view other strides or another `layout`, or the tile another layout.
    CPP_VIEW = 812, "view cannot be moved in C++";
    /// A kernel takes pointers and numbers, gives back nothing and does not call itself. Signals between cores need
    /// `pto.set_ffts` on A2/A3.
    CPP_FUNCTION = 813, "function cannot be written in C++";
    /// `pto ptoas` keeps the rules of the assembler: at level 3 every tile has an address, below it none has;
    /// `tassign` is for level 3 without inserted synchronisation.
    LEVEL = 814, "program is not allowed at this level";

    /// A campaign file names kernels below its own folder, parameters with values or expressions, conditions, targets, and what
    /// to do with each configuration. The mark is at what cannot be read or has no meaning there.
    CAMPAIGN = 821, "campaign file is wrong";
    /// A kernel text declares its parameters in comments: `// tune: tile = 64..256:64`, `// tune: bytes = tile * 2` and
    /// `// tune: where bytes <= 4096`; `{tile}` stands for the number. What is named is declared before it.
    PARAMETER = 822, "parameter of the text is wrong";
}
