(comment) @comment
(string) @string
(number) @number
(shape) @number
(value) @variable
(results) @variable
(short_name) @keyword
(symbol) @function
(block_name) @label
(type_name) @type
(attribute_name) @constant
(instruction) @function.builtin
(dialect_operation) @keyword
(entry key: (word) @property)
((word) @keyword
  (#match? @keyword "^(ins|outs|attributes|to|step|else|do|iter_args)$"))
((word) @constant
  (#match? @constant "^(PIPE_[A-Z0-9]+|EVENT_ID[0-9]+|true|false)$"))
((word) @type
  (#match? @type "^(index|[su]?i[0-9]+|b?f[0-9]+|f8E[0-9A-Z]+)$"))
["=" "->" ":" ","] @punctuation.delimiter
["(" ")" "[" "]" "{" "}" "<" ">"] @punctuation.bracket
