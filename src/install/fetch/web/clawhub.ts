/** Fetches a skill of the ClawHub registry in `clawhub_url`: `clawhub:SLUG`, `clawhub:OWNER/SLUG@VERSION`. */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import type { Finding } from "../../../model/rules/audit.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import type { BundleFile, Unpacked } from "../../../model/skills/bundle.ts";
import { checkPath } from "../../../trust/bundle/check-path.ts";
import { describeRefusal, showPath } from "../../../trust/bundle/refusal.ts";
import { type FetchedSource, type Source, type SourceContext, showSource } from "../../source.ts";
import { unpackArchive } from "../archives/unpack.ts";
import { addressOf, type ClawhubSkillInfo, fetchSkillInfo, fetchVersionInfo, searchSlugs } from "./clawhub-api.ts";
import { requestPage, sha256Digest, successfulBytes } from "./web-request.ts";

export const clawhub: Source = { kind: "clawhub", recognises: (text) => text.startsWith("clawhub:"), fetch };

interface Asked {
  readonly owner?: string;
  readonly slug: string;
  /** A version or a tag. */
  readonly wanted?: string;
}

const TEXT = /^clawhub:(?:@?([a-z0-9][\w.-]{0,63})\/)?([a-z0-9][a-z0-9-]{0,63})(?:@([a-z0-9][\w.+-]{0,63}))?$/i;

async function fetch(text: string, context: SourceContext): Promise<FetchedSource> {
  const asked = parseText(text);
  const base = baseOf(context);
  throwIfStopped(context.signal, "fetching");
  const about = await fetchSkillInfo(base, asked.slug, context);
  if (about === undefined) throw await unknown(base, asked, context);
  checkOwner(asked, about);
  const version = versionOf(asked, about);
  const known = await fetchVersionInfo(base, asked.slug, version, context);
  if (known === undefined) throw noVersion(asked.slug, version);
  const { unpacked, artifact } = await download(base, asked.slug, version, context);
  const checked = "refused" in unpacked ? unpacked : holdTo(unpacked.bundle.files, known.files);
  const against = about.warnings.map((what) => heldAgainst(asked.slug, what));
  const warnings = against.map(({ message, help }) => diagnostic("SK625", { path: asked.slug, message, help }));
  if ("refused" in checked) return { skills: [], diagnostics: [...warnings, ...checked.refused] };
  const { released } = known;
  const origin = { kind: "clawhub", source: text, resolved: version, artifact, path: "" } as const;
  return {
    skills: [
      {
        name: asked.slug,
        bundle: { files: checked.files },
        origin: { ...origin, ...(released && { released }) },
        against,
      },
    ],
    diagnostics: [...warnings, ...checked.extra],
  };
}

function parseText(text: string): Asked {
  const [, owner, slug, wanted] = TEXT.exec(text) ?? [];
  if (slug === undefined)
    throw new OperationError("SK603", `\`${showSource(text)}\` names no skill of a registry`, {
      hint: "write `clawhub:SLUG`, `clawhub:OWNER/SLUG` or `clawhub:SLUG@VERSION`",
    });
  return { slug, ...(owner === undefined ? {} : { owner }), ...(wanted === undefined ? {} : { wanted }) };
}

function baseOf({ clawhubUrl }: SourceContext): string {
  if (clawhubUrl !== undefined && URL.canParse(clawhubUrl)) return clawhubUrl;
  throw new OperationError("SK603", "no ClawHub registry is configured", {
    hint: "set `clawhub_url` to the address of its API, such as `https://HOST/api/v1`",
  });
}

async function unknown(base: string, { slug }: Asked, context: SourceContext): Promise<OperationError> {
  const near = await searchSlugs(base, slug, context);
  return new OperationError("SK602", `the registry has no skill \`${slug}\``, {
    hint: near.length === 0 ? "check the name" : `it has ${near.map((each) => `\`${each}\``).join(", ")}`,
  });
}

/** Throws if the owner of the skill is not the owner that the user named. */
function checkOwner({ owner, slug }: Asked, about: ClawhubSkillInfo): void {
  if (owner === undefined || owner.toLowerCase() === about.owner?.toLowerCase()) return;
  throw new OperationError(
    "SK602",
    `\`${slug}\` belongs to ${about.owner ? `\`${showPath(about.owner)}\`` : "no known owner"}, not to \`${owner}\``,
    {
      hint: "check the owner of the skill that you want",
    },
  );
}

function versionOf({ slug, wanted }: Asked, { latest, tags }: ClawhubSkillInfo): string {
  const tagged = wanted !== undefined && Object.hasOwn(tags, wanted) ? tags[wanted] : undefined;
  const version = typeof tagged === "string" ? tagged : (wanted ?? latest);
  if (version === undefined || !/^[\w.+-]{1,64}$/.test(version)) throw noVersion(slug, wanted ?? "latest");
  return version;
}

