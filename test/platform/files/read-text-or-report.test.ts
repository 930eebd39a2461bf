import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTextIfAny, readTextOrReport, takeNotices } from "../../../src/platform/files/read-text.ts";

const directory = mkdtempSync(join(tmpdir(), "report-"));
const at = (name: string): string => join(directory, name);
writeFileSync(at("plain"), "text");
writeFileSync(at("large"), "x".repeat(11));
mkdirSync(at("directory"));
symlinkSync(at("loop"), at("loop"));
symlinkSync("/dev/zero", at("zero"));
execFileSync("mkfifo", [at("fifo")]);

test.each([
  ["plain", "text", undefined],
  ["none", undefined, undefined],
  ["plain/none", undefined, undefined],
  ["large", undefined, "SK006"],
  ["directory", undefined, "SK005"],
  ["zero", undefined, "SK005"],
  ["fifo", undefined, "SK005"],
  ["loop", undefined, "SK004"],
])("[SF3] %s is %j, and reported as %s", (name, text, code) => {
  takeNotices();
  expect(readTextOrReport(at(name), 10, "it is ignored")).toBe(text);
  const expected = code === undefined ? [] : [{ code, severity: "warning", path: at(name) }];
  expect(takeNotices()).toMatchObject(expected);
  // A command that needs the file fails with the same code.
  if (code !== undefined) expect(() => readTextIfAny(at(name), 10)).toThrow(expect.objectContaining({ code }));
});
