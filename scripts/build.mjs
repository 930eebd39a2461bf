// Builds dist/: the command as CommonJS (it starts 8 ms faster than a module) and what V8 makes of it, the library as a
// module, its types, the console's page, and the licences of what is bundled in.
// `--no-types` leaves the types out, for a quick start.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { thirdParty } from "./third-party.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

/** The entry points of the library: files of src/api. */
const ENTRIES = ["index", "hosts", "install", "seeds", "agent", "testing"];
/** One entry point each; none of them imports the framework that it is for. */
const ADAPTERS = ["ai-sdk", "openai", "anthropic", "langchain", "mcp"];

const alias = {
  // Its other form asks for its parts by names that only exist at run time, so that they would be left behind.
  "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
  "@ai-sdk/gateway": join(root, "scripts/no-gateway.mjs"),
};
// What is imported when it is needed may well be needed from the start elsewhere.
const checks = { ineffectiveDynamicImport: false };
const common = { cwd: root, platform: "node", logLevel: "warn", checks, resolve: { alias } };

const commonjs = { dir: dist, format: "cjs", entryFileNames: "[name].cjs" };
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

const entry = await build({ ...common, input: { bin: "src/bin.ts" }, output: { ...commonjs, minify } });

const command = await build({
  ...common,
  input: { main: "src/surfaces/cli/main.ts" },
  preserveEntrySignatures: "allow-extension",
  output: {
    ...commonjs,
    chunkFileNames: "cli/[name]-[hash].cjs",
    // Every file costs a millisecond to find and load, so what `list` needs is one; the other commands share it.
    // Where a file is not plain, the careful reader is one more; where something was installed, holding it to its approval.
    codeSplitting: {
      groups: [
        // Decoding and splitting are with it: the careful reader and an audit need them, and not each other.
        { name: "main", test: /commands\/list\.ts$|cli\/main\.ts$|text\/decode\.ts$|parse\/split-frontmatter\.ts$/ },
        { name: "careful", test: /catalog\/read\/read-skill-with-yaml\.ts$/ },
        // What many use stands by itself, or else the next group would take it, and all of them would load that.
        {
          name: "shared",
          test: /src\/(?:model|surfaces\/cli\/findings|platform\/(?!.*(?:fetch|http|spawn|ending)))\b/,
          minShareCount: 4,
        },
        {
          name: "verify",
          test: /trust\/(?:approvals\/(?:verify-at-load|approvals)|locks\/(?:skills-lock|stamps))\.ts$/,
        },
        // All that `add` needs to ask a repository, and all that it needs then; other sources come on top.
        {
          name: "install",
          test: /(?:commands\/add|plan\/add|approval-need|fetch\/git\/git|check-origin|node-spawn)\.ts$/,
        },
        { name: "judge", test: /(?:plan\/plan|apply\/apply|audit\/(?:audit-bundle|suppress))\.ts$/ },
      ],
    },
    minify,
  },
});

// One byte for each character: V8 takes half the time to begin with it, and `bin.cjs` need not decode it.
for (const { fileName } of command.output)
  if (/^main\.cjs$|^cli\/(?:shared|careful|install|judge|verify)-/.test(fileName)) {
    const file = join(dist, fileName);
    writeFileSync(file, escapeUnicode(readFileSync(file, "utf8")));
  }
execFileSync(process.execPath, [join(root, "scripts", "compile-ahead.mjs")], {
  stdio: ["ignore", "ignore", "inherit"],
});

writeFileSync(join(dist, "modules.json"), `${JSON.stringify(modulesOf(command), null, 1)}\n`);

const library = await build({
  ...common,
  input: {
    ...Object.fromEntries(ENTRIES.map((name) => [name, `src/api/${name}.ts`])),
    ...Object.fromEntries(ADAPTERS.map((name) => [`adapters/${name}`, `src/surfaces/adapters/${name}.ts`])),
  },
  external: ["js-yaml"],
  output: { dir: dist, format: "esm", entryFileNames: "[name].js", chunkFileNames: "lib/[name]-[hash].js" },
});

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

writeFileSync(join(dist, "THIRD-PARTY.txt"), thirdParty([entry, command, library, page]));

if (!process.argv.includes("--no-types")) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  execFileSync(
    process.execPath,
    [tsc, "-p", "tsconfig.json", "--emitDeclarationOnly", "--declarationDir", join(dist, "types")],
    { cwd: root, stdio: "inherit" },
  );
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
