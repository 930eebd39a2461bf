// Mutants of TypeScript sources: small changes that a test should notice. `collectMutants` finds them, `chooseMutants` picks some
// of them, and `instrument` writes a source in which each picked mutant is a switch. So one build contains all mutants, and
// `openSwitch` decides at run time which of them is active.
import { parseSync } from "rolldown/utils";

const EQUALITY = { "===": ["!=="], "!==": ["==="], "==": ["!="], "!=": ["=="] };
const ORDER = { "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"] };
const OPERATORS = { ...EQUALITY, ...ORDER, "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"] };
const ASSIGNMENTS = { "+=": "-=", "-=": "+=", "*=": "/=", "??=": "=", "||=": "=", "&&=": "=" };
const METHODS = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
};
const DROPPED_METHODS = new Set(["filter", "flat", "reverse", "slice", "sort", "toLowerCase", "toSorted", "trim"]);
const EFFECTS = new Set(["CallExpression", "ChainExpression", "AssignmentExpression", "UpdateExpression"]);
const TYPED_EXPRESSIONS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const TYPE_KEYS = new Set(["typeAnnotation", "returnType", "typeParameters", "typeArguments", "superTypeArguments"]);

/**
 * Mutators by node type. Each mutator yields `{ text }` to replace the node, or `{ form: "statement" }` to skip the
 * node, or `{ form: "return", start }` to leave a function at `start`. `node` names another node to replace, `at` the
 * place to report, `original` and `mutated` a shorter excerpt to report. `code(node)` and `code(start, end)` are source
 * text. /
 */
const MUTATORS = {
  *BinaryExpression({ left, right, operator }, code) {
    const isJoin = operator === "+" && [left, right].some(isText);
    const others = isJoin ? [] : (OPERATORS[operator] ?? []);
    if (isJoin) yield { text: code(left), at: left.end };
    for (const other of others) yield { text: `${code(left)} ${other} ${code(right)}`, at: left.end };
  },
  *LogicalExpression({ left, right, operator }, code) {
    if (operator === "??") yield* [left, right].map((side) => ({ text: code(side), at: left.end }));
    else yield { text: `${code(left)} ${operator === "&&" ? "||" : "&&"} ${code(right)}`, at: left.end };
  },
  *UnaryExpression({ operator, argument }, code) {
    if (operator === "!" || operator === "-") yield { text: code(argument) };
  },
  *UpdateExpression(node, code) {
    yield { text: code(node).replace(/\+\+|--/, node.operator === "++" ? "--" : "++") };
  },
  *AssignmentExpression({ left, right, operator }, code) {
    if (operator in ASSIGNMENTS) yield { text: `${code(left)} ${ASSIGNMENTS[operator]} ${code(right)}` };
  },
  ConditionalExpression: ({ test }, code) => mutateCondition(test, [], code),
  IfStatement: ({ test }, code) => mutateCondition(test, ["false", "true"], code),
  WhileStatement: ({ test }, code) => mutateCondition(test, ["false"], code),
  *ForOfStatement({ right }) {
    yield { node: right, text: "[]" };
  },
  ArrayExpression: ({ elements }, code) => dropEach(elements, ["[", "]"], code),
  ObjectExpression: ({ properties }, code) => dropEach(properties, ["{ ", " }"], code),
  *ChainExpression(node, code) {
    for (let part = node.expression; part; part = part.object ?? part.callee ?? part.expression) {
      if (!part.optional) continue;
      const at = (part.object ?? part.callee).end;
      const dot = part.type === "CallExpression" || part.computed ? "" : ".";
      yield { text: code(node.start, at) + code(at, node.end).replace("?.", dot), at };
    }
  },
  *CallExpression({ start, end, callee, arguments: given }, code) {
    const [before, last] = given.slice(-2);
    if (last) yield { text: `${code(start, before.end)})`, original: code(last), mutated: "", at: last.start };
    if (callee.type !== "MemberExpression" || callee.computed) return;
    const { name, start: at, end: after } = callee.property;
    if (Object.hasOwn(METHODS, name)) yield { text: code(start, at) + METHODS[name] + code(after, end), at };
    if (DROPPED_METHODS.has(name)) yield { text: code(callee.object), original: `.${code(at, end)}`, mutated: "", at };
  },
  *TemplateLiteral(node, code) {
    if (code(node).length > 2) yield { text: '""' };
  },
  *Literal({ value, regex }) {
    if (typeof value === "boolean") yield { text: String(!value) };
    else if (typeof value === "number") yield* [{ text: String(value + 1) }, { text: `${value - 1}` }];
    else if (typeof value === "string") yield { text: value === "" ? '"mutant"' : '""' };
    else if (/^\^./.test(regex?.pattern)) yield { text: `/${regex.pattern.slice(1)}/${regex.flags}` };
    else if (/[^\\]\$$/.test(regex?.pattern)) yield { text: `/${regex.pattern.slice(0, -1)}/${regex.flags}` };
  },
  *ExpressionStatement({ expression }) {
    const { type } = expression.type === "AwaitExpression" ? expression.argument : expression;
    if (EFFECTS.has(type) && expression.callee?.type !== "Super") yield { form: "statement", mutated: "" };
  },
  ThrowStatement: skipStatement,
  ContinueStatement: skipStatement,
  BreakStatement: skipStatement,
  FunctionDeclaration: leaveAtOnce,
  FunctionExpression: leaveAtOnce,
  ArrowFunctionExpression: leaveAtOnce,
};

