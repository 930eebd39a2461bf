/** Gives every test file its own temporary directory, and removes it after the file. Each test begins with the real clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, afterEach, vi } from "vitest";
import { temporaryPrefix } from "./temporary.ts";

const before = tmpdir();
const own = mkdtempSync(temporaryPrefix());
process.env["TMPDIR"] = own;

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => {
  process.env["TMPDIR"] = before;
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});
