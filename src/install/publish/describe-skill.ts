/** Reads the registry metadata of a skill from its skill file. */
import { parseSkillBytes } from "../../format/parse/parse-careful.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Bundle } from "../../model/skills/bundle.ts";

export interface DescribedSkill {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  /** `metadata.version` of the author. */
  readonly version?: string;
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;

/** Returns the metadata, or a clause about missing fields that users need to find the skill. */
export function describeSkill(name: string, bundle: Bundle): DescribedSkill | { readonly wrong: string } {
  if (!NAME.test(name) || name.length > MAX_NAME)
    return {
      wrong: `the name of its directory must have at most ${MAX_NAME} lowercase letters, digits and single hyphens`,
    };
  const file = bundle.files.find(({ path }) => path === "SKILL.md");
  if (file === undefined) return { wrong: "its file is not called `SKILL.md`" };
  const { skill, diagnostics } = parseSkillBytes(name, file.bytes);
  const broken = diagnostics.find(isError);
  if (skill === undefined || broken) return { wrong: broken?.message ?? "its frontmatter cannot be read" };
  if (skill.name !== name) return { wrong: `its \`name\` is \`${skill.name}\`, but its directory has another name` };
  if (skill.description === "") return { wrong: "it has no `description`" };
  const { license, compatibility, metadata } = skill.manifest;
  const version = metadata?.["version"];
  return {
    name,
    description: skill.description,
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(typeof version === "string" || typeof version === "number" ? { version: String(version) } : {}),
  };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
