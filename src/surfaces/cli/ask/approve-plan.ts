/** Shows a plan, asks where somebody can answer, and carries it out: what `add`, `update`, `install` and `approve` share. */

import type { Applied, Approval, Installer, Plan } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { planJson } from "../../../ops/answers/plan-answer.ts";
import { type Context, flag, type OptionSpec } from "../command.ts";
import { printable } from "../output/paint.ts";

export const APPROVAL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  yes: { type: "boolean", short: "y", summary: "do not ask; covers only what policy allows without a look" },
  accept: {
    type: "string",
    value: "DIGEST",
    multiple: true,
    summary: "let exactly these bytes in, whatever is said against them; repeatable",
  },
  "dry-run": { type: "boolean", summary: "show what would happen, and change nothing" },
};

/** `gone`: directories of skills that are removed with it. */
export async function carryOut(
  plan: Plan,
  question: string,
  installer: Installer,
  context: Context,
  gone: readonly string[] = [],
): Promise<number> {
  if (plan.skills.length + plan.diagnostics.length + gone.length === 0) context.err.line("there is nothing to do");
  if (flag(context, "dry-run")) {
    const code = await dryRun(plan, installer, context);
    if (!context.json) tell(await installer.remove(gone, { dryRun: true }), installer, context, true);
    return code;
  }
  if (!context.json) await showOpen(plan, installer, context);
  const approval = await approvalOf(plan, question, context);
  if (approval === undefined) {
    context.err.line("nothing was changed");
    return 1;
  }
  const applied = [...(await installer.apply(plan, approval)), ...(await installer.remove(gone))];
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, applied, ...planJson(plan) }));
  else
    tell(
      applied.map((each) => asSeen(each, plan)),
      installer,
      context,
    );
  return codeOf(plan);
}

/** What has nothing to do is not worth a word before it is done. */
async function showOpen(
  { skills, diagnostics }: Plan,
  { projectRoot }: Installer,
  { err, paintErr }: Context,
): Promise<void> {
  const open = skills.filter((skill) => skill.action !== "same");
  const { showPlan } = await import("../show/show-plan.ts");
  showPlan({ skills: open, diagnostics }, { out: err, paint: paintErr, cwd: projectRoot });
  err.flush();
}

/** Where only the version in the lock is another, the skill is what it was. */
function asSeen(applied: Applied, { skills }: Plan): Applied {
  const planned = skills.find(({ placed }) => placed.directory === applied.directory);
  return applied.action === "keep" && planned?.approvedBefore ? { ...applied, action: "same" } : applied;
}

/** What was left out is a failure of what was asked for. */
function codeOf({ diagnostics }: Plan): number {
  return diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
}

export function tell(applied: readonly Applied[], installer: Installer, { out }: Context, dry = false): void {
  for (const each of applied) out.line(told(each, installer, dry));
}

async function dryRun(plan: Plan, { projectRoot, misread }: Installer, context: Context): Promise<number> {
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, applied: [], ...planJson(plan) }));
  else {
    const { showPlan } = await import("../show/show-plan.ts");
    // Carried out, the plan would fail on it.
    const diagnostics = misread ? [misread, ...plan.diagnostics] : plan.diagnostics;
    showPlan({ ...plan, diagnostics }, { out: context.out, paint: context.paint, cwd: projectRoot });
  }
  return codeOf(plan);
}

/** A person is only asked where the answer would be enough. undefined: they said no. */
async function approvalOf({ skills }: Plan, question: string, context: Context): Promise<Approval | undefined> {
  const accept = context.values["accept"];
  const digests = Array.isArray(accept) ? accept.map(String) : [];
  const yes = flag(context, "yes");
  if (flag(context, "frozen") && !yes) return { digests, unapproved: true };
  const open = skills.filter(({ action, digest }) => action !== "same" && !digests.includes(digest));
  const blocked = open.some(({ need }) => need.need === "digest" || need.need === "denied");
  const unknown = open.some(({ approvedBefore }) => !approvedBefore);
  const asked = !yes && unknown && !blocked && !context.json && process.stdin.isTTY === true;
  if (!asked) return { digests, yes };
  const { confirmed } = await import("./confirm.ts");
  return (await confirmed(question, context)) ? { digests, person: true } : undefined;
}

const DONE: Readonly<Record<Applied["action"], string>> = {
  add: "added",
  replace: "replaced",
  keep: "approved",
  same: "unchanged",
  remove: "removed",
};

function told({ name, directory, action }: Applied, { projectRoot }: Installer, dry: boolean): string {
  const shown = directory.startsWith(`${projectRoot}/`) ? directory.slice(projectRoot.length + 1) : directory;
  const what = dry ? `${printable(name)} would be ${DONE[action]}` : `${DONE[action]} ${printable(name)}`;
  return `${what} ${action === "remove" ? "from" : "in"} ${printable(shown)}`;
}
