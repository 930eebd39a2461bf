/** `compile`: a skill in another host's words. */
import type { CompiledSkill } from "../compile-skill.ts";
import { SCHEMA } from "./answer.ts";

export function compileAnswer({ host, name, directory, files, ...rest }: CompiledSkill): object {
  const { intents, readBack, losses, refused, written = null } = rest;
  return {
    schema: SCHEMA,
    host,
    name,
    directory,
    intents,
    readBack,
    losses,
    refused: [...new Set(refused.map(({ code }) => code))],
    files: files.map(({ path, state, after }) => ({ path, state, ...(after === undefined ? {} : { text: after }) })),
    written,
  };
}
