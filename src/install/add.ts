/** `add`: a source → a plan with every skill that was asked for. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { OperationError } from "../model/errors.ts";
import { chooseSkills } from "./choose-skills.ts";
import type { InstallContext } from "./context.ts";
import { fetchSource } from "./fetch-source.ts";
import { knowledgeOf } from "./knowledge.ts";
import { placeSkill, type Where } from "./place-skill.ts";
import { type Plan, type PlannedSkill, planSkill } from "./plan.ts";

export interface AddRequest {
  readonly source: string;
  /** Names of the source's skills; all of them without any. */
  readonly skills?: readonly string[];
  readonly where: Where;
}

export async function planAdd(request: AddRequest, context: InstallContext): Promise<Plan> {
  const fetched = await fetchSource(request.source, context);
  const chosen = chooseSkills(fetched, request.source, request.skills ?? []);
  const known = knowledgeOf(context);
  const skills: PlannedSkill[] = [];
  for (const found of chosen.skills) {
    context.progress?.({ what: `looking at ${found.name}`, done: skills.length, total: chosen.skills.length });
    const placed = placeSkill(found.name, found.origin.plugin, request.where, context.places, context.files);
    skills.push(await planSkill({ ...found, placed }, known, context));
  }
  refuseTwice(skills.map(({ placed }) => placed.directory));
  return { skills, diagnostics: chosen.diagnostics.filter((each) => !isSaid(each, skills)) };
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
