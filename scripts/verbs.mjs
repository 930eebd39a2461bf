// `node scripts/verbs.mjs`: writes the tables of verbs from the files in src/ops/verbs and src/surfaces/cli/verbs. A verb is one file;
// the tables exist so that a command loads the file of one verb alone. `npm run build` runs this, and a test fails if a table is old.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const VERBS = join(root, "src", "ops", "verbs");
const PRESENTATIONS = join(root, "src", "surfaces", "cli", "verbs");
const NOT_VERBS = ["fields"];

const names = (directory) =>
  readdirSync(directory)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"))
    .filter((name) => !NOT_VERBS.includes(name))
    .sort();

/** Bundles and imports the files of the verbs, and returns the definitions of the verbs. */
export async function readVerbs() {
  const work = mkdtempSync(join(tmpdir(), "skillwright-verbs-"));
  try {
    const input = Object.fromEntries(names(VERBS).map((name) => [name, join(VERBS, `${name}.ts`)]));
    await build({
      cwd: root,
      platform: "node",
      logLevel: "silent",
      input,
      external: /^[^./]/,
      output: { dir: work, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name].mjs" },
    });
    const found = [];
    for (const name of names(VERBS)) {
      const module = await import(pathToFileURL(join(work, `${name}.mjs`)).href);
      const [[exported, verb] = []] = Object.entries(module);
      if (verb?.name !== name || Object.keys(module).length !== 1)
        throw new Error(`src/ops/verbs/${name}.ts must export one verb named \`${name}\``);
      found.push({ exported, verb });
    }
    return found;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The most frequent verb. Every command loads the file that contains this verb's code. */
const FIRST = "list";

/** Returns the text of each table, by path. */
export async function makeTables() {
  const verbs = await readVerbs();
  const shown = names(PRESENTATIONS);
  const load = (name, exported) =>
    name === FIRST ? `async () => ${exported}` : `async () => (await import("./verbs/${name}.ts")).${exported}`;
  const rows = verbs.map(
    ({ exported, verb: { name, group, summary } }) =>
      `  { name: ${JSON.stringify(name)}, group: ${JSON.stringify(group)}, summary: ${JSON.stringify(summary)}, load: ${load(name, exported)} },`,
  );
  return {
    "src/ops/verbs.ts": table([
      "/** All verbs in one table. The file of a verb is loaded when it is needed. `node scripts/verbs.mjs` writes this table. */",
      'import type { Verb, VerbGroup } from "./operation.ts";',
      `import { ${FIRST} } from "./verbs/${FIRST}.ts";`,
      "",
      "export interface VerbEntry {",
      "  readonly name: string;",
      "  readonly group: VerbGroup;",
      "  readonly summary: string;",
      "  readonly load: () => Promise<Verb>;",
      "}",
      "",
      "export const VERBS: readonly VerbEntry[] = [",
      ...rows,
      "];",
    ]),
    "src/ops/all-verbs.ts": table([
      "/** All verbs in one table, for surfaces that serve all of them. `node scripts/verbs.mjs` writes this table. */",
      'import type { Verb } from "./operation.ts";',
      ...verbs.map(({ exported, verb }) => `import { ${exported} } from "./verbs/${verb.name}.ts";`),
      "",
      `export const ALL_VERBS: readonly Verb[] = [${verbs.map(({ exported }) => exported).join(", ")}];`,
    ]),
    "src/surfaces/cli/terminal-outputs.ts": table([
      "/** The terminal output of each verb. `node scripts/verbs.mjs` writes this table. */",
      'import type { AnyTerminalOutput } from "./verb-command.ts";',
      `import { terminalOutput as ${FIRST} } from "./verbs/${FIRST}.ts";`,
      "",
      "export const TERMINAL_OUTPUTS: Readonly<Record<string, () => Promise<AnyTerminalOutput>>> = {",
      ...shown.map((name) => `  ${JSON.stringify(name)}: ${load(name, name === FIRST ? FIRST : "terminalOutput")},`),
      "};",
    ]),
  };
}

function table(lines) {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const args = [biome, "check", "--write", "--stdin-file-path", "src/table.ts"];
  return execFileSync(process.execPath, args, { cwd: root, input: `${lines.join("\n")}\n`, encoding: "utf8" });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(await makeTables())) {
    const file = join(root, path);
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
