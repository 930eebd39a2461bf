import { expect, test } from "vitest";
import type { Plan } from "../../src/install/plan/plan.ts";
import { applyApproved } from "../../src/ops/install/apply-approved.ts";
import type { Installer } from "../../src/ops/open-installer.ts";
import type { OperationContext } from "../../src/ops/operation.ts";

const SKILLS = [
  { name: "good", digest: "g", action: "add", approvedBefore: false, need: { need: "yes", because: [] } },
  { name: "bad", digest: "b", action: "add", approvedBefore: false, need: { need: "digest", because: ["SK802"] } },
];

async function carried(answer: "yes" | "no", accept: readonly string[] = []) {
  const asked: (string | undefined)[] = [];
  const applied: string[] = [];
  const installer = {
    projectRoot: "/p",
    apply: async ({ skills }: Plan) => {
      applied.push(...skills.map(({ name }) => name));
      return [];
    },
    showFiles: async () => new Map(),
    remove: async () => [],
  } as unknown as Installer;
  const review = async (_: unknown, question?: string) => {
    asked.push(question);
    return answer;
  };
  const plan = { skills: SKILLS, diagnostics: [] } as unknown as Plan;
  const context = { review } as unknown as OperationContext;
  const { hasFailed } = await applyApproved(plan, { verb: "Install" }, { accept }, installer, context);
  return { asked, applied, hasFailed };
}

test("[Y5] one blocked skill does not stop the others: a person is asked about these", async () => {
  expect(await carried("yes")).toEqual({
    asked: ["Install 1 skill, without bad?"],
    applied: ["good"],
    hasFailed: true,
  });
  expect(await carried("no")).toMatchObject({ applied: [], hasFailed: true });
  expect(await carried("yes", ["b"])).toEqual({
    asked: ["Install 2 skills?"],
    applied: ["good", "bad"],
    hasFailed: false,
  });
});
