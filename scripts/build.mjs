// Builds dist/: the command, the library, the types, the console's page, and the licences of bundled packages. The
// command and the library share CommonJS chunks, which start 8 ms faster than a module. Each entry point of the library
// is a module. `--no-types` makes a faster build without the types.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "rolldown";
import { ENTRY_POINTS } from "./entry-points.mjs";
import { lazyBuiltins } from "./lazy-builtins.mjs";
import { lazyRegExps } from "./lazy-regexps.mjs";
import { leftOut } from "./left-out.mjs";
import { parsedJson } from "./parsed-json.mjs";
import { plainExports } from "./plain-exports.mjs";
import { plainStrings } from "./plain-strings.mjs";
import { planChunks } from "./plan-chunks.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";
import { sharedStatements } from "./shared-statements.mjs";
import { thirdParty } from "./third-party.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

const alias = {
  // The other build of `yaml` requires its parts with computed names, so the bundler would leave them out.
  yaml: join(root, "node_modules/yaml/browser/index.js"),
  "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
  "@ai-sdk/gateway": join(root, "scripts/no-gateway.mjs"),
  "@opentelemetry/api": join(root, "scripts/no-telemetry.mjs"),
  "zod/v3": join(root, "scripts/no-zod3.mjs"),
  // The official packages contain Ajv twice, and Ajv compiles schemas to code. The build uses this file's validator
  // instead, which interprets schemas.
  "@modelcontextprotocol/client/_shims": join(root, "scripts/mcp-shims.mjs"),
  "@modelcontextprotocol/server/_shims": join(root, "scripts/mcp-shims.mjs"),
  // `esprima` is only needed for `!!js/function`, which the safe loader rejects.
  esprima: join(root, "scripts/empty.mjs"),
  // js-yaml 3 and 4 are only used to parse, so their dumpers are left out.
  "./js-yaml/dumper": join(root, "scripts/empty.mjs"),
  "js-yaml-4": join(root, "node_modules/js-yaml-4/lib/loader.js"),
};
// Allows the source to import a module dynamically in one place and statically in another place.
const checks = { ineffectiveDynamicImport: false };
const common = { cwd: root, platform: "node", logLevel: "warn", checks, resolve: { alias } };

/** Modules of the two packages of MCP that have much of their code in common. */
const mcp = join(root, "node_modules/@modelcontextprotocol");
const mcpPairs = [
  [findModule(join(mcp, "client/dist"), "src"), findModule(join(mcp, "server/dist"), "src")],
  [findModule(join(mcp, "client/dist/ext/skills"), "index"), findModule(join(mcp, "server/dist"), "extension")],
];

const minify = { compress: true, mangle: true, codegen: { removeWhitespace: true } };
/** Maximum number of chunks. The package has 58 other files, and must have at most 120 files in all. */
const MOST_CHUNKS = 62;

