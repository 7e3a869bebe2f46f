/*
 * storage-equivalence.test.ts evaluates these expressions in our runtime of Storage rules and in the Firestore engine.
 * The verdicts must be equal.
 */

/** The result of an expression as a condition of rules; false and an error both deny. */
export type Verdict = "true" | "false" | "error";

/** The document that the function `data()` reads, in the format of Firestore's REST API. */
export const DATA_FIELDS = {
  flag: { booleanValue: true },
  none: { nullValue: null },
  count: { integerValue: "5" },
  large: { integerValue: "9223372036854775807" },
  ratio: { doubleValue: 2.5 },
  whole: { doubleValue: 5 },
  name: { stringValue: "caf\u00e9 \u2028 OK" },
  empty: { stringValue: "" },
  moment: { timestampValue: "2026-02-03T04:05:06.789Z" },
  early: { timestampValue: "1969-12-31T23:59:59.999Z" },
  later: { timestampValue: "2026-02-03T04:05:06.789001Z" },
  reference: { referenceValue: "projects/p/databases/(default)/documents/members/alice" },
  list: { arrayValue: { values: [{ integerValue: "1" }, { stringValue: "a" }, { booleanValue: true }] } },
  emptyList: { arrayValue: {} },
  map: { mapValue: { fields: { a: { integerValue: "1" }, b: { mapValue: { fields: { c: { stringValue: "x" } } } } } } },
  emptyMap: { mapValue: {} },
} as const;

/** The claims of the token, which expressions read as `request.auth.token`. */
export const CLAIMS = {
  sub: "alice",
  user_id: "alice",
  auth_time: 1_700_000_000,
  email_verified: false,
  level: 3,
  share: 0.5,
  roles: ["reader", "writer"],
  nested: { deep: { value: "x", list: [1, 2] } },
} as const;

/**
 * Functions that expressions call. The test replaces `GET` and `EXISTS`: by `get` and `exists` for Firestore, by
 * `firestore.get` and `firestore.exists` for Storage.
 */
export const FUNCTIONS = `
  function data() { return GET(/databases/(default)/documents/equivalence/data).data; }
  function known(id) { return EXISTS(/databases/(default)/documents/equivalence/$(id)); }
  function missing() { return GET(/databases/(default)/documents/equivalence/missing).data; }
  function first(a, b) { return a; }
  function second(a, b) { return b; }
  function steps(n) { let a = n + 1; let b = a * 2; return b > 4 ? a : b; }
  function careless(value) { let broken = value.absent.field; return true; }
  function usesBroken(value) { let broken = value.absent.field; return broken; }
  function uid() { return request.auth.uid; }
  function nest(n) { return first(steps(n), data().absent) + second(data().absent, 1); }
`;

