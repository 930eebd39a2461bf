/** Requests to a ClawHub registry (API version 1), and the checks of its untrusted responses. */
import { OperationError } from "../../../model/errors.ts";
import {
  anything,
  boolean,
  hasShape,
  list,
  object,
  optional,
  orNull,
  parseJson,
  readShape,
  record,
  type Schema,
  string,
  text,
} from "../../../model/schema.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";
import type { SourceContext } from "../../source.ts";
import { requestPage, successfulBytes } from "./web-request.ts";

export interface ClawhubSkillInfo {
  readonly owner?: string;
  readonly latest?: string;
  /** Versions by tag. */
  readonly tags: Readonly<Record<string, unknown>>;
  /** Warnings of the registry about the skill. */
  readonly warnings: readonly string[];
}

export interface ClawhubVersion {
  readonly released?: string;
  /** SHA-256 by path, if the registry provides them. */
  readonly files?: ReadonlyMap<string, string>;
}

const MAX_JSON_BYTES = 4 * 1024 * 1024;
const MAX_SLUGS = 5;

const some = <T>(schema: Schema<T>) => optional(orNull(schema));
const isSet = some(boolean("a verdict of the registry"));
const shortText = text("a handle, a version or a slug", 64);

const SKILL_ANSWER = object({
  skill: some(object({ tags: some(record(anything("a version"), "versions by tag")) })),
  latestVersion: some(object({ version: some(shortText) })),
  owner: some(object({ handle: some(shortText) })),
  moderation: some(object({ isMalwareBlocked: isSet, isSuspicious: isSet })),
});
const VERSION_ANSWER = object({
  version: some(
    object({
      createdAt: some(anything("milliseconds since 1970")),
      files: some(list(object({ path: string("path in the skill"), sha256: some(string("SHA-256 of the file")) }))),
    }),
  ),
});
const SEARCH_ANSWER = object({ results: some(list(anything("a skill"))) });
const SEARCH_RESULT = object({ slug: shortText });

/** Returns undefined if the registry does not know the skill. */
export async function fetchSkillInfo(
  base: string,
  slug: string,
  context: SourceContext,
): Promise<ClawhubSkillInfo | undefined> {
  const about = await askJson(base, `skills/${slug}`, SKILL_ANSWER, context);
  if (about === undefined) return undefined;
  const { owner, latestVersion, skill, moderation } = about;
  return {
    ...(owner?.handle ? { owner: owner.handle } : {}),
    ...(latestVersion?.version ? { latest: latestVersion.version } : {}),
    tags: skill?.tags ?? {},
    warnings: [
      ...(moderation?.isMalwareBlocked ? ["malware"] : []),
      ...(moderation?.isSuspicious ? ["suspicious"] : []),
    ],
  };
}

/** Returns undefined if the version does not exist. */
export async function fetchVersionInfo(
  base: string,
  slug: string,
  version: string,
  context: SourceContext,
): Promise<ClawhubVersion | undefined> {
  const path = `skills/${slug}/versions/${encodeURIComponent(version)}`;
  const about = await askJson(base, path, VERSION_ANSWER, context);
  if (about === undefined) return undefined;
  const { createdAt, files } = about.version ?? {};
  const listed = (files ?? []).flatMap((file) => (file.sha256 ? [[file.path, file.sha256] as const] : []));
  return {
    ...(isTime(createdAt) ? { released: new Date(createdAt).toISOString() } : {}),
    ...(listed.length > 0 ? { files: new Map(listed) } : {}),
  };
}

/** Returns slugs that the registry finds for a text, to suggest corrections. */
export async function searchSlugs(base: string, query: string, context: SourceContext): Promise<readonly string[]> {
  const found = await askJson(base, `search?q=${encodeURIComponent(query)}&limit=${MAX_SLUGS}`, SEARCH_ANSWER, context);
  const slugs = (found?.results ?? []).flatMap((each) => readShape(each, SEARCH_RESULT)?.slug ?? []);
  return slugs.slice(0, MAX_SLUGS).map(showPath);
}

/** Throws SK604 if the answer does not have the expected shape. */
async function askJson<T>(
  base: string,
  path: string,
  shape: Schema<T>,
  context: SourceContext,
): Promise<T | undefined> {
  const url = addressOf(base, path);
  const answer = await requestPage(url, { maxBytes: MAX_JSON_BYTES, typed: base }, context);
  if (answer.status === 404) return undefined;
  const value = parseJson(successfulBytes(answer, url));
  if (hasShape(value, shape)) return value;
  throw new OperationError("SK604", "the registry returned an unexpected answer", {
    hint: "check `clawhub_url`: it is the address of the registry's API, such as `https://HOST/api/v1`",
  });
}

export function addressOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}/${path}`;
}

// The largest time of a `Date` in milliseconds.
const MAX_TIME = 8.64e15;

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= MAX_TIME;
}
