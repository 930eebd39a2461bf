/** The allow-lists of programs as one list, so that a review sees every option that a `*` grants from now on, or no longer. */
import { expect, test } from "vitest";
import { type Program, tableOf, type Use, usesOf } from "../../../src/session/permit/shell/program.ts";
import { PROGRAMS } from "../../../src/session/permit/shell/programs/programs.ts";
import { WORD_KINDS } from "../../../src/session/permit/shell/why-word-asks.ts";

function describeUse(name: string, { options = {}, commands = {}, needs = [], ...rest }: Use): string[] {
  const flags = Object.entries(rest).map(([key, value]) => (value === true ? key : `${key} "${value}"`));
  return [
    [name, ...flags, ...needs.map((spellings) => `needs ${spellings}`)].join(", "),
    ...Object.entries(options).map(([spellings, reason]) => `    ${spellings}: ${reason}`),
    ...describePrograms(Object.entries(commands), `${name} `),
  ];
}

/** Describes programs with the same uses once, under all their names. */
function describePrograms(programs: Iterable<readonly [string, Program]>, before = ""): string[] {
  const names = new Map<Program, string[]>();
  for (const [name, program] of [...programs].sort(([a], [b]) => (a < b ? -1 : 1)))
    names.set(program, [...(names.get(program) ?? []), name]);
  return [...names].flatMap(([program, all]) =>
    usesOf(program).flatMap((use) => describeUse(before + all.join(" | "), use)),
  );
}

test("[B12] a `*` grants the options, operands and commands that the allow-list of its program names", async () => {
  await expect(`${describePrograms(PROGRAMS).join("\n")}\n`).toMatchFileSnapshot("__snapshots__/grants.txt");
});

function usesBelow(program: Program): readonly Use[] {
  return usesOf(program).flatMap((use) => [use, ...Object.values(use.commands ?? {}).flatMap(usesBelow)]);
}

test("[B12] every kind of word in an allow-list is defined", () => {
  const kinds = [...PROGRAMS.values()].flatMap(usesBelow).flatMap((use) => {
    const { options, operands, afterDashes = [] } = tableOf(use);
    return [...operands, ...afterDashes, ...[...options.values()].flatMap(({ value }) => value ?? [])];
  });
  expect(kinds.length).toBeGreaterThan(500);
  expect(kinds.filter(({ kind }) => !Object.hasOwn(WORD_KINDS, kind))).toEqual([]);
});
