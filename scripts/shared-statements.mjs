// A build plugin: the packages of MCP for clients and for servers contain the same 200 functions, classes and schemas.
// This plugin moves them into one module that both import, so the package has them once.
//
// A statement moves if both modules have the same text, and if everything that it refers to moves too or is the same
// import in both. Everything else stays. So new versions of the packages may share less, but the result stays correct.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { assignedNames } from "./plain-exports.mjs";

/** Each pair has the paths of two modules. Their common statements become a module beside the first of them. */
export function sharedStatements(pairs) {
  const codes = new Map(
    pairs.flatMap(([one, other]) => {
      const path = join(dirname(one), "shared-statements.mjs");
      const [shared, ...rest] = shareStatements(readFileSync(one, "utf8"), readFileSync(other, "utf8"), path);
      return [path, one, other].map((file, at) => [file, [shared, ...rest][at]]);
    }),
  );
  return {
    name: "shared-statements",
    resolveId: (id) => (codes.has(id) ? id : null),
    load: (id) => codes.get(id) ?? null,
  };
}

/** Returns the code of the common module, which gets `path`, and the remaining code of both modules. */
export function shareStatements(one, other, path) {
  const modules = [one, other].map((code) => readModule(mergeCopies(code)));
  const moved = findMoved(...modules);
  const [first] = modules;
  const statements = first.statements.filter(({ text }) => moved.has(text));
  const names = statements.flatMap((each) => each.names);
  const used = new Set(statements.flatMap(({ uses }) => [...uses]));
  const imports = [...first.imports].filter(([name]) => used.has(name)).map(([, text]) => text);
  return [
    [...imports, ...statements.map(({ text }) => text), `export { ${names.join(", ")} };`].join("\n"),
    ...modules.map(({ imports, statements }) => {
      const rest = statements.filter(({ text }) => !moved.has(text));
      const uses = new Set(rest.flatMap(({ uses }) => [...uses]));
      const common = `import { ${names.filter((name) => uses.has(name)).join(", ")} } from ${JSON.stringify(path)};`;
      return [common, ...imports.values(), ...rest.map(({ text }) => text)].join("\n");
    }),
  ];
}

/**
 * Merges functions with the same text whose names differ only in a number at the end, such as `isObject$3`. The bundler
 * of the packages adds these numbers, and adds others in each package. The function with the lowest number remains.
 */
function mergeCopies(code) {
  const originals = new Map();
  let merged = code;
  // Bundlers give the lowest number to the last function.
  for (const { type, id, start, end } of parseAst(code).body.toReversed()) {
    if (type !== "FunctionDeclaration") continue;
    const key = `${id.name.replace(/\$\d+$/, "")} ${code.slice(id.end, end)}`;
    const original = originals.get(key);
    if (original === undefined || !/\$\d+$/.test(id.name)) originals.set(key, id.name);
    else
      merged = merged
        .replace(code.slice(start, end), "")
        .replaceAll(/[\w$]+/g, (name) => (name === id.name ? original : name));
  }
  return merged;
}

/** Returns an import statement for each imported name, and the other statements in their order. */
function readModule(code) {
  const imports = new Map();
  const statements = [];
  for (const node of parseAst(code).body) {
    if (node.type === "ImportDeclaration")
      for (const { type, local, imported } of node.specifiers) {
        const what =
          type === "ImportNamespaceSpecifier" ? `* as ${local.name}` : `{ ${imported.name} as ${local.name} }`;
        imports.set(local.name, `import ${what} from "${node.source.value}";`);
      }
    else statements.push(readStatement(node, code));
  }
  return { imports, statements };
}

function readStatement(node, code) {
  const declared = node.type === "VariableDeclaration" ? node.declarations : [node];
  return {
    text: code.slice(node.start, node.end),
    names: declared.flatMap(({ id }) => id?.name ?? []),
    uses: identifiersIn(node),
    assigned: assignedNames({ type: "Program", body: [node] }),
    isExport: node.type.startsWith("Export"),
  };
}

/** Returns the texts of the statements that both modules can share. */
function findMoved(one, other) {
  const texts = new Set(other.statements.map(({ text }) => text));
  const same = one.statements.filter(({ text, isExport }) => texts.has(text) && !isExport);
  const moved = new Map(same.map((each) => [each.text, each]));
  const own = new Set([one, other].flatMap(({ statements }) => statements.flatMap(({ names }) => names)));
  for (let before; before !== moved.size; ) {
    before = moved.size;
    const names = new Set([...moved.values()].flatMap((each) => each.names));
    const stays = [one, other].flatMap(({ statements }) => statements.filter(({ text }) => !moved.has(text)));
    // An import cannot be assigned, so a variable stays with the statements that assign it.
    const assigned = new Set(stays.flatMap((each) => [...each.assigned]));
    for (const [text, { names: declared, uses }] of moved) {
      const isShared = (name) => (own.has(name) ? names.has(name) : isSameImport(name, one, other));
      if (declared.some((name) => assigned.has(name)) || ![...uses].every(isShared)) moved.delete(text);
    }
  }
  return moved;
}

/** Compares two imports. The hash in the name of a file differs between the packages. */
function isSameImport(name, one, other) {
  const [first, second] = [one, other].map(({ imports }) => imports.get(name)?.replace(/-[\w-]{8}\.mjs"/, '"'));
  return first === second;
}

/** Returns all identifiers of a statement, including those of inner scopes, but no names of properties. */
function identifiersIn(node, found = new Set()) {
  if (node?.type === "Identifier") found.add(node.name);
  if (node === null || typeof node !== "object") return found;
  const name = node.computed === false && (node.type === "MemberExpression" ? "property" : "key");
  for (const [key, value] of Object.entries(node)) if (key !== name) identifiersIn(value, found);
  return found;
}
