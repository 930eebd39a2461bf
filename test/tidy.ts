/** Every test file has a temporary directory of its own, and it goes with the file, whatever a test has left in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const before = tmpdir();
// Catalogs name places: how long they are must not depend on the machine.
const own = mkdtempSync(process.platform === "win32" ? join(before, "skw-") : "/tmp/skw-");
process.env["TMPDIR"] = own;

afterAll(() => {
  process.env["TMPDIR"] = before;
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});
