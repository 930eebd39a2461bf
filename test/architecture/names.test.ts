/** Checks exported names, so that a search for a name leads to one place. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Folders whose exported names may also occur in other folders, with the reason. */
const FAMILIES: readonly RegExp[] = [
  // Functions here have the name of the host whose file, list or envelope they read or write.
  /^src\/hosts\/(?:dialects|profiles)\//,
  /^src\/activate\/render\/(?:envelopes|formats|listings)\//,
  // Exports here have the name of the operation whose output they describe or present.
  /^src\/ops\/(?:answers\/shapes\.ts|verbs\/)/,
  /^src\/surfaces\/cli\/(?:commands|verbs)\//,
  // A public function loads the function of the same name when it is called.
  /^src\/api\//,
  // The console has its own build, and its components have the names of types.
  /^src\/surfaces\/console\//,
  // These files define two small languages, for schemas and for reading frontmatter keys.
  /^src\/(?:model\/schema|hosts\/compile\/codecs|surfaces\/cli\/command)\.ts$/,
];

const texts = new Map(
  ["src", "scripts", "test", "examples", "bench", "conformance"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.includes("node_modules"))
      .map((file) => [file, readFileSync(join(root, file), "utf8")] as const),
  ),
);

const exported = [...texts].flatMap(([file, text]) => {
  if (!file.startsWith("src/")) return [];
  const found = text.matchAll(/^export (?:async )?(function\*?|const|class|interface|type) (\w+)/gm);
  return [...found].map(([, kind = "", name = ""]) => ({ file, kind, name }));
});

test("an exported name has one meaning", () => {
  const files = new Map<string, Set<string>>();
  for (const { file, name } of exported)
    if (!FAMILIES.some((family) => family.test(file))) files.set(name, (files.get(name) ?? new Set()).add(file));
  expect([...files].filter(([, places]) => places.size > 1).map(([name, places]) => [name, ...places])).toEqual([]);
});

test("an exported function, constant or class is used by another file", () => {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [word] of text.matchAll(/\b\w+\b/g)) users.set(word, (users.get(word) ?? new Set()).add(file));
  const alone = exported.filter(({ kind, name }) => !/interface|type/.test(kind) && (users.get(name)?.size ?? 0) < 2);
  expect(alone.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
