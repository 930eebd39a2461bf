/** Requests to a ClawHub registry (API version 1), and the checks of its untrusted responses. */
import { OperationError } from "../../../model/errors.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";
import type { SourceContext } from "../../source.ts";
import { requestPage, successfulBytes } from "./web-request.ts";

export interface SkillAbout {
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

/** Returns undefined if the registry does not know the skill. */
export async function askSkill(base: string, slug: string, context: SourceContext): Promise<SkillAbout | undefined> {
  const about = await askJson(base, `skills/${slug}`, context);
  if (about === undefined) return undefined;
  const [skill, latest, owner, moderation] = ["skill", "latestVersion", "owner", "moderation"].map((key) =>
    mapOf(about[key]),
  ) as [Item, Item, Item, Item];
  return {
    ...textOf("owner", owner["handle"]),
    ...textOf("latest", latest["version"]),
    tags: mapOf(skill["tags"]),
    warnings: [
      ...(moderation["isMalwareBlocked"] === true ? ["malware"] : []),
      ...(moderation["isSuspicious"] === true ? ["suspicious"] : []),
    ],
  };
}

/** Returns undefined if the version does not exist. */
export async function askVersion(
  base: string,
  slug: string,
  version: string,
  context: SourceContext,
): Promise<ClawhubVersion | undefined> {
  const about = await askJson(base, `skills/${slug}/versions/${encodeURIComponent(version)}`, context);
  if (about === undefined) return undefined;
  const { createdAt, files } = mapOf(about["version"]);
  const listed = (Array.isArray(files) ? files : []).flatMap((file): [string, string][] => {
    const { path, sha256 } = mapOf(file);
    return typeof path === "string" && typeof sha256 === "string" ? [[path, sha256]] : [];
  });
  return {
    ...(isTime(createdAt) ? { released: new Date(createdAt).toISOString() } : {}),
    ...(listed.length > 0 ? { files: new Map(listed) } : {}),
  };
}

/** Returns slugs that the registry finds for a text, to suggest corrections. */
export async function searchSlugs(base: string, query: string, context: SourceContext): Promise<readonly string[]> {
  const found = await askJson(base, `search?q=${encodeURIComponent(query)}&limit=${MAX_SLUGS}`, context);
  const results = found?.["results"];
  return (Array.isArray(results) ? results : [])
    .map((each) => mapOf(each)["slug"])
    .filter((slug): slug is string => typeof slug === "string" && slug.length <= 64)
    .slice(0, MAX_SLUGS)
    .map(showPath);
}

async function askJson(base: string, path: string, context: SourceContext): Promise<Item | undefined> {
  const url = addressOf(base, path);
  const answer = await requestPage(url, { maxBytes: MAX_JSON_BYTES, typed: base }, context);
  if (answer.status === 404) return undefined;
  const value = parseJson(successfulBytes(answer, url));
  if (isMap(value)) return value;
  throw new OperationError("SK604", "the registry returned an unexpected answer", {
    hint: "check `clawhub_url`: it is the address of the registry's API, such as `https://HOST/api/v1`",
  });
}

export function addressOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}/${path}`;
}

type Item = Readonly<Record<string, unknown>>;

function mapOf(value: unknown): Item {
  return isMap(value) ? value : {};
}

function textOf<K extends string>(key: K, value: unknown): { readonly [key in K]?: string } {
  return typeof value === "string" && value.length <= 64 ? ({ [key]: value } as { [key in K]: string }) : {};
}

// The largest time of a `Date` in milliseconds.
const MAX_TIME = 8.64e15;

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= MAX_TIME;
}
