// Rolls up the declarations of the library. In: the compiler's declaration files. Out: one file for each entry point,
// and a shared one, with only the declarations that public names need. One shared file makes a class the same type in
// each entry point.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";

const SHARED = "shared";

/**
 * Rolls up `entries`, a map from names to declaration files. `jsonOf` returns the path of a JSON file beside the source
 * of a declaration file.
 */
export function rollUpTypes(entries, directory, jsonOf) {
  const modules = new Map();
  const load = (file) => {
    if (!modules.has(file)) modules.set(file, readModule(file, jsonOf));
    return modules.get(file);
  };
  const find = (file, name) => {
    const { declared, exported, stars } = load(file);
    const from = exported.get(name);
    if (from !== undefined) return from.file === undefined ? find(file, from.name) : find(from.file, from.name);
    if (declared.has(name)) return { file, name };
    for (const star of stars) {
      const found = find(star, name);
      if (found) return found;
    }
    return undefined;
  };
  const all = (file) => {
    const { own, exported, stars } = load(file);
    return [...new Set([...own, ...exported.keys(), ...stars.flatMap(all)])].sort();
  };

  const names = new Map();
  const taken = new Set();
  const text = new Map();
  const nameOf = ({ file, name }) => {
    const key = `${file}\n${name}`;
    if (names.has(key)) return names.get(key);
    let unique = name;
    for (let at = 2; taken.has(unique); at++) unique = `${name}${at}`;
    taken.add(unique);
    names.set(key, unique);
    text.set(unique, write({ file, name }));
    return unique;
  };
  const write = ({ file, name }) => {
    const { declared, imported } = load(file);
    return declared
      .get(name)
      .map(({ code, comment, references }) => {
        let written = "";
        let end = 0;
        for (const { start, stop, local } of references) {
          const from = imported.get(local);
          if (!from && !declared.has(local)) continue;
          const target = from ? find(from.file, from.name) : { file, name: local };
          if (!target) throw new Error(`${file} imports \`${from.name}\`, which ${from.file} does not export`);
          written += code.slice(end, start) + nameOf(target);
          end = stop;
        }
        return comment + written + code.slice(end);
      })
      .join("\n");
  };

  const parts = Object.entries(entries).map(([entry, file]) => {
    const list = all(file).map((name) => [nameOf(find(file, name)), name]);
    return [entry, list.map(([inner, outer]) => (inner === outer ? inner : `${inner} as ${outer}`))];
  });
  mkdirSync(directory, { recursive: true });
  for (const [entry, list] of parts)
    writeFileSync(join(directory, `${entry}.d.ts`), `export { ${list.join(", ")} } from "./${SHARED}.js";\n`);
  const used = new Set(parts.flatMap(([, list]) => list.map((each) => each.split(" as ")[0])));
  // Keeps only the comments of public names and of the types that they mention, because readers see only these. The
  // comments of other types are a seventh of the compressed declarations.
  const plain = (name) => text.get(name).replace(/ *\/\*\*[\s\S]*?\*\/\n?/g, "");
  const mentioned = new Set([...used].flatMap((name) => [name, ...plain(name).match(/[A-Za-z_$][\w$]*/g)]));
  const declarations = [...text.keys()].sort().map((name) => (mentioned.has(name) ? text.get(name) : plain(name)));
  const exported = `export { ${[...used].sort().join(", ")} };`;
  writeFileSync(join(directory, `${SHARED}.d.ts`), `${declarations.join("\n")}\n${exported}\n`);
}

function readModule(file, jsonOf) {
  const module = { own: new Set(), declared: new Map(), imported: new Map(), exported: new Map(), stars: [] };
  const resolve = (specifier) => {
    const target = join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts"));
    if (!specifier.startsWith(".") || !existsSync(target)) throw new Error(`${file} imports ${specifier}`);
    return target;
  };
  // The compiler writes `import("./a.ts").Name` for a type that the file uses without an import.
  const text = withKeys(file, readFileSync(file, "utf8"), jsonOf);
  const source = text.replace(/\bimport\("(\.[^"]+)"\)\.(\w+)/g, (_, specifier, name) => {
    module.imported.set(name, { file: resolve(specifier), name });
    return name;
  });
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  for (const node of program.body) {
    if (node.type === "ImportDeclaration" && node.source.value.endsWith(".json")) continue;
    if (node.type === "ImportDeclaration")
      for (const { local, imported } of node.specifiers)
        module.imported.set(local.name, { file: resolve(node.source.value), name: imported.name });
    else if (node.type === "ExportAllDeclaration") module.stars.push(resolve(node.source.value));
    else if (node.type === "ExportNamedDeclaration" && !node.declaration)
      for (const { local, exported } of node.specifiers)
        module.exported.set(
          exported.name,
          node.source
            ? { file: resolve(node.source.value), name: local.name }
            : (module.imported.get(local.name) ?? { name: local.name }),
        );
    else declare(node, source, comments, module);
  }
  // `export { a }` refers to the declaration itself, if the file declares `a`.
  for (const [name, from] of module.exported)
    if (from.file === undefined && from.name === name) {
      module.exported.delete(name);
      module.own.add(name);
    }
  return module;
}

/** Writes the keys of a constant or a JSON file for `keyof typeof`, so that the types need not contain the values. */
function withKeys(file, source, jsonOf) {
  const { body } = parseSync(file, source).program;
  const constants = body.flatMap((node) => (node.declaration ?? node).declarations ?? []);
  return source.replace(/\bkeyof typeof (\w+)/g, (text, name) => {
    const json = body.find(
      ({ source: from, specifiers }) => from?.value.endsWith(".json") && specifiers[0].local.name === name,
    );
    if (json !== undefined)
      return unionOf(Object.keys(JSON.parse(readFileSync(jsonOf(file, json.source.value), "utf8"))));
    const type = constants.find(({ id }) => id.name === name)?.id.typeAnnotation?.typeAnnotation;
    return type?.type === "TSTypeLiteral" ? unionOf(type.members.map(({ key }) => key.name ?? key.value)) : text;
  });
}

function unionOf(keys) {
  return `(${keys.map((key) => JSON.stringify(key)).join(" | ")})`;
}

function declare(node, source, comments, module) {
  const inner = node.type === "ExportNamedDeclaration" ? node.declaration : node;
  const name = inner.id?.name ?? inner.declarations?.[0].id.name;
  if (name === undefined) return;
  if (inner !== node) module.own.add(name);
  const code = source.slice(inner.start, inner.end);
  const before = comments.findLast(
    ({ end, type, value }) => type === "Block" && value.startsWith("*") && end <= node.start,
  );
  const isNext = before && source.slice(before.end, node.start).trim() === "";
  const comment = isNext ? `${source.slice(before.start, before.end)}\n` : "";
  const references = referencesIn(inner).map(({ name: local, start, end }) => ({
    local,
    start: start - inner.start,
    stop: start - inner.start + local.length,
    end,
  }));
  module.declared.set(name, [...(module.declared.get(name) ?? []), { code, comment, references }]);
}

/** Returns identifiers that refer to a name of the module. Leaves out keys of members, and `b` in `a.b`. */
function referencesIn(root) {
  const found = [];
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== "object" || typeof node.type !== "string") return;
    if (node.type === "Identifier") found.push(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === "key" && !node.computed) continue;
      if (key === "property" && !node.computed) continue;
      if (key === "right" && node.type === "TSQualifiedName") continue;
      if (key === "parameterName" || key === "label") continue;
      walk(value);
    }
  };
  walk(root);
  return found.sort((a, b) => a.start - b.start);
}
