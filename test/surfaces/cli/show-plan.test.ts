import { expect, test } from "vitest";
import type { Applied } from "../../../src/install/apply/apply.ts";
import type { PlannedSkill } from "../../../src/install/plan/plan.ts";
import type { Context } from "../../../src/surfaces/cli/command.ts";
import { showAppliedReview } from "../../../src/surfaces/cli/show/show-plan.ts";

test("[Y19] the report of an installation reads each of thousands of skills a few times, not each for each", () => {
  const count = 8000;
  let reads = 0;
  const names = Array.from({ length: count }, (_, index) => `s-${index}`);
  const skills = names.map((name) => ({
    name,
    approvedBefore: name !== "s-1",
    get target() {
      reads++;
      return { directory: `/p/.agents/skills/${name}` };
    },
  }));
  const digest = "sha256:0";
  const applied = names.map(
    (name): Applied => ({ name, digest, directory: `/p/.agents/skills/${name}`, action: "keep" }),
  );
  const lines: string[] = [];
  const review = { plan: { skills: skills as unknown as PlannedSkill[], diagnostics: [] }, applied, removable: [] };
  const context = { out: { line: (line: string) => lines.push(line) } } as unknown as Context;
  showAppliedReview({ ...review, isDeclined: false, hasFailed: false, projectRoot: "/p" }, context, {});
  expect(lines.slice(0, 3)).toEqual([
    "unchanged s-0 in .agents/skills/s-0",
    "approved s-1 in .agents/skills/s-1",
    "unchanged s-2 in .agents/skills/s-2",
  ]);
  expect([lines.length, reads <= 2 * count]).toEqual([count, true]);
});
