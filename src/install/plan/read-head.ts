/** What a bundle's own SKILL.md says at its top, for who decides about it before it is anywhere. */
import { inMemoryLocation } from "../../format/parse/build-skill.ts";
import { parseQuick } from "../../format/parse/quick/parse-quick.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { type InstallSpec, installSpecs } from "../packages/install-spec.ts";

export interface Head {
  readonly description: string;
  /** What it wants from package managers. */
  readonly packages: readonly InstallSpec[];
}

/** Empty where there is nothing that could be read; what is wrong with it is for others to say. */
export async function readHead(name: string, { files }: Bundle): Promise<Head> {
  const file = files.find(({ path }) => path.toLowerCase() === "skill.md");
  const skill = file && (quickly(name, file.bytes) ?? (await carefully(name, file.bytes)));
  return skill ? headOf(skill) : { description: "", packages: [] };
}

export function headOf({ description, manifest }: Pick<Skill, "description" | "manifest">): Head {
  return { description, packages: installSpecs(manifest) };
}

function quickly(name: string, { buffer, byteOffset, length }: Uint8Array): Skill | undefined {
  const head = Buffer.from(buffer, byteOffset, length);
  return parseQuick(inMemoryLocation(name), head, length, DEFAULT_LIMITS.maxFrontmatterBytes, []);
}

async function carefully(name: string, bytes: Uint8Array): Promise<Skill | undefined> {
  const { parseInMemory } = await import("../../format/parse/parse-careful.ts");
  return parseInMemory(name, bytes).skill;
}
