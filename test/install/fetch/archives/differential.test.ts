/** Any bytes give a result, and another reader reads every accepted archive in the same way. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unpackArchive } from "../../../../src/install/fetch/archives/unpack.ts";
import type { Bundle } from "../../../../src/model/skills/bundle.ts";
import { needs } from "../../../needs.ts";
import { startProcessorTimer } from "../../../processor-time.ts";
import { nearlyArchives } from "./mutate.ts";

const RUNS = Number(process.env["SKILLWRIGHT_FUZZ_RUNS"] ?? 3000);
const SEED = Number(process.env["SKILLWRIGHT_FUZZ_SEED"] ?? 1);
const MAX_MS = 2000;

interface Accepted {
  readonly bytes: Uint8Array;
  readonly bundle: Bundle;
}

const accepted: Accepted[] = [];
const codes = new Set<string>();
for (const bytes of fc.sample(nearlyArchives, { numRuns: RUNS, seed: SEED })) {
  const elapsedMs = startProcessorTimer();
  const unpacked = unpackArchive(bytes);
  if (elapsedMs() > MAX_MS) throw new Error(`slow: ${Buffer.from(bytes).toString("base64")}`);
  if ("bundle" in unpacked) accepted.push({ bytes, bundle: unpacked.bundle });
  else for (const { code } of unpacked.refused) codes.add(code);
}

test("[Z11] any bytes give a bundle or findings, of every kind", () => {
  expect([...codes].sort()).toEqual(["SK640", "SK641", "SK643", "SK644", "SK645", "SK646"]);
  const files = accepted.flatMap(({ bundle }) => bundle.files);
  expect(files.length).toBeGreaterThan(RUNS / 20);
});

needs("python3").test("[Z11] what is accepted, Python's tarfile and zipfile read alike", () => {
  const theirs = listedByPython(accepted.map(({ bytes }) => bytes));
  const different = accepted.flatMap(({ bytes, bundle }, index) => {
    const [ours, python] = [JSON.stringify(listed(bundle)), JSON.stringify(theirs[index])];
    return ours === python ? [] : [{ ours, python, archive: Buffer.from(bytes).toString("base64") }];
  });
  expect(different.slice(0, 5)).toEqual([]);
  expect(theirs).toHaveLength(accepted.length);
});

function listed(bundle: Bundle): unknown {
  return bundle.files.map(({ path, bytes, executable }) => [
    path,
    createHash("sha256").update(bytes).digest("hex"),
    executable,
  ]);
}

function listedByPython(archives: readonly Uint8Array[]): unknown[] {
  const { stdout, status } = spawnSync("python3", ["-I", join(import.meta.dirname, "list-archives.py")], {
    input: archives.map((bytes) => `${Buffer.from(bytes).toString("base64")}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(status).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
