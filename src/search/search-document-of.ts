/** Conductor: a skill, or a file that is none, to the document that search sees; its body fresh from where it lives. */
import { readBody } from "../activate/read-body.ts";
import type { Config } from "../catalog/config/config.ts";
import type { LoadOptions } from "../catalog/load/load.ts";
import { OperationError, systemCode } from "../model/errors.ts";
import type { Rejected, Skill } from "../model/skills/skill.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import type { SearchDocument } from "./search-document.ts";
import { splitHeadings } from "./split-headings.ts";

interface Reading {
  readonly options: LoadOptions;
  readonly config: Pick<Config, "limits">;
}

export async function documentOf(source: Skill | Rejected, context: Reading, bodies: boolean): Promise<SearchDocument> {
  if (!("manifest" in source)) return rejectedDocument(source, context, bodies);
  const { id, name, description, manifest, root } = source;
  const extra = [manifest.whenToUse ?? "", ...(manifest.triggers ?? [])].join("\n").trim();
  // [MC20] No file of a server is fetched before somebody loads the skill.
  if (!bodies || root.foreign) return { id, name, description, extra };
  const { headings, rest } = splitHeadings(await bodyOf(source, context));
  return { id, name, description, extra, headings, body: rest };
}

async function bodyOf(skill: Skill, { options, config }: Reading): Promise<string> {
  try {
    return (await readBody(skill, options, config.limits)).body;
  } catch (error) {
    // Gone or changed since it was listed; its name and description are there all the same.
    if (!(error instanceof OperationError)) throw error;
    return "";
  }
}

/** Of what is no skill all text is body: its parts cannot be told from each other. */
function rejectedDocument(
  { id, name, path, root }: Rejected,
  { options: { files = nodeFiles }, config }: Reading,
  bodies: boolean,
): SearchDocument {
  if (!bodies || root.source !== undefined) return { id, name, description: "" };
  try {
    const bytes = files.readFile(path, config.limits.maxSkillBytes);
    return { id, name, description: "", body: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return { id, name, description: "" };
  }
}
