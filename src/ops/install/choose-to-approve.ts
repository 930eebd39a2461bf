import { loadSkills } from "../../catalog/load/load.ts";
import type { SkillToApprove } from "../../install/plan/approve.ts";
import { InputError } from "../../model/errors.ts";
import { approvalTarget, changedSkills } from "../answers/skills/show-answer.ts";
import type { OperationContext } from "../operation.ts";
import { findNamedSkill } from "../use/named-skill.ts";

/** Returns the skills for `approve`: the named skills, or with `changed` the skills that differ from their approval. */
export async function chooseToApprove(
  { names, changed }: { readonly names: readonly string[]; readonly changed: boolean },
  context: OperationContext,
): Promise<readonly SkillToApprove[]> {
  if (names.length === 0 && !changed)
    throw new InputError("`approve` takes the names of skills, or `--changed`", "see `skillwright approve --help`");
  const { snapshot } = await loadSkills(context.load);
  if (changed) return changedSkills(snapshot);
  return Promise.all(
    names.map(async (name) => approvalTarget(findNamedSkill(await context.skillNamed(name), snapshot).skill)),
  );
}
