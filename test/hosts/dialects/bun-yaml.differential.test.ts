/**
 * Compares Claude Code's YAML reader with an oracle that follows Bun's own parser. At most one of a thousand mutated
 * headers may differ, such as one with a NUL after a colon.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { type BunYaml, parseBunYaml } from "../../../src/hosts/dialects/bun-yaml/bun-yaml.ts";
import { dice } from "../../catalog/watch/stress.ts";
import { parseBunYaml as oracle } from "./oracles/bun-yaml/bun-yaml.ts";

/** To run more: `SKILLWRIGHT_MUTATIONS=20000`. To use other files: `SKILLWRIGHT_HEADERS=DIRECTORY`. */
const MUTATIONS = Number(process.env["SKILLWRIGHT_MUTATIONS"] ?? 2000);
const SKILLS = process.env["SKILLWRIGHT_HEADERS"] ?? join(import.meta.dirname, "../../../skills");
const FIXTURES = join(import.meta.dirname, "../../fixtures");
const MAX_DIFFERENT = 0.001;
const MINUTE = 60_000;

const PIECES = [
  ...[
    "\n",
    "\n  ",
    "\t",
    " ",
    "  ",
    ": ",
    ":",
    "- ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "!!str ",
    "!",
    "|\n",
    "|",
  ],
  ...[
    "> ",
    ">",
    "'",
    '"',
    "\\",
    "#",
    " #",
    "---\n",
    "...\n",
    "%",
    "@",
    "\r\n",
    "\r",
    "\0",
    "1",
    "<<: ",
    "~",
    "true",
    "`",
  ],
];

function headersIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("SKILL.md"))
    .sort()
    .flatMap((path) => /^---\s*\n(.*?)---/s.exec(readFileSync(join(directory, path), "utf8"))?.[1] ?? []);
}

function outcome(parsed: BunYaml): unknown {
  return "value" in parsed ? parsed : "broken";
}

function isSame(header: string): boolean {
  return isDeepStrictEqual(outcome(parseBunYaml(header)), outcome(oracle(header)));
}

test("[V7] headers as they are written", () => {
  const headers = [...headersIn(SKILLS), ...headersIn(FIXTURES)];
  expect(headers.length).toBeGreaterThan(50);
  expect(headers.filter((header) => !isSame(header))).toEqual([]);
});

test(
  `[V7] ${MUTATIONS} mutated headers`,
  () => {
    const headers = headersIn(SKILLS);
    const roll = dice(7);
    const different: string[] = [];
    for (let done = 0; done < MUTATIONS; done++) {
      const mutated = mutate(headers[roll(headers.length)] ?? "", roll);
      if (!isSame(mutated)) different.push(mutated);
    }
    expect(different.length > MUTATIONS * MAX_DIFFERENT ? different : []).toEqual([]);
  },
  MINUTE,
);

function mutate(header: string, roll: (below: number) => number): string {
  let text = header;
  for (let left = 1 + roll(3); left > 0; left--) {
    const [at, piece, action] = [roll(text.length + 1), PIECES[roll(PIECES.length)] ?? "", roll(4)];
    if (action === 0) text = text.slice(0, at) + piece + text.slice(at);
    else if (action === 1) text = text.slice(0, at) + text.slice(at + 1 + roll(3));
    else if (action === 2) text = withoutLines(text, roll);
    else text = text.slice(0, at) + piece + text.slice(at + piece.length);
  }
  return text;
}

function withoutLines(text: string, roll: (below: number) => number): string {
  const lines = text.split("\n");
  lines.splice(roll(lines.length), 1 + roll(2));
  return lines.join("\n");
}
