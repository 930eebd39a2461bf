// A build plugin: a regular expression with `\p{…}` in a module's constant is created at its first use, from a text. V8
// asks ICU for the characters of each class when it creates the expression, and also when it only parses a literal. For
// the constants of one chunk, this takes a tenth of a short listing.
import { parseAst } from "rolldown/parseAst";

const COSTLY = /\\p\{/;

export const lazyRegExps = {
  name: "lazy-regexps",
  renderChunk(code) {
    if (!COSTLY.test(code)) return code;
    const program = parseAst(code);
    const constants = new Map(program.body.flatMap(constantIn).map((each) => [each.name, each]));
    const uses = new Map([...constants.keys()].map((name) => [name, []]));
    collect(program, undefined, uses, new Set([...constants.values()].map(({ id }) => id)));
    const edits = [];
    for (const [name, { declaration, text }] of constants) {
      const found = uses.get(name);
      // The constant stays unchanged if one of its uses is unusual, such as a shorthand property, or if a second
      // variable has its name.
      if (!found.every(({ isPlain }) => isPlain)) continue;
      const { pattern, flags } = text.regex;
      const expression = `new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})`;
      const made = `let ${name}$; const ${name} = () => ${name}$ ??= ${expression};`;
      edits.push({ start: declaration.start, end: declaration.end, made });
      for (const { start, end } of found) edits.push({ start, end, made: `${name}()` });
    }
    return edits
      .sort((a, b) => b.start - a.start)
      .reduce((rest, { start, end, made }) => rest.slice(0, start) + made + rest.slice(end), code);
  },
};

/** Returns the slow expression that a top-level statement declares alone. */
function constantIn(declaration) {
  if (declaration.type !== "VariableDeclaration" || declaration.declarations.length !== 1) return [];
  const [{ id, init }] = declaration.declarations;
  if (id.type !== "Identifier" || init?.regex === undefined || !COSTLY.test(init.regex.pattern)) return [];
  return [{ name: id.name, declaration, text: init, id }];
}

/** Finds each identifier with one of the names, except the declarations of the constants. */
function collect(node, parent, uses, own) {
  if (node.type === "Identifier" && uses.has(node.name)) {
    if (!own.has(node)) uses.get(node.name).push({ start: node.start, end: node.end, isPlain: isRead(node, parent) });
    return;
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === "object") collect(child, node, uses, own);
}

/** Returns whether `name()` can replace the name: the name is an argument, or the object of a method call. */
function isRead(node, parent) {
  if (parent.type === "MemberExpression") return parent.object === node;
  return parent.type === "CallExpression" && parent.arguments.includes(node);
}
