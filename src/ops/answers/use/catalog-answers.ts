/** Builds the answers of `catalog` and `explain --message`: which skills a model or a message gets. */

import type { Catalog, CatalogOptions } from "../../../activate/list-catalog.ts";
import type { MessageResolution } from "../../../activate/select/resolve-message.ts";
import { LinePositions, type Span } from "../../../model/diagnostics/span.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import type { Skills } from "../../open-skills.ts";
import { type Answer, mapLazily, SCHEMA } from "../answer.ts";

export function catalogAnswer({ text: written, entries, ...rest }: Catalog): Answer {
  const { host, format, revision, allowance, used, counts } = rest;
  return {
    fields: { schema: SCHEMA, host, format, revision, allowance, used, counts, text: written },
    lists: {
      entries: mapLazily(entries, ({ id, address, coverage, tokens, text }) => ({
        id,
        address,
        coverage,
        tokens,
        text,
      })),
    },
  };
}

/**
 * Describes skills that match a message but have no description in the catalog. Returns an empty text if there are
 * none.
 */
export async function makeRelevanceNote(
  message: string,
  skills: Skills,
  given: Pick<CatalogOptions, "scope" | "files">,
  size: Pick<CatalogOptions, "window">,
): Promise<string> {
  const session = await skills.session(given);
  await skills.tools(session, size);
  return (await session.relevant(message, size))?.text ?? "";
}

interface Position {
  readonly form?: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns where a message names a skill. Returns undefined if the user picked the skill from a list, so the message
 * does not name it.
 */
export function spanOf({ form, start, end }: Position, lines: LinePositions): Span | undefined {
  return form === "pick" ? undefined : lines.span(start, end - start);
}

function positionJson(where: Position, lines: LinePositions): object {
  const span = spanOf(where, lines);
  return { start: where.start, end: where.end, line: span?.line ?? null, column: span?.column ?? null };
}

export function resolutionAnswer(
  message: string,
  { selected, refused, suggested }: MessageResolution,
  { host, revision }: Pick<Snapshot, "host" | "revision">,
): Answer {
  const lines = new LinePositions("message", message);
  return {
    fields: { schema: SCHEMA, host, revision },
    lists: {
      selected: mapLazily(selected, ({ offered, by, form, arguments: given, command = null, ...where }) => {
        const { id, name, path } = offered.loaded.skill;
        return {
          ...{ address: offered.address, id, name, path, matchedBy: by, form, arguments: given ?? null, command },
          ...positionJson({ form, ...where }, lines),
        };
      }),
      refused: mapLazily(refused, ({ code, asked, reason, help, candidates, ...where }) => ({
        ...{ code, asked, reason, help: help ?? null, candidates, form: where.form ?? null },
        ...positionJson(where, lines),
      })),
      suggested: mapLazily(suggested, ({ address, phrase, ...where }) => ({
        address,
        phrase,
        ...positionJson(where, lines),
      })),
    },
  };
}
