// Runs every program in examples/ against the built library; each asserts what it shows and fails otherwise.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const home = mkdtempSync(join(tmpdir(), "skillwright-examples-"));
try {
  for (const name of readdirSync(join(root, "examples"))
    .filter((file) => file.endsWith(".mjs"))
    .sort()) {
    const printed = execFileSync(process.execPath, [join(root, "examples", name)], {
      env: { PATH: process.env.PATH, HOME: home },
      encoding: "utf8",
    });
    console.log(`examples/${name}: ${printed.trim().split("\n").at(-1)}`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
