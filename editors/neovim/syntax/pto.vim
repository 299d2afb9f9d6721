" Words that a server is not needed for; its semantic tokens say the rest.
if exists('b:current_syntax')
  finish
endif
syntax match ptoComment "//.*$"
syntax region ptoString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match ptoValue "%[A-Za-z0-9_$.]\+\(#\d\+\)\?"
syntax match ptoFunction "@[A-Za-z0-9_$.]\+"
syntax match ptoType "![A-Za-z_][A-Za-z0-9_$.]*"
syntax match ptoInstruction "\<pto\.[A-Za-z0-9_.]\+"
syntax match ptoDialect "\<\(arith\|scf\|cf\|func\|memref\|math\|vector\)\.[A-Za-z0-9_.]\+"
syntax match ptoConstant "\<\(PIPE_[A-Z0-9]\+\|EVENT_ID\d\+\)\>"
syntax match ptoNumber "\<\(0x\x\+\|\d\+\(\.\d*\)\?\([eE][+-]\?\d\+\)\?\)\>"
syntax keyword ptoKeyword module return ins outs attributes to step else iter_args
highlight default link ptoComment Comment
highlight default link ptoString String
highlight default link ptoValue Identifier
highlight default link ptoFunction Function
highlight default link ptoType Type
highlight default link ptoInstruction Statement
highlight default link ptoDialect PreProc
highlight default link ptoConstant Constant
highlight default link ptoNumber Number
highlight default link ptoKeyword Keyword
let b:current_syntax = 'pto'
