/** Converts skills into picker items: the loaded skills, and optionally every other found file with its outcome. */
import type { Skill } from "../../model/skills/skill.ts";
import type { Skills } from "../../ops/open-skills.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { PickItem } from "./item.ts";

export function skillItems(skills: Skills, all: boolean): PickItem[] {
  const { snapshot } = skills;
  const item = (skill: Skill, state: string, missing: readonly string[] = []): PickItem => ({
    id: skill.id,
    name: skill.name,
    description: skill.description,
    scope: skill.scope,
    path: skill.path,
    state,
    warnings: () => [...missing, ...needs(skill)],
    preview: () => previewOf(skill),
  });
  const loaded = snapshot.skills.map(({ skill, withheld }) =>
    item(skill, withheld ? "withheld" : "loaded", withheld ? [withheld.reason] : []),
  );
  if (!all) return loaded;
  return [
    ...loaded,
    ...snapshot.ineligible.map(({ skill, missing }) =>
      item(
        skill,
        "ineligible",
        missing.map(({ message }) => message),
      ),
    ),
    ...snapshot.overridden.map(({ skill, by }) => item(skill, "overridden", [`\`${by}\` is loaded instead`])),
    ...snapshot.disabled.map(({ skill, reason }) => item(skill, "disabled", [reason])),
    ...snapshot.rejected.map(
      ({ id, name, path, root, diagnostics }): PickItem => ({
        id,
        name,
        description: "",
        scope: root.scope,
        path,
        state: "rejected",
        warnings: () => diagnostics.map(({ code, message }) => `${code}: ${message}`),
        preview: () => "",
      }),
    ),
  ];
}

/** Returns the dependencies that the skill declares. */
function needs({ sidecar, manifest }: Skill): string[] {
  const tools = (sidecar?.dependencies?.tools ?? []).map(({ type, value }) => `${type} ${value}`);
  return [
    ...(tools.length > 0 ? [`needs ${tools.join(", ")}`] : []),
    ...(manifest.compatibility ? [`says: ${manifest.compatibility}`] : []),
  ];
}

const MAX_PREVIEW = 4096;

/** Returns the first lines of a skill's body. Returns an empty text if the body cannot be read. */
function previewOf({ path, bodyOffset, root }: Skill): string {
  if (root.source !== undefined) return "";
  try {
    const bytes = nodeFiles.readFile(path, 1 << 20).subarray(bodyOffset, bodyOffset + MAX_PREVIEW);
    return new TextDecoder().decode(bytes).trimStart();
  } catch {
    return "";
  }
}
