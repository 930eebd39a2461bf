/** What a bundle's own SKILL.md says at its top, for who decides about it before it is anywhere. */
import type { Bundle } from "../model/bundle.ts";
import { parseUnplaced } from "../parse/parse-unplaced.ts";
import { type InstallSpec, installSpecs } from "./packages/install-spec.ts";

export interface Head {
  readonly description: string;
  /** What it wants from package managers. */
  readonly packages: readonly InstallSpec[];
}

/** Empty where there is nothing that could be read; what is wrong with it is for others to say. */
export function readHead(name: string, { files }: Bundle): Head {
  const file = files.find(({ path }) => path.toLowerCase() === "skill.md");
  const skill = file && parseUnplaced(name, file.bytes).skill;
  return skill
    ? { description: skill.description, packages: installSpecs(skill.manifest) }
    : { description: "", packages: [] };
}