const sources = Object.entries(ENTRY_POINTS).map(([name, file]) => [name, `src/${file}`]);
const isAdapter = ([, file]) => file.includes("/adapters/");
const graph = {
  ...common,
  input: { main: "src/surfaces/cli/main.ts", ...Object.fromEntries(sources.filter((source) => !isAdapter(source))) },
  preserveEntrySignatures: "allow-extension",
  plugins: [sharedStatements(mcpPairs), leftOut, parsedJson, lazyBuiltins, lazyRegExps, plainExports],
};
const output = {
  dir: dist,
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "chunks/[name].cjs",
  minify,
  // Comments are left out, because THIRD-PARTY.txt has the licences.
  comments: false,
};
/** The programs that start most often, with the modules that each of them imports when it runs. */
const LIBRARY = ["api/index.ts", "ops/open-skills.ts"];
const COMMAND = ["surfaces/cli/main.ts", "surfaces/cli/verbs/list.ts"];
const STARTS = [
  { weight: 20_000, modules: LIBRARY.slice(0, 1) },
  { weight: 20_000, modules: [...LIBRARY, "session/open-session.ts", "activate/render/formats/xml.ts"] },
  { weight: 20_000, modules: COMMAND },
  { weight: 10_000, modules: [...COMMAND.slice(0, 1), "surfaces/cli/commands/mcp.ts"] },
  { weight: 1000, modules: [...COMMAND.slice(0, 1), "surfaces/cli/commands/mcp.ts", "ops/open-skills.ts"] },
  ...[
    ["verbs/load.ts", "findings/print-groups.ts", "ops/use/load-skill.ts", "session/activate-from-catalog.ts"],
    ["verbs/check.ts", "findings/print-groups.ts", "ops/check/check-skills.ts"],
    ["verbs/search.ts", "findings/print-groups.ts", "ops/use/search-once.ts"],
    ["verbs/search.ts", "findings/print-groups.ts", "ops/use/search-once.ts", "search/search-skills.ts"],
    ["verbs/explain.ts", "ops/answers/hosts/explain-answer.ts", "ops/explain/explain-skill.ts"],
    ["verbs/matrix.ts", "show/list/host-columns.ts", "ops/hosts/host-cells.ts"],
    ["verbs/config.ts", "ops/answers/skills/list-answers.ts", "findings/print-groups.ts"],
    ["verbs/catalog.ts", "activate/list-open-catalog.ts", "activate/render/formats/xml.ts"],
    ["help.ts"],
  ].map((modules) => ({
    weight: 1000,
    modules: [...COMMAND, ...modules.map((file) => file.replace(/^(?=verbs|findings|show|help)/, "surfaces/cli/"))],
  })),
];
const natural = await build({ ...graph, write: false, output });
const names = planChunks(natural.output, {
  most: MOST_CHUNKS,
  keep: ({ isEntry }) => isEntry,
  starts: STARTS.map(({ weight, modules }) => ({ weight, modules: modules.map((file) => join(root, "src", file)) })),
  weigh: ({ isEntry, facadeModuleId }) => {
    if (isEntry) return 1000;
    // The weights of programs: a session, a load and an MCP server start more often than a command, and a command more
    // often than its parts.
    if (
      /[/\\](?:activate|catalog|session|surfaces[/\\]mcp)[/\\]|(?:open-skills|host-columns)\.ts$/.test(facadeModuleId)
    )
      return 100;
    if (/[/\\]verbs[/\\](?:load|search|catalog)\.ts$/.test(facadeModuleId)) return 300;
    return /[/\\](?:cli|ops|format|hosts|trust)[/\\]/.test(facadeModuleId) ? 60 : 1;
  },
});
const planned = {
  debugName: "planned",
  name: (id) => names.get(id) ?? null,
  includeDependenciesRecursively: false,
};
const shared = await build({ ...graph, output: { ...output, codeSplitting: { groups: [planned] } } });

// The library's entry points are modules, so that `import` finds every name.
for (const { isEntry, name, exports } of shared.output)
  if (isEntry && name !== "main")
    writeFileSync(
      join(dist, `${name}.js`),
      `import api from "./${name}.cjs";\nexport const { ${exports.sort().join(", ")} } = api;\n`,
    );

// An adapter translates shapes and imports nothing, so it is a module of its own.
const adapters = await build({
  ...common,
  input: Object.fromEntries(sources.filter(isAdapter)),
  output: { dir: dist, format: "esm", entryFileNames: "[name].js", minify, comments: false },
});

// Writes only ASCII: V8 starts an ASCII file in half the time, and `bin.cjs` need not decode it.
const fingerprint = createHash("sha256");
for (const { fileName } of shared.output) {
  const code = escapeUnicode(plainStrings(readFileSync(join(dist, fileName), "utf8")));
  writeFileSync(join(dist, fileName), code);
  fingerprint.update(`${fileName}\n${code}`);
}
const entry = await build({
  ...common,
  input: { bin: "src/bin.ts" },
  transform: { define: { BUILD: JSON.stringify(fingerprint.digest("hex").slice(0, 16)) } },
  output: { dir: dist, format: "cjs", entryFileNames: "[name].cjs", minify, comments: false },
});

