import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { checkSkills } from "../../src/check-skills.ts";
import { OperationError } from "../../src/model/errors.ts";
import { makeTree } from "./tree.ts";

// Whoever runs the tests may write everywhere.
vi.mock("../../src/platform/write-file.ts", async (original) => {
  const real = await original<typeof import("../../src/platform/write-file.ts")>();
  return {
    ...real,
    writeFileAtomically(path: string, content: string | Uint8Array): void {
      if (path.includes("/locked/")) throw new OperationError("SK601", `\`${path}\` cannot be written`);
      real.writeFileAtomically(path, content);
    },
  };
});

test("[O8] a file that cannot be written is said, and the others are repaired", async () => {
  const broken = (name: string): string => `---\nname: ${name}\ndescription: Use when: asked\n---\nBody\n`;
  const tree = makeTree({ "r/locked/SKILL.md": broken("locked"), "r/open/SKILL.md": broken("open") });
  const planned: string[] = [];
  const { fixed, diagnostics } = await checkSkills([tree.at("r")], {
    fix: "apply",
    ambient: false,
    environment: tree.environment,
    planned: ({ path }) => planned.push(tree.plain(path)),
  });
  expect([planned, tree.plain(fixed)]).toEqual([["/r/locked/SKILL.md", "/r/open/SKILL.md"], ["/r/open/SKILL.md"]]);
  expect(tree.plain(diagnostics.filter(({ code }) => code === "SK601" || code === "SK003"))).toMatchObject([
    { code: "SK601", severity: "error", path: "/r/locked/SKILL.md" },
    { code: "SK003", path: "/r/locked/SKILL.md" },
  ]);
  expect(readFileSync(tree.at("r/locked/SKILL.md"), "utf8")).toBe(broken("locked"));
});
