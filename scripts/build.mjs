// Builds dist/: the command as CommonJS (it starts 8 ms faster than a module), the library as a module, its types, and the
// licences of what is bundled in.
// `--no-types` leaves the types out, for a quick start.
import { execFileSync } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { thirdParty } from "./third-party.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

/** One entry point each; none of them imports the framework that it is for. */
const ADAPTERS = ["ai-sdk", "openai", "anthropic", "langchain", "mcp"];

// Its other form asks for its parts by names that only exist at run time, so that they would be left behind.
const alias = { "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js") };
const common = { cwd: root, platform: "node", logLevel: "warn", resolve: { alias } };

const command = await build({
  ...common,
  input: { bin: "src/bin.ts" },
  output: {
    dir: dist,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "cli/[name]-[hash].cjs",
    // Every file costs a millisecond to find and load, so what `list` needs is one; the other commands share it.
    // Where something was installed, holding it to its approval is one more.
    codeSplitting: {
      groups: [
        { name: "list", test: /commands\/list\.ts$/ },
        { name: "verify", test: /trust\/(?:verify-at-load|skills-lock|approvals|stamps|directory-of-skill)\.ts$/ },
      ],
    },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  },
});

const library = await build({
  ...common,
  input: {
    index: "src/index.ts",
    ...Object.fromEntries(ADAPTERS.map((name) => [`adapters/${name}`, `src/adapters/${name}.ts`])),
  },
  external: ["js-yaml"],
  output: { dir: dist, format: "esm", entryFileNames: "[name].js", chunkFileNames: "lib/[name]-[hash].js" },
});

writeFileSync(join(dist, "THIRD-PARTY.txt"), thirdParty([command, library]));

if (!process.argv.includes("--no-types")) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  execFileSync(
    process.execPath,
    [tsc, "-p", "tsconfig.json", "--emitDeclarationOnly", "--declarationDir", join(dist, "types")],
    { cwd: root, stdio: "inherit" },
  );
}

console.error(`built dist/bin.cjs (${Math.round(statSync(join(dist, "bin.cjs")).size / 1024)} KiB)`);
