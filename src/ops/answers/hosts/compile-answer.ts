/** Builds the answer of `compile`: a skill in another host's format. */
import type { CompiledSkill } from "../../hosts/compile-skill.ts";
import { SCHEMA } from "../answer.ts";

export function compileAnswer({ host, name, directory, files, ...rest }: CompiledSkill): object {
  const { intents, readBack, losses, refused, written = null } = rest;
  return {
    schema: SCHEMA,
    host,
    name,
    directory,
    intents,
    readBack,
    losses: losses.map(({ meant, wanted, kept, ...loss }) => ({
      ...loss,
      meaning: meant,
      authored: wanted,
      resulting: kept,
    })),
    refused: [...new Set(refused.map(({ code }) => code))],
    files: files.map(({ path, state, after }) => ({ path, state, ...(after === undefined ? {} : { text: after }) })),
    written,
  };
}
