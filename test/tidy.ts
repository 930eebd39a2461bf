/** Gives every test file its own temporary directory, and removes the directory after the file. */
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
