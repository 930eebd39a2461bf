/**
 * Tests every expression of the audit with the lines that it describes. No alternative is lost, and each line is
 * reported in the right place.
 */
import { describe, expect, test } from "vitest";
import { ALL_PATTERNS, PREFILTERED } from "../../../src/trust/audit/patterns/find-patterns.ts";
import { type Pattern, positionInOrder } from "../../../src/trust/audit/patterns/pattern.ts";
import { hasAllRequiredPieces, makePrefilter } from "../../../src/trust/audit/patterns/prefilter.ts";
import { AUDIT_RULES } from "../../../src/trust/audit/rules.ts";
import { findingsOf, skillWith } from "./bundle.ts";
import { join, wordingsOf } from "./wordings.ts";

const ROWS = PREFILTERED.map((sought, index) => [index, sought] as const);
const look = makePrefilter(PREFILTERED);

function linesFor(parts: readonly RegExp[]): string[] {
  const lines = parts.map(wordingsOf).reduce((before, after) => join(before, after, " "));
  return lines.filter((line) => positionInOrder(line, parts) !== -1);
}

describe("[G1] the search for words keeps every line that the expressions describe", () => {
  test.each(ROWS)("%i", (_, sought) => {
    const lines = linesFor(sought.parts);
    expect(lines.length).toBeGreaterThan(1);
    const isKept = (line: string): boolean =>
      look(line).some(({ of }) => of.includes(sought)) && hasAllRequiredPieces(sought, line.toLowerCase());
    expect(lines.filter((line) => !isKept(line))).toEqual([]);
  });

  test.each(ROWS)("%i: each word excludes some lines", (_, { besides = [] }) => {
    expect(besides.flat().filter((piece) => piece === "")).toEqual([]);
  });
});

const PLACES: Readonly<Record<string, (line: string) => ReturnType<typeof skillWith>>> = {
  prose: (line) => skillWith(line),
  code: (line) => skillWith(`~~~sh\n${line}\n~~~`),
  comment: (line) => skillWith(`<!--\n${line}\n-->`),
  script: (line) => skillWith("", { "scripts/run.sh": `${line}\n` }),
  data: (line) => skillWith("", { "data.json": `${line}\n` }),
};

/** Returns the places in which a line is reported as this shape. */
async function reportedIn({ code, message }: Pattern, line: string): Promise<string[]> {
  const places: string[] = [];
  for (const [place, bundleWith] of Object.entries(PLACES)) {
    const found = await findingsOf(bundleWith(line));
    if (found.some((each) => each.code === code && each.message === message)) places.push(place);
  }
  return places;
}

async function describeShape(shape: Pattern): Promise<string> {
  const [line = ""] = linesFor(shape.parts);
  const show = (places: readonly string[]): string => places.join(", ") || "not reported";
  const rows = [`${shape.code} ${shape.message}`, `${line}: ${show(await reportedIn(shape, line))}`];
  const exception = shape.unless && `${line} ${wordingsOf(shape.unless)[0]}`;
  if (exception) rows.push(`${exception}: ${show(await reportedIn(shape, exception))}`);
  return rows.join("\n    ");
}

test("[G13] [G14] [G16] each shape has a message and a line that it matches, is reported in certain places, and knows exceptions", async () => {
  const shapes: string[] = [];
  for (const shape of ALL_PATTERNS) shapes.push(await describeShape(shape));
  await expect(`${shapes.join("\n")}\n`).toMatchFileSnapshot("__snapshots__/shapes.txt");
});

test("[G2] each rule has a severity, a reason and a piece of advice", async () => {
  const rules = Object.entries(AUDIT_RULES).map(
    ([code, { severity, why, help }]) => `${code} ${severity}: ${why}\n    ${help}`,
  );
  await expect(`${rules.join("\n")}\n`).toMatchFileSnapshot("__snapshots__/rules.txt");
});
