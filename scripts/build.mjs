// Builds dist/: the command and the library as CommonJS chunks that both share (it starts 8 ms faster than a module), a module
// for each entry point of the library, V8's cache for the command, the types, the console's page, and the licences of bundled packages.
// `--no-types` leaves the types out, for a quick start.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { ENTRY_POINTS } from "./entry-points.mjs";
import { planChunks } from "./plan-chunks.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";
import { thirdParty } from "./third-party.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

const alias = {
  // Its other form asks for its parts by names that only exist at run time, so that they would be left behind.
  "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
  "@ai-sdk/gateway": join(root, "scripts/no-gateway.mjs"),
  // The official packages bring Ajv along, twice, which compiles schemas to code; this one interprets them.
  "@modelcontextprotocol/client/_shims": join(root, "scripts/mcp-shims.mjs"),
  "@modelcontextprotocol/server/_shims": join(root, "scripts/mcp-shims.mjs"),
  // For `!!js/function`, which the safe loader does not know.
  esprima: join(root, "scripts/empty.mjs"),
};
// What is imported when it is needed may well be needed from the start elsewhere.
const checks = { ineffectiveDynamicImport: false };
const common = { cwd: root, platform: "node", logLevel: "warn", checks, resolve: { alias } };

const minify = { compress: true, mangle: true, codegen: { removeWhitespace: true } };
/** Files of the package, at most: most of them are chunks. */
const MOST_CHUNKS = 120;

const entry = await build({
  ...common,
  input: { bin: "src/bin.ts" },
  output: { dir: dist, format: "cjs", entryFileNames: "[name].cjs", minify },
});

const sources = Object.entries(ENTRY_POINTS).map(([name, file]) => [name, `src/${file}`]);
const isAdapter = ([, file]) => file.includes("/adapters/");
const graph = {
  ...common,
  input: { main: "src/surfaces/cli/main.ts", ...Object.fromEntries(sources.filter((source) => !isAdapter(source))) },
  preserveEntrySignatures: "allow-extension",
};
const output = {
  dir: dist,
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "chunks/[name].cjs",
  minify,
};
// Every file costs a millisecond to find and load, so all that `list` needs is one; the library and other commands share it.
const main = {
  name: "main",
  priority: 1,
  test: /cli\/(?:verbs\/list|main)\.ts$|text\/decode\.ts$|parse\/split-frontmatter\.ts$/,
};
const natural = await build({ ...graph, write: false, output: { ...output, codeSplitting: { groups: [main] } } });
const names = planChunks(natural.output, {
  most: MOST_CHUNKS,
  keep: ({ isEntry, name }) => isEntry || name === "main",
  weigh: ({ isEntry, facadeModuleId }) => {
    if (isEntry) return 1000;
    // A session, a load and an MCP server start more often than a command, and a command more often than its parts.
    if (/[/\\](?:activate|catalog|session|surfaces[/\\]mcp)[/\\]|(?:open-skills|list-hosts)\.ts$/.test(facadeModuleId))
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
const shared = await build({ ...graph, output: { ...output, codeSplitting: { groups: [main, planned] } } });

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
  output: { dir: dist, format: "esm", entryFileNames: "[name].js" },
});

// One byte for each character: V8 takes half the time to begin with it, and `bin.cjs` need not decode it.
writeFileSync(join(dist, "main.cjs"), escapeUnicode(readFileSync(join(dist, "main.cjs"), "utf8")));
execFileSync(process.execPath, [join(root, "scripts", "compile-ahead.mjs")], {
  stdio: ["ignore", "ignore", "inherit"],
});

writeFileSync(join(dist, "modules.json"), `${JSON.stringify(modulesOf(shared), null, 1)}\n`);

// The page that `serve` shows: one script, one style sheet, and nothing that comes from elsewhere.
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
  },
});
const styles = join(root, "src/surfaces/console/styles");
const sheets = readdirSync(styles).sort();
writeFileSync(
  join(dist, "console", "console.css"),
  sheets.map((name) => readFileSync(join(styles, name), "utf8")).join("\n"),
);
for (const name of ["index.html", "icon.svg"])
  copyFileSync(join(root, "src/surfaces/console", name), join(dist, "console", name));

writeFileSync(join(dist, "THIRD-PARTY.txt"), thirdParty([entry, shared, adapters, page]));

// One file instead of hundreds: `explain CODE` finds its page by the mark before it.
const pages = join(root, "docs/diagnostics");
const marked = readdirSync(pages)
  .filter((name) => /^SK\d+\.md$/.test(name))
  .sort()
  .map((name) => `<!-- ${name.replace(".md", "")} -->\n${readFileSync(join(pages, name), "utf8")}`);
writeFileSync(join(dist, "diagnostics.md"), marked.join(""));

if (!process.argv.includes("--no-types")) {
  const work = mkdtempSync(join(tmpdir(), "skillwright-types-"));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const emit = [tsc, "-p", "tsconfig.json", "--emitDeclarationOnly", "--declarationDir", work];
  execFileSync(process.execPath, emit, { cwd: root, stdio: "inherit" });
  const files = Object.entries(ENTRY_POINTS).map(([name, file]) => [name, join(work, file.replace(/\.ts$/, ".d.ts"))]);
  rollUpTypes(Object.fromEntries(files), join(dist, "types"));
  rmSync(work, { recursive: true });
}

console.error(`built dist/bin.cjs (${Math.round(statSync(join(dist, "bin.cjs")).size / 1024)} KiB)`);

/** Such characters stand in texts and expressions only, where an escape means the same. */
function escapeUnicode(source) {
  return source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Of what each file of the command is made; a test holds what `list` loads to a list. */
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
