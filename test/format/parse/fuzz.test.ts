import { describe, expect, test } from "vitest";
import { checkSkillFile } from "../../../src/format/check/check.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import { startProcessorTimer } from "../../processor-time.ts";
import { rootAt } from "../../tree.ts";
import { HEAVY, SEEDS } from "./fuzz-seeds.ts";

const PLACE = { path: "/r/pdf/SKILL.md", directory: "/r/pdf", root: rootAt("/r") };
const MAX_MS = 2000;
/** Number of files, the same in every run. `SKILLWRIGHT_FUZZ_FILES` sets another number. */
const FILES_PER_ROUND = Number(process.env["SKILLWRIGHT_FUZZ_FILES"] || 2000);

/** Parses the bytes, checks what must be true for any bytes, and returns all results as text. */
function verdict(bytes: Uint8Array): string {
  const { skill, diagnostics } = parseCareful(PLACE, bytes, 65_536);
  const all = skill ? [...diagnostics, ...checkSkillFile(skill)] : diagnostics;
  if (skill) {
    expect(/[\n\r\t\0\x1b]/.test(skill.name + skill.description)).toBe(false);
    expect(skill.bodyOffset).toBeLessThanOrEqual(bytes.length);
  } else expect(all.some((each) => each.severity === "error")).toBe(true);
  for (const { at, message } of all) {
    expect(message).not.toBe("");
    if (at && (at.line < 1 || at.column < 1 || at.length < 1 || at.column > at.text.length + 1))
      expect(at).toBe("inside its line");
  }
  return JSON.stringify({ skill, all });
}

/** Mulberry32: returns the same numbers on every machine and in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

const TOKENS = [
  "---\n",
  "\n---\n",
  ": ",
  " #",
  "\n",
  "\r\n",
  "\t",
  '"',
  "'",
  "[",
  "]",
  "{",
  "}",
  "- ",
  "&a ",
  "*a",
  "!!str ",
  ">-\n",
  "|\n",
  "name: ",
  "description: ",
  "allowed-tools: ",
  "\0",
  "\ufeff",
  "\u2028",
  "“",
  "\u200b",
  "__proto__: ",
  "<<: ",
  "? ",
  "%",
  "@",
  "`",
  "...\n",
  "\\",
  "\u{1f600}",
].map((token) => Buffer.from(token));

class Mutator {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Splices, duplicates, flips, truncates, inserts, or combines with another file. */
  mutate(bytes: Buffer): Buffer {
    const at = this.below(bytes.length + 1);
    const to = Math.min(bytes.length, at + this.below(24));
    switch (this.below(7)) {
      case 0:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
      case 1:
        return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
      case 2: {
        const flipped = Buffer.from(bytes);
        if (at < flipped.length) flipped[at] = (flipped[at] as number) ^ (1 << this.below(8));
        return flipped;
      }
      case 3:
        return bytes.subarray(0, at);
      case 4:
      case 5:
        return Buffer.concat([bytes.subarray(0, at), this.pick(TOKENS), bytes.subarray(at)]);
      default: {
        const other = this.pick(SEEDS);
        return Buffer.concat([bytes.subarray(0, at), other.subarray(this.below(other.length + 1))]);
      }
    }
  }

  noise(): Buffer {
    return Buffer.from(Array.from({ length: this.below(200) }, () => this.below(256)));
  }
}

/** Runs a case twice and returns the processor time of the first run. */
function judge(bytes: Uint8Array): number {
  try {
    const elapsedMs = startProcessorTimer();
    const first = verdict(bytes);
    const firstMs = elapsedMs();
    expect(verdict(bytes)).toBe(first);
    return firstMs;
  } catch (error) {
    throw new Error(`bytes: ${JSON.stringify(Buffer.from(bytes).toString("latin1")).slice(0, 2000)}`, { cause: error });
  }
}

describe("any bytes", () => {
  test.each([1, 2, 3, 4])("[P19] mutated files give a verdict, the same twice (round %i)", (round) => {
    const mutator = new Mutator(round * 7919);
    let slowest = 0;
    for (let run = 0; run < FILES_PER_ROUND; run++) {
      let bytes: Buffer = Buffer.from(run % 20 === 0 ? mutator.noise() : mutator.pick(SEEDS));
      for (let times = mutator.below(6); times >= 0; times--) bytes = mutator.mutate(bytes);
      slowest = Math.max(slowest, judge(bytes));
    }
    expect(slowest).toBeLessThan(MAX_MS);
  });

  test("[P19] every seed and every beginning of every seed", () => {
    for (const seed of SEEDS) {
      const step = Math.max(1, Math.floor(seed.length / 60));
      for (let end = 0; end <= seed.length; end += step) judge(seed.subarray(0, end));
      judge(seed);
    }
  });
});

describe("large files", () => {
  test.each(HEAVY.map(([title, text]) => [title, text] as const))(
    "[P19] [P16] %s: a verdict within two seconds of processor time",
    (_, text) => {
      expect(text.length).toBeLessThanOrEqual(1_000_000);
      expect(judge(Buffer.from(text))).toBeLessThan(MAX_MS);
    },
  );

  test("[P19] large files cut and spliced", () => {
    const mutator = new Mutator(4711);
    let slowest = 0;
    for (let run = 0; run < 60; run++) {
      let bytes: Buffer = Buffer.from(mutator.pick(HEAVY)[1]);
      for (let times = mutator.below(4); times >= 0; times--) bytes = mutator.mutate(bytes);
      slowest = Math.max(slowest, judge(bytes));
    }
    expect(slowest).toBeLessThan(MAX_MS);
  });
});