/** Expressions on which rules may depend. The reference of the rules language defines their verdicts. */
export const KNOWN_VERDICTS: Readonly<Record<string, Verdict>> = {
  // `&&` and `||` recover from an error on one side if the other side decides.
  "data().absent || true": "true",
  "true || data().absent": "true",
  "data().absent || false": "error",
  "false || data().absent": "error",
  "data().absent && false": "false",
  "false && data().absent": "false",
  "data().absent && true": "error",
  "true && data().absent": "error",
  "data().absent && data().absent || true": "true",
  "1 || true": "true",
  "'true' && true": "error",
  "true && 1": "error",
  "null && false": "false",
  "null && true": "error",
  "!null": "error",
  "resource.size > 0 || known('data')": "true",
  "!data().absent": "error",
  "!1": "error",
  "!!true": "true",
  "true || false && false": "true",
  "(true || false) && false": "false",
  // Conditionals and functions.
  "true ? true : data().absent": "true",
  "data().absent ? true : true": "error",
  "1 ? true : true": "error",
  "first(true, data().absent)": "true",
  "second(data().absent, false)": "false",
  // The value of a `let` is evaluated only when the function uses it.
  "careless({})": "true",
  "usesBroken({})": "error",
  "steps(1) == 1": "false",
  "steps(1) == 4": "true",
  "steps(2) == 3": "true",
  // Numbers.
  "1 == 1.0": "true",
  "[1] == [1.0]": "false",
  "1 in [1.0]": "false",
  "7 / 2 == 3": "true",
  "-7 / 2 == -3": "true",
  "-7 % 3 == -1": "true",
  "7 / 2.0 == 3.5": "true",
  "1 / 0 == 1": "error",
  "1 % 0 == 1": "error",
  "1.0 / 0 > 1": "true",
  "9223372036854775807 + 1 > 0": "error",
  "-9223372036854775808 < 0": "true",
  "-(-9223372036854775808) < 0": "error",
  "-9223372036854775808 / -1 == -9223372036854775808": "true",
  "1 + '1' == '11'": "error",
  "1 < '2'": "error",
  "1 == '1'": "false",
  "null == false": "false",
  "null < 1": "error",
  "2 + 3 * 4 == 14": "true",
  "5 - 3 - 1 == 1": "true",
  "data().count == 5 && data().count is int": "true",
  "data().whole is float && data().whole == 5": "true",
  "data().large + 1 > 0": "error",
  "request.auth.token.share == 0.5": "true",
  "request.auth.token.auth_time is int": "true",
  // Strings: UTF-16 units, RE2 over the whole text.
  "'\\u00e9'.size() == 1": "true",
  "'😀'.size() == 2": "true",
  "'abc'.matches('b')": "false",
  "'abc'.matches('.*b.*')": "true",
  "'ab'.matches('a|ab')": "true",
  "'a\\n'.matches('a$')": "false",
  "'a\\nb'.matches('a.b')": "false",
  "'a\\nb'.matches('(?s)a.b')": "true",
  "'\\u0663'.matches('\\\\d')": "false",
  "'😀'.matches('.')": "true",
  // Invalid patterns. They are concatenated, because a literal one would be refused when the rules are loaded.
  "'a'.matches('(' + 'a')": "error",
  "'a'.matches('(?=' + 'a)')": "error",
  "'aa'.matches('(a)' + '\\\\1')": "error",
  "'x'.matches(1)": "error",
  "data().count.matches('5')": "error",
  "'image/png' in ['image/jpeg', 'image/png']": "true",
  "'a' < 'b' && 'Z' < 'a'": "true",
  "'abc'[1] == 'b'": "true",
  "'abc'[3] == ''": "error",
  // Lists, maps.
  "data().list[0] == 1 && data().list[2]": "true",
  "data().list[3] == 1": "error",
  "data().list[-1] == 1": "error",
  "[1, 2] == [2, 1]": "false",
  "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}": "true",
  "{'a': 1, 'a': 2}.a == 2": "true",
  "{'a': 1} == {'a': 1.0}": "false",
  "{'a': 1}.b == 1": "error",
  "{'a': 1}['a'] == 1": "true",
  "{'a': 1}.get('b', 2) == 2": "true",
  "{1: 'a'}.size() == 1": "error",
  "'a' in {'a': null}": "true",
  "1 in {'a': 1}": "error",
  "'a' in 'abc'": "error",
  "'a' in null": "error",
  "data().map.b.c == 'x'": "true",
  "data().none == null": "true",
  "data().none.x == null": "error",
  "data().keys().hasOnly(['flag'])": "false",
  "['a', 'b'].hasAll(['a']) && ['a'].hasOnly(['a', 'b']) && ['a'].hasAny(['x', 'a'])": "true",
  // Paths, times, types, documents.
  "/a/$('b') == /a/b": "true",
  "/a/b == '/a/b'": "false",
  "/members/$(uid()) == /members/alice": "true",
  "data().reference == /databases/(default)/documents/members/alice": "true",
  "data().moment.toMillis() == 1770091506789": "true",
  "data().moment.toMillis() / 1000 <= 1770091506": "true",
  "data().early.toMillis() == -1 && data().early < data().moment": "true",
  "data().later > data().moment && data().later.toMillis() == data().moment.toMillis()": "true",
  "request.time > data().early": "true",
  "'a' is string && 1 is number && 1.5 is number && !(1.5 is int)": "true",
  "null is string": "false",
  "data().absent is string": "error",
  "known('data') && !known('missing')": "true",
  "missing().flag == true": "error",
  "GET(/equivalence/data).data.flag": "error",
  "GET('/databases/(default)/documents/equivalence/data').data.flag": "error",
  "request.auth.uid == 'alice' && request.auth.token.roles[1] == 'writer'": "true",
  "request.auth.token.absent == null": "error",
  "resource == null": "true",
  "resource.size > 0": "error",
};

/**
 * The templates of generated expressions by kind. A placeholder, such as `$int`, is replaced by an expression of that
 * kind. Numbers and paths have parentheses, since a dot may follow.
 */