function* mutateCondition(test, values, code) {
  const { type, operator } = test.type === "ParenthesizedExpression" ? test.expression : test;
  // The mutators of these nodes already negate them.
  if (operator !== "!" && !(operator in EQUALITY) && type !== "Literal") yield { node: test, text: `!(${code(test)})` };
  for (const text of values) yield { node: test, text };
}

function* dropEach(elements, [open, close], code) {
  for (const element of elements.filter(Boolean)) {
    const rest = elements.filter((each) => each !== element).map((each) => (each ? code(each) : ""));
    yield { text: open + rest.join(", ") + close, original: code(element), mutated: "", at: element.start };
  }
}

function* skipStatement() {
  yield { form: "statement", mutated: "" };
}

function* leaveAtOnce({ start, body }, code, parent) {
  const isEmpty = body?.type !== "BlockStatement" || body.body.length === 0;
  if (isEmpty || parent.kind === "constructor" || returnsValue(body)) return;
  const head = code(start, body.start).trim();
  yield { form: "return", start: body.start + 1, original: `${head} {…}`, mutated: `${head} {}`, at: start };
}

/** Returns all mutants of a source, in the order of their positions. */
export function collectMutants(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const code = (from, to) => source.slice(from.start ?? from, from.end ?? to);
  const found = [];
  const visit = (node, parent, inChain) => {
    if (node.type.startsWith("TS") && !TYPED_EXPRESSIONS.has(node.type)) return;
    // A switch around a part of `a?.b.c` would change the meaning of the chain, so only the whole chain gets one.
    if (!inChain || parent.type === "ChainExpression")
      for (const given of MUTATORS[node.type]?.(node, code, parent) ?? []) {
        const { form = "expression", text, node: { start, end } = node, at = start } = given;
        const { original = code(start, end), mutated = text } = given;
        const place = form === "return" ? { start: given.start, end: given.start } : { start, end };
        found.push({ file, line: source.slice(0, at).split("\n").length, form, ...place, text, original, mutated });
      }
    for (const [key, value] of Object.entries(node)) {
      if (TYPE_KEYS.has(key) || isFixed(node, key)) continue;
      const inside = (inChain || node.type === "ChainExpression") && ["expression", "object", "callee"].includes(key);
      for (const child of [value].flat()) if (typeof child?.type === "string") visit(child, node, inside);
    }
  };
  visit(program, program, false);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Returns whether the syntax allows no other expression in place of this child. */
function isFixed(node, key) {
  if (key === "key" || key === "property") return !node.computed;
  if (["source", "attributes", "quasi"].includes(key)) return node.type !== "JSXOpeningElement";
  if (node.type === "ExpressionStatement") return node.directive != null;
  if (node.type === "JSXAttribute") return node.value?.type === "Literal";
  return node.operator === "delete";
}

function isText({ type, value }) {
  return type === "TemplateLiteral" || typeof value === "string";
}

/** Returns whether a statement of this function returns a value. */
function returnsValue(node) {
  if (node.type === "ReturnStatement") return node.argument !== null;
  if (/Function|^Class/.test(node.type)) return false;
  return Object.values(node)
    .flat()
    .some((child) => typeof child?.type === "string" && returnsValue(child));
}

/** Picks `n` mutants: each time a random line, then a random mutant of that line. The same seed picks the same mutants. */
export function chooseMutants(mutants, n, seed) {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const byLine = new Map(mutants.map(({ file, line }) => [`${file}:${line}`, []]));
  for (const mutant of mutants) byLine.get(`${mutant.file}:${mutant.line}`).push(mutant);
  const lines = [...byLine.values()];
  const chosen = new Set();
  while (chosen.size < n && lines.length > 0) {
    const index = random(lines.length);
    chosen.add(...lines[index].splice(random(lines[index].length), 1));
    if (lines[index].length === 0) lines.splice(index, 1);
  }
  return mutants.filter((mutant) => chosen.has(mutant)).map((mutant, index) => ({ id: index + 1, ...mutant }));
}

/** Writes a source with a switch for each of its mutants. `directory` is where `openSwitch` reads which one is active. */
export function instrument(source, mutants, directory) {
  const inserts = mutants.flatMap(({ id, form, start, end, text }) => {
    const on = `/* @__PURE__ */ __mutant(${id})`;
    if (form === "return") return [{ at: start, side: 1, order: 0, insert: `if (${on}) return;` }];
    // The braces keep an `else` with the right `if`.
    const [before, after] = form === "statement" ? [`{ if (!${on}) `, " }"] : [`(${on} ? (${text}) : (`, "))"];
    return [
      { at: start, side: 1, order: -end, insert: before },
      { at: end, side: 0, order: -start, insert: after },
    ];
  });
  // If several switches start or end at the same position, the inner switches must be inside the outer ones.
  inserts.sort((a, b) => a.at - b.at || a.side - b.side || a.order - b.order);
  let result = "";
  let from = 0;
  for (const { at, insert } of inserts) {
    result += source.slice(from, at) + insert;
    from = at;
  }
  const opened = `(globalThis.__mutants ??= (${openSwitch})(${JSON.stringify(directory)}))`;
  return `${result}${source.slice(from)}\nfunction __mutant(id) { return ${opened}(id); }\n`;
}

/**
 * Returns the function that says whether a mutant is active. The file `active` in `directory` has the number of the
 * active mutant. With the number 0, each mutant that is reached is recorded with its test file. Without the file,
 * nothing happens. A file is used because child processes may get an empty environment. This function is copied into
 * sources, so it has no imports.
 */
function openSwitch(directory) {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs?.existsSync(`${directory}/active`)) return () => false;
  const active = Number(fs.readFileSync(`${directory}/active`, "utf8"));
  if (active > 0) return (id) => id === active;
  // A child process belongs to the test file of its parent. If neither is known, it belongs to all test files that are running.
  const running = fs.readdirSync(`${directory}/running`);
  const own = [process.pid, process.ppid].map(String).find((pid) => running.includes(pid));
  const files = (own ? [own] : running).map((pid) => fs.readFileSync(`${directory}/running/${pid}`, "utf8"));
  const seen = new Set();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    for (const file of files) fs.appendFileSync(`${directory}/reached`, `${id}\t${file}\n`);
    return false;
  };
}