function noVersion(slug: string, version: string): OperationError {
  return new OperationError("SK602", `\`${slug}\` has no version \`${showPath(version)}\``, {
    hint: "leave the version out for the latest",
  });
}

interface Downloaded {
  readonly unpacked: Unpacked;
  readonly artifact: string;
}

/**
 * Downloads the archive. If the registry refers to a repository on another server, it returns the address of the
 * repository's archive.
 */
async function download(base: string, slug: string, version: string, context: SourceContext): Promise<Downloaded> {
  const query = new URLSearchParams({ slug, version });
  const url = addressOf(base, `download?${query}`);
  const { limits } = context;
  const bytes = successfulBytes(await requestPage(url, { maxBytes: limits.maxBytes, typed: base }, context), url);
  const handOff = bytes[0] === OPENING_BRACE ? parseJson(bytes) : undefined;
  if (!isMap(handOff)) return { unpacked: unpackArchive(bytes, limits), artifact: sha256Digest(bytes) };
  const { archiveUrl, path = "" } = handOff;
  if (typeof archiveUrl !== "string" || typeof path !== "string" || (path !== "" && checkPath(path, limits)))
    throw new OperationError("SK604", `the registry does not say where \`${slug}\` is`, { hint: "try again later" });
  const packed = successfulBytes(
    await requestPage(archiveUrl, { maxBytes: limits.maxBytes, typed: base }, context),
    archiveUrl,
  );
  const unpacked = unpackArchive(packed, limits);
  return {
    unpacked: "refused" in unpacked ? unpacked : below(unpacked.bundle.files, path),
    artifact: sha256Digest(packed),
  };
}

const OPENING_BRACE = 0x7b;

/**
 * Returns the files below `path` in a repository's archive. Such an archive has one additional directory at the top.
 */
function below(files: readonly BundleFile[], path: string): Unpacked {
  const top = (files[0]?.path ?? "").split("/")[0] ?? "";
  const prefix = path === "" ? `${top}/` : `${top}/${path}/`;
  const inside = files.filter((file) => file.path.startsWith(prefix));
  return { bundle: { files: inside.map((file) => ({ ...file, path: file.path.slice(prefix.length) })) } };
}

// A file that the registry itself adds to every skill.
const NOTE = "_meta.json";

/**
 * Checks that all files in the registry's list are present with the same hash. Files that are not in the list are
 * dropped.
 */
function holdTo(
  files: readonly BundleFile[],
  stated: ReadonlyMap<string, string> | undefined,
): { files: readonly BundleFile[]; extra: Diagnostic[] } | { refused: readonly Diagnostic[] } {
  const own = files.filter(({ path }) => path !== NOTE || stated?.has(NOTE) === true);
  if (!own.some(({ path }) => path === "SKILL.md"))
    return {
      refused: [
        describeRefusal("SK647", { what: "there is no SKILL.md at its top", help: "every skill needs a SKILL.md" }),
      ],
    };
  if (stated === undefined) return { files: own, extra: [] };
  const kept = own.filter(({ path }) => stated.has(path));
  const there = new Set(kept.map(({ path }) => path));
  const wrong =
    kept.find(({ path, bytes }) => sha256Digest(bytes) !== `sha256:${stated.get(path)}`)?.path ??
    [...stated.keys()].find((path) => !there.has(path));
  if (wrong !== undefined) return { refused: [mismatch(wrong)] };
  const others = own.filter(({ path }) => !stated.has(path));
  const more = others.length - MAX_SHOWN;
  const shown = others.slice(0, MAX_SHOWN).map(({ path }) => unlisted(`\`${showPath(path)}\``, showPath(path)));
  return { files: kept, extra: [...shown, ...(more > 0 ? [unlisted(`${more} more files`)] : [])] };
}

const MAX_SHOWN = 20;

function mismatch(path: string): Diagnostic {
  return diagnostic("SK605", {
    path: showPath(path),
    message: `\`${showPath(path)}\` does not match the digest in the registry`,
    help: "the file was changed after its publication or in transit; try again, then report it to the registry's operator",
  });
}

function unlisted(what: string, path?: string): Diagnostic {
  return diagnostic("SK624", {
    path,
    message: `the registry does not name ${what} among the skill's files; left out`,
    help: "report it to the registry's operator; the skill may be incomplete",
  });
}

/**
 * Converts a warning of the registry into a finding. Malware blocks the install, and suspicious content needs a review.
 */
function heldAgainst(slug: string, what: string): Finding {
  const malware = what === "malware";
  return {
    code: "SK625",
    severity: malware ? "block" : "high",
    message: `the registry calls \`${slug}\` ${malware ? "malware" : "suspicious"}`,
    why: "the registry knows more about the skill and its author than its files show",
    help: "do not install it, unless you have read every file of it",
  };
}