writeFileSync(join(dist, "modules.json"), `${JSON.stringify(modulesOf(shared), null, 1)}\n`);

// Builds the page that `serve` shows: one script, one style sheet, and nothing from other servers.
const page = await build({
  ...common,
  platform: "browser",
  input: { console: "src/surfaces/console/main.tsx" },
  transform: { target: "es2022", jsx: { runtime: "automatic", importSource: "preact" } },
  output: {
    dir: join(dist, "console"),
    format: "esm",
    entryFileNames: "[name].js",
    codeSplitting: false,
    minify: true,
    comments: false,
  },
});
const styles = join(root, "src/surfaces/console/styles");
const sheets = readdirSync(styles).sort();
const sheet = sheets.map((name) => readFileSync(join(styles, name), "utf8")).join("\n");
// Compresses these two files with Brotli, which makes them a tenth smaller than npm's compression.
writeFileSync(join(dist, "console", "console.css.br"), brotliCompressSync(sheet));
const script = join(dist, "console", "console.js");
writeFileSync(`${script}.br`, brotliCompressSync(readFileSync(script)));
rmSync(script);
for (const name of ["index.html", "icon.svg"])
  copyFileSync(join(root, "src/surfaces/console", name), join(dist, "console", name));

writeFileSync(join(dist, "THIRD-PARTY.txt"), thirdParty([entry, shared, adapters, page]));

// Writes the pages of all diagnostic codes into one compressed file. It is a sixth smaller than hundreds of files that
// npm compresses. `explain CODE` finds a page by the marker before the page.
const pages = join(root, "docs/diagnostics");
const marked = readdirSync(pages)
  .filter((name) => /^SK\d+\.md$/.test(name))
  .sort()
  .map((name) => `<!-- ${name.replace(".md", "")} -->\n${readFileSync(join(pages, name), "utf8")}`);
writeFileSync(join(dist, "diagnostics.md.br"), brotliCompressSync(marked.join("")));

if (!process.argv.includes("--no-types")) {
  const work = mkdtempSync(join(tmpdir(), "skillwright-types-"));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const emit = [tsc, "-p", "tsconfig.json", "--emitDeclarationOnly", "--declarationDir", work];
  execFileSync(process.execPath, emit, { cwd: root, stdio: "inherit" });
  const files = Object.entries(ENTRY_POINTS).map(([name, file]) => [name, join(work, file.replace(/\.ts$/, ".d.ts"))]);
  const jsonOf = (file, specifier) => join(root, "src", relative(work, dirname(file)), specifier);
  rollUpTypes(Object.fromEntries(files), join(dist, "types"), jsonOf);
  rmSync(work, { recursive: true });
}

console.error(`built dist/bin.cjs (${Math.round(statSync(join(dist, "bin.cjs")).size / 1024)} KiB)`);

/** Returns the path of the module whose name, without the hash at its end, is `name`. */
function findModule(directory, name) {
  const found = readdirSync(directory).filter((file) => file.replace(/(?:-[\w-]{8})?\.mjs$/, "") === name);
  if (found.length !== 1) throw new Error(`${directory} has ${found.length} modules called ${name}`);
  return join(directory, found[0]);
}

/**
 * Escapes characters that are not ASCII. They occur only in strings and regular expressions, where an escape has the
 * same meaning.
 */
function escapeUnicode(source) {
  return source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the modules in each file of the command, because a test limits the files that `list` loads. */
function modulesOf({ output }) {
  return Object.fromEntries(
    output.map(({ fileName, modules }) => [
      fileName,
      Object.entries(modules ?? {})
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id]) => relative(root, id).replaceAll("\\", "/"))
        .sort(),
    ]),
  );
}
