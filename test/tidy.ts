/** Every test file has a temporary directory of its own, and it goes with the file, whatever a test has left in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll } from "vitest";
import { temporaryPrefix } from "./temporary.ts";

const before = tmpdir();
const own = mkdtempSync(temporaryPrefix());
process.env["TMPDIR"] = own;

afterAll(() => {
  process.env["TMPDIR"] = before;
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});
