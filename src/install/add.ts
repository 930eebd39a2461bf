/** `add`: a source → a plan with every skill that was asked for. */
import { OperationError } from "../model/errors.ts";
import type { InstallContext } from "./context.ts";
import { fetchSource } from "./fetch-source.ts";
import { knowledgeOf } from "./knowledge.ts";
import { placeSkill, type Where } from "./place-skill.ts";
import { type Plan, type PlannedSkill, planSkill } from "./plan.ts";
import { showSource } from "./show-source.ts";
import type { Fetched, Found } from "./source.ts";

export interface AddRequest {
  readonly source: string;
  /** Names of the source's skills; all of them without any. */
  readonly skills?: readonly string[];
  readonly where: Where;
}

export async function planAdd(request: AddRequest, context: InstallContext): Promise<Plan> {
  const fetched = await fetchSource(request.source, context);
  const chosen = choose(fetched, request);
  const known = knowledgeOf(context);
  const skills: PlannedSkill[] = [];
  for (const found of chosen) {
    context.progress?.({ what: `looking at ${found.name}`, done: skills.length, total: chosen.length });
    const placed = placeSkill(found.name, found.origin.plugin, request.where, context.places, context.files);
    skills.push(await planSkill({ ...found, placed }, known, context));
  }
  refuseTwice(skills.map(({ placed }) => placed.directory));
  return { skills, diagnostics: fetched.diagnostics };
}

function choose({ skills, diagnostics }: Fetched, { source, skills: names = [] }: AddRequest): readonly Found[] {
  const missing = names.filter((name) => !skills.some((each) => each.name === name));
  if (missing.length > 0)
    throw new OperationError(
      "SK665",
      `\`${showSource(source)}\` has no skill ${missing.map((name) => `\`${name}\``).join(", ")}`,
      {
        hint:
          skills.length > 0
            ? `it has ${skills
                .slice(0, 20)
                .map(({ name }) => `\`${name}\``)
                .join(", ")}`
            : "it has none",
      },
    );
  if (skills.length === 0) {
    const [first] = diagnostics;
    throw new OperationError(first?.code ?? "SK665", first?.message ?? `\`${showSource(source)}\` has no skill`, {
      hint: first?.help ?? "a skill is a directory with a SKILL.md",
    });
  }
  return names.length === 0 ? skills : skills.filter(({ name }) => names.includes(name));
}

function refuseTwice(directories: readonly string[]): void {
  const twice = directories.find((directory, index) => directories.indexOf(directory) !== index);
  if (twice !== undefined)
    throw new OperationError("SK660", `two skills of the source would be installed as \`${twice}\``, {
      hint: "choose one with `--skill`, or name its directory in the source",
    });
}
