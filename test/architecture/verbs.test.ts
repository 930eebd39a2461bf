/** The tables of verbs are up to date, and each verb's definition is consistent. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTables } from "../../scripts/verbs.mjs";
import { ALL_VERBS } from "../../src/ops/all-verbs.ts";
import { VERBS } from "../../src/ops/verbs.ts";
import { COMMANDS, MOVED_VERBS } from "../../src/surfaces/cli/commands.ts";

const root = resolve(import.meta.dirname, "../..");

describe("verbs", () => {
  test("the tables are what `node scripts/verbs.mjs` writes", async () => {
    for (const [path, text] of Object.entries(await makeTables()))
      expect([path, readFileSync(join(root, path), "utf8")]).toEqual([path, text]);
  });

  test.each(ALL_VERBS.map((verb) => [verb.name, verb] as const))(
    "%s is consistent",
    (name, { operations, examples }) => {
      expect(VERBS.map((each) => each.name)).toContain(name);
      expect(examples.length).toBeGreaterThan(0);
      const onCli = Object.values(operations).filter(({ cli }) => cli !== undefined);
      const forms = onCli.map(({ cli }) => [...(cli?.flags ?? [])].sort().join(" "));
      expect(new Set(forms).size).toBe(forms.length);
      for (const { summary, effects, input, cli, http } of Object.values(operations)) {
        expect(summary).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
        expect(effects.length).toBeGreaterThan(0);
        const omitted = [
          ...Object.keys(cli?.omits ?? {}),
          ...(typeof http === "string" ? [] : Object.keys(http.omits ?? {})),
        ];
        const fields = Object.keys(input.fields ?? {});
        expect([...omitted, ...(cli?.arguments ?? [])].filter((field) => !fields.includes(field))).toEqual([]);
      }
    },
  );

  test("a verb that moved leads to a command that exists", () => {
    for (const [before, [name]] of Object.entries(MOVED_VERBS)) {
      expect(COMMANDS.map((each) => each.name)).not.toContain(before);
      expect(COMMANDS.map((each) => each.name)).toContain(name);
    }
  });
});