const TEMPLATES = {
  bool: [
    "true",
    "false",
    "data().flag",
    "request.auth.token.email_verified",
    "known('data')",
    "known('missing')",
    "missing().flag",
    "resource == null",
    "($bool && $bool)",
    "($bool || $bool)",
    "!$bool",
    "($bool ? $bool : $bool)",
    "($any == $any)",
    "($any != $any)",
    "($int == $int)",
    "($string == $string)",
    "($list == $list)",
    "($map == $map)",
    "($path == $path)",
    "($int < $int)",
    "($int <= $float)",
    "($float > $float)",
    "($float >= $int)",
    "($string < $string)",
    "($string >= $string)",
    "($timestamp < $timestamp)",
    "($timestamp >= $timestamp)",
    "($any in $list)",
    "($string in $map)",
    "($any is $type)",
    "$string.matches($pattern)",
    "$list.hasAll($list)",
    "$list.hasAny($list)",
    "$list.hasOnly($list)",
    "first($bool, $any)",
    "second($any, $bool)",
    "careless($any)",
  ],
  int: [
    "(0)",
    "(1)",
    "(2)",
    "(5)",
    "data().count",
    "data().large",
    "data().map.a",
    "request.auth.token.level",
    "request.auth.token['auth_time']",
    "request.auth.token.get('auth_time', 1)",
    "request.auth.token.get('opened', request.auth.token.auth_time)",
    "request.auth.token.nested.deep.list[0]",
    "(9223372036854775807)",
    "(-9223372036854775808)",
    "(-$int)",
    "($int + $int)",
    "($int - $int)",
    "($int * $int)",
    "($int / $int)",
    "($int % $int)",
    "($bool ? $int : $int)",
    "$string.size()",
    "$list.size()",
    "$map.size()",
    "$timestamp.toMillis()",
    "$list[$int]",
    "$map[$string]",
    "steps($int)",
    "nest($int)",
  ],
  float: [
    "(0.5)",
    "(2.0)",
    "(.25)",
    "(5.)",
    "data().ratio",
    "data().whole",
    "request.auth.token.share",
    "(-$float)",
    "($float + $int)",
    "($float - $float)",
    "($int * $float)",
    "($float / $float)",
    "($float / $int)",
    "($float % $float)",
  ],
  string: [
    "''",
    "'a'",
    "'b'",
    "'x'",
    '"it\'s"',
    "'\\n\\u00e9\\x41'",
    "'caf\u00e9'",
    "'reader'",
    "uid()",
    "data().name",
    "data().empty",
    "data().map.b.c",
    "data()['name']",
    "data().absent",
    "request.auth.token.roles[0]",
    "request.auth.token.nested.deep.value",
    "($string + $string)",
    "$string[$int]",
    "$path[$int]",
    "($bool ? $string : $string)",
    "$map.get($string, $string)",
  ],
  list: [
    "[]",
    "[1]",
    "[1, 2]",
    "[1, 'a', true]",
    "['a', 'b',]",
    "[1.0]",
    "[[1]]",
    "data().list",
    "data().emptyList",
    "request.auth.token.roles",
    "[$any]",
    "[$any, $any]",
    "[$int, $int, $int]",
    "$map.keys()",
    "($bool ? $list : $list)",
  ],
  map: [
    "{}",
    "{'a': 1}",
    "{'a': 1, 'b': 2,}",
    "{'a': 1.0}",
    "{'b': {'c': 'x'}}",
    "data()",
    "data().map",
    "data().emptyMap",
    "request.auth.token",
    "request.auth.token.nested",
    "{'a': $any}",
    "{'a': $any, $string: $any}",
    "$map[$string]",
    "$map.get($string, $map)",
  ],
  path: [
    "(/a/b)",
    "(/databases/(default)/documents/members/alice)",
    "data().reference",
    "(/members/$(uid()))",
    "(/a/$($segment))",
    "(/a/$($segment)/c)",
  ],
  segment: ["'b'", "uid()", "data().name", "data().map.b.c", "data().absent", "($string + 'x')"],
  timestamp: ["data().moment", "data().early", "data().later"],
  null: ["null", "data().none", "resource"],
  pattern: [
    "'.*'",
    "'a|ab'",
    "'[a-z]+'",
    "'(?i)READER'",
    "'[A-Za-z0-9_-]{1,64}'",
    "'caf. . OK'",
    "'(?s).*[^\\\\s\\\\p{Z}\\\\p{C}].*'",
    "'\\\\w*'",
    "'^a?$'",
    "('[' + $string + ']*')",
    "($string + '(')",
    "$string",
  ],
  type: ["bool", "int", "float", "number", "string", "list", "map", "path", "timestamp"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Kind = keyof typeof TEMPLATES;

/** The kinds that `$any` stands for. */
const VALUE_KINDS = ["bool", "int", "float", "string", "list", "map", "path", "timestamp", "null"];

/** How often a placeholder gets an expression of any kind, which may cause a type error. */
const OTHER_KIND_PROBABILITY = 0.04;
const MAX_EXPRESSION_LENGTH = 600;

/** `count` different boolean expressions, the same ones for the same seed. */
export function generateExpressions(count: number, seed: number): readonly string[] {
  const random = mulberry32(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

  const expand = (kind: Kind, remainingDepth: number): string => {
    // At the greatest depth only templates without a placeholder are left. `$(` is no placeholder, but part of a path.
    const templates = TEMPLATES[kind].filter((template) => remainingDepth > 0 || !/\$[a-z]/.test(template));
    return pick(templates).replace(/\$([a-z]+)/g, (_, placeholder: string) => {
      const isOtherKind = VALUE_KINDS.includes(placeholder) && random() < OTHER_KIND_PROBABILITY;
      const chosenKind = isOtherKind || placeholder === "any" ? pick(VALUE_KINDS) : placeholder;
      return expand(chosenKind as Kind, remainingDepth - 1);
    });
  };

  const expressions = new Set<string>();
  while (expressions.size < count) {
    const maxDepth = 1 + Math.floor(random() * 4);
    const expression = expand("bool", maxDepth);
    if (expression.length <= MAX_EXPRESSION_LENGTH) expressions.add(expression);
  }
  return [...expressions];
}

/** The pseudorandom number generator mulberry32: numbers from 0 to 1, the same ones for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
