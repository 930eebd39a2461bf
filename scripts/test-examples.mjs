// Runs every program in examples/ with the built library. Each asserts its own results. Older Node cannot read
// TypeScript, so its types are removed first.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const home = mkdtempSync(join(tmpdir(), "skillwright-examples-"));
try {
  for (const name of readdirSync(join(root, "examples"))
    .filter((file) => /\.(?:mjs|ts)$/.test(file))
    .sort()) {
    const printed = execFileSync(process.execPath, programOf(join(root, "examples", name)), {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: home },
      encoding: "utf8",
    });
    console.log(`examples/${name}: ${printed.trim().split("\n").at(-1)}`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Returns Node's arguments for a program. */
function programOf(file) {
  if (file.endsWith(".mjs")) return [file];
  return ["--input-type=module", "--eval", transformSync(file, readFileSync(file, "utf8")).code];
}
