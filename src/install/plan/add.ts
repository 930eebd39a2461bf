/** `add`: a source → a plan with every skill that was asked for. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { InstallContext } from "../context.ts";
import { fetchSource } from "../fetch/fetch-source.ts";
import { notOffered } from "../fetch/offered-skills.ts";
import { readInstallState } from "../install-state.ts";
import { chooseDirectories, type Where } from "../install-target.ts";
import { chooseSkills } from "./choose-skills.ts";
import type { Plan, PlannedSkill } from "./plan.ts";

export interface AddRequest {
  readonly source: string;
  /** Names of the source's skills; all of them without any. */
  readonly skills?: readonly string[];
  readonly where: Where;
}

export async function planAdd(request: AddRequest, context: InstallContext): Promise<Plan> {
  await context.hosts.typed(request.source);
  const [fetched, { planSkill }] = await Promise.all([fetchSource(request.source, context), planner()]);
  const names = request.skills ?? [];
  const chosen = chooseSkills(fetched, request.source, names);
  const elsewhere = names.length === 0 ? notOffered(fetched.elsewhere ?? []) : [];
  const known = readInstallState(context);
  const placing = chooseDirectories(request.where, context.places, context.files);
  const skills: PlannedSkill[] = [];
  for (const found of chosen.skills) {
    context.progress?.({ what: `looking at ${found.name}`, done: skills.length, total: chosen.skills.length });
    const placed = placing(found.name, found.origin.plugin);
    skills.push(await planSkill({ ...found, placed }, known, context));
  }
  refuseTwice(skills.map(({ placed }) => placed.directory));
  return { skills, diagnostics: [...chosen.diagnostics.filter((each) => !isSaid(each, skills)), ...elsewhere] };
}

/** What judges skills is loaded while their source answers; by turns, so that it is not kept waiting. */
async function planner(): Promise<typeof import("./plan.ts")> {
  await turn();
  const plan = await import("./plan.ts");
  await turn();
  process.getBuiltinModule("node:crypto");
  return plan;
}

function turn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** What speaks against a skill stands with it, and is not said twice. */
function isSaid({ code, message }: Diagnostic, skills: readonly PlannedSkill[]): boolean {
  return skills.some(({ findings }) => findings.some((each) => each.code === code && each.message === message));
}

function refuseTwice(directories: readonly string[]): void {
  const twice = directories.find((directory, index) => directories.indexOf(directory) !== index);
  if (twice !== undefined)
    throw new OperationError("SK660", `two skills of the source would be installed as \`${twice}\``, {
      hint: "choose one with `--skill`, or name its directory in the source",
    });
}
