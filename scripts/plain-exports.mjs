// A build plugin: a chunk exports an object of values instead of one getter for each name. A start reads several
// hundred exports, and a getter costs a closure, a call of `Object.defineProperty`, and a call at each use.
import { parseAst } from "rolldown/parseAst";

const GETTER =
  /^Object\.defineProperty\(exports, ("[^"]+"), \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);\n?/gm;

export const plainExports = {
  name: "plain-exports",
  renderChunk(code) {
    // An entry point assigns its exports, and the names that other chunks need beside them.
    if (/^exports\./m.test(code)) return code;
    const changing = assignedNames(parseAst(code));
    const values = [];
    const rest = code.replace(GETTER, (getter, name, local) => {
      // The value of such an export may change after the chunk was loaded.
      if (changing.has(local)) return getter.replace("(exports,", "(module.exports,");
      values.push(`${name}: ${local}`);
      return "";
    });
    // Rolldown writes exports at the end of a chunk, where all values are known.
    if (values.length === 0) return code;
    const at = rest.search(/^Object\.defineProperty\(module\.exports, "/m);
    const [before, getters] = at === -1 ? [rest, ""] : [rest.slice(0, at), rest.slice(at)];
    return `${before}module.exports = { ${values.join(", ")} };\n${getters}`;
  },
};

/** Returns every name that some code assigns to after its declaration. Equal names of other scopes are included. */
export function assignedNames(program) {
  const names = new Set();
  visit(program, (node) => {
    if (node.type === "AssignmentExpression") addTargets(node.left, names);
    else if (node.type === "UpdateExpression") addTargets(node.argument, names);
    else if (node.type === "ForInStatement" || node.type === "ForOfStatement") addTargets(node.left, names);
  });
  return names;
}

function addTargets(pattern, names) {
  if (pattern === null || pattern.type === "MemberExpression") return;
  if (pattern.type === "Identifier") names.add(pattern.name);
  else if (pattern.type === "ArrayPattern") for (const each of pattern.elements) addTargets(each, names);
  else if (pattern.type === "ObjectPattern")
    for (const each of pattern.properties) addTargets(each.type === "RestElement" ? each : each.value, names);
  else if (pattern.type === "RestElement") addTargets(pattern.argument, names);
  else if (pattern.type === "AssignmentPattern") addTargets(pattern.left, names);
}

function visit(node, look) {
  if (typeof node.type === "string") look(node);
  for (const value of Object.values(node)) if (value !== null && typeof value === "object") visit(value, look);
}
