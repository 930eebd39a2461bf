/** Builds the answers of `catalog`, `resolve`, `search` and `load`: the texts that a model receives. */

import type { Catalog, CatalogOptions } from "../../activate/list-catalog.ts";
import type { ResourceAnswer } from "../../activate/read-skill-files.ts";
import type { Resolution } from "../../activate/select/resolve-message.ts";
import type { Activation } from "../../model/conversation/activation.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import { Lines, type Span } from "../../model/diagnostics/span.ts";
import { OperationError } from "../../model/errors.ts";
import type { Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import type { FoundSkill } from "../../search/search-skills.ts";
import type { Skills } from "../open-skills.ts";
import { type Answer, diagnosticJson, mapLazily, SCHEMA } from "./answer.ts";

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
 * Returns a text about the skills that match a message but that the catalog does not describe; empty if there are none.
 */
export async function relevantText(
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
 * Returns where a message names a skill; undefined for a skill that the user picked, which has no position in the
 * message.
 */
export function spanOf({ form, start, end }: Position, lines: Lines): Span | undefined {
  return form === "pick" ? undefined : lines.span(start, end - start);
}

function positionJson(where: Position, lines: Lines): object {
  const span = spanOf(where, lines);
  return { start: where.start, end: where.end, line: span?.line ?? null, column: span?.column ?? null };
}

export function resolutionAnswer(
  message: string,
  { selected, refused, suggested }: Resolution,
  { host, revision }: Pick<Snapshot, "host" | "revision">,
): Answer {
  const lines = new Lines("message", message);
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

export function searchAnswer(
  query: string,
  found: readonly FoundSkill[],
  { host, revision, skills }: Pick<Snapshot, "host" | "revision" | "skills">,
): Answer {
  const match = found.length === 0 ? "none" : found[0]?.weak ? "weak" : "good";
  const states = new Map(skills.map(({ skill, withheld }) => [skill.id, withheld]));
  const hits = mapLazily(found, (each) => hitJson(each, states.get(each.id)));
  return { fields: { schema: SCHEMA, host, revision, query, match }, lists: { hits } };
}

function hitJson(
  { address, id, name, description, path, score, terms }: FoundSkill,
  withheld: Withheld | undefined,
): object {
  const rounded = Math.round(score * 1e4) / 1e4;
  return { address, id, name, description, path, ...(withheld ? { withheld } : {}), score: rounded, terms };
}

function activationAnswer(activation: Activation, host: string): object {
  const { skill, address, actor, role, text: content, resources, moreResources, shell, digest, revision } = activation;
  return {
    schema: SCHEMA,
    host,
    address,
    id: skill.id,
    path: skill.path,
    actor,
    arguments: activation.arguments ?? null,
    command: activation.command ?? null,
    argumentHint: skill.manifest.argumentHint ?? null,
    role,
    text: content,
    fullLength: activation.cutFrom ?? null,
    next: activation.restAt ?? null,
    resources,
    moreResources,
    shell,
    digest,
    revision,
    diagnostics: activation.diagnostics.map(diagnosticJson),
  };
}

/** Builds the answer of `load`: the activation, and the permissions that the skill gets. */
export async function loadAnswer({
  activation,
  skills,
}: {
  readonly activation: Activation;
  readonly skills: Skills;
}): Promise<object> {
  return { ...activationAnswer(activation, skills.snapshot.host), window: await skills.window(activation.skill) };
}

export function resourceAnswer(path: string, read: Exclude<ResourceAnswer, { readonly refused: unknown }>): object {
  const { next = null, binary = false, ...rest } = read;
  return { schema: SCHEMA, path, ...rest, next, binary };
}

/** Makes the error for a skill that was requested and refused. */
export function refusedError(
  asked: string,
  { code, reason, help }: Pick<Refusal, "code" | "reason" | "help">,
): OperationError {
  return new OperationError(code, `\`${asked}\`: ${reason}`, help === undefined ? {} : { hint: help });
}
