// PTO programs for editors: statements, types, attributes, regions. It reads what people type, not only what is legal; the
// language itself is defined by `pto`.
module.exports = grammar({
  name: 'pto',

  extras: ($) => [/\s/, $.comment],
  word: ($) => $.word,

  rules: {
    source_file: ($) => repeat(choice($.alias, $._statement)),

    alias: ($) => seq(field('name', choice($.type_name, $.attribute_name)), '=', choice($.type, $.attribute, $._literal, $.dictionary, $.list)),

    _statement: ($) => choice($.operation, $.label),

    // `%a, %b:2 = pto.op operands { region } : types`. What stands before `=` is one token, so that it begins a statement.
    operation: ($) =>
      prec.right(seq(
        optional(field('results', $.results)),
        choice(
          seq(field('name', alias($._loop, $.dialect_operation)), field('variable', $.results)),
          field('name', choice($.instruction, $.dialect_operation, $.short_name, $.string)),
          // Assembly: `%d = tadd %a, %b : T`.
          seq(field('name', $.word), $.value),
        ),
        repeat($._piece),
      )),

    // Longer tokens and higher ones win: without its own, a loop is any operation, and its variable the next statement.
    _loop: () => token(prec(2, /scf\.for|affine\.for/)),
    // Operations that may be written without their dialect.
    short_name: () => choice('return', 'module', 'func', 'call'),
    results: () => token(prec(3, /%[A-Za-z0-9_$.]+(:[0-9]+)?([ \t]*,[ \t]*%[A-Za-z0-9_$.]+(:[0-9]+)?)*[ \t]*=/)),
    label: ($) => prec(1, seq($.block_name, optional($.arguments), ':')),

    _piece: ($) =>
      choice(
        $.value, $.symbol, $.block_name, $.type, $.attribute, $.word, $._literal, $.arguments, $.list, $.region, $.angle,
        ',', ':', '->', '=', '-', '*', '+', '?', '|',
      ),

    arguments: ($) => seq('(', repeat(choice($._piece, $.results, $.instruction, $.dialect_operation)), ')'),
    list: ($) => seq('[', repeat($._piece), ']'),
    angle: ($) => seq('<', repeat(choice($._piece, 'x')), '>'),
    // A body, or a dictionary of attributes.
    region: ($) => seq('{', repeat(choice($._statement, $._entry)), '}'),
    dictionary: ($) => seq('{', repeat($._entry), '}'),
    _entry: ($) => prec(-1, choice($.entry, alias($._unit, $.entry), ',')),
    // An attribute whose name says everything.
    _unit: ($) => prec(-2, field('key', $.word)),
    entry: ($) => prec.right(-1, seq(field('key', choice($.word, $.dialect_operation, $.instruction)), '=', repeat1(choice($.value, $.attribute, $.type, $._literal, $.list, $.dictionary, $.symbol, $.word, $.angle, ':', '-')))),

    type: ($) => prec.right(seq($.type_name, optional($.angle))),
    attribute: ($) => prec.right(seq($.attribute_name, optional($.angle))),

    value: () => /%[A-Za-z0-9_$.\-]+(#[0-9]+)?/,
    symbol: () => /@([\p{L}\p{N}_$.]+|"[^"\n]*")/,
    block_name: () => /\^[A-Za-z0-9_$.]+/,
    type_name: () => /![A-Za-z_$][A-Za-z0-9_$.]*/,
    attribute_name: () => /#[A-Za-z_$][A-Za-z0-9_$.]*/,
    instruction: () => token(prec(2, /pto\.[A-Za-z_][A-Za-z0-9_.]*/)),
    dialect_operation: () => token(prec(1, /[a-z_][a-z0-9_]*\.[A-Za-z_][A-Za-z0-9_.]*/)),
    word: () => /[A-Za-z_$][A-Za-z0-9_$]*/,

    _literal: ($) => choice($.number, $.shape, $.string),
    number: () => /-?(0x[0-9A-Fa-f]+|[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?)/,
    // `16x64xf32`, `?x2048xf32`, and with parameters to choose, `{rows}x2048xf32`
    shape: () => {
      const extent = /[0-9]+|\?|\{[A-Za-z_][A-Za-z0-9_]*\}/;
      return token(prec(1, seq(extent, repeat(seq('x', extent)), choice(/x[A-Za-z][A-Za-z0-9]*/, seq('x', extent)))));
    },
    string: () => /"([^"\\\n]|\\.)*"/,
    comment: () => token(choice(/\/\/[^\n]*/, /#[ #!][^\n]*/)),
  },
});
