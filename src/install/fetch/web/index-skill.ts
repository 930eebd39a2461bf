/** Fetches the skill of one index entry, or returns why not. Only files that the entry names are requested and kept. */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../../model/errors.ts";
import type { Bundle, BundleFile, Unpacked } from "../../../model/skills/bundle.ts";
import { withoutSecrets } from "../../../model/text/display/without-secrets.ts";
import { makeBundle } from "../../../trust/bundle/make-bundle.ts";
import { describeRefusal, showPath } from "../../../trust/bundle/refusal.ts";
import type { SourceContext } from "../../source.ts";
import { unpackArchive } from "../archives/unpack.ts";
import type { ArtifactEntry, FilesEntry, IndexEntry } from "./discovery-index.ts";
import { checkDigest, isSameServer, requestPage, showAddress, successfulBytes } from "./web-request.ts";

export interface IndexAddress {
  /** The source in the form that is written into a lock. */
  readonly source: string;
  /** The final URL of the index. Addresses in the index are relative to this URL. */
  readonly url: string;
  /** The source that the user typed. */
  readonly typed: string;
}

export interface IndexSkill {
  readonly name: string;
  readonly bundle?: Bundle;
  readonly artifact?: string;
  readonly resolved?: string;
  readonly diagnostics: readonly Diagnostic[];
}

// Number of bytes above the limit that this request still accepts. A later check can then name the file that is too
// large.
const SLACK_BYTES = 64 * 1024;

/** Throws only if the server cannot be reached or may not be asked (SK604, SK621). */
export async function fetchEntry(entry: IndexEntry, place: IndexAddress, context: SourceContext): Promise<IndexSkill> {
  const { name } = entry;
  try {
    const made =
      entry.type === "files"
        ? await fetchFiles(entry, place, context)
        : (keptArtifact(entry, place, context) ?? (await fetchArtifact(entry, place, context)));
    if ("refused" in made) return { name, diagnostics: made.refused.map((each) => named(name, each)) };
    const { files, extra } = onlyListed(entry, made.bundle);
    return {
      name,
      bundle: { files },
      ...(entry.type === "files" ? {} : { artifact: entry.digest }),
      ...resolvedOf(entry, place),
      diagnostics: extra,
    };
  } catch (error) {
    if (!(error instanceof OperationError) || error.code === "SK604" || error.code === "SK621") throw error;
    const { code, message, hint } = error;
    return { name, diagnostics: [{ code, severity: "error", path: name, message, ...(hint ? { help: hint } : {}) }] };
  }
}

/** Returns the version or the archive's URL. Either may remain valid after the index changes. */
function resolvedOf(entry: IndexEntry, { url: base }: IndexAddress): { readonly resolved?: string } {
  if (entry.type === "files") return entry.version === undefined ? {} : { resolved: entry.version };
  const address = new URL(entry.url, base).href;
  return entry.type === "archive" && isSameServer(address, base) ? { resolved: withoutSecrets(address) } : {};
}

/**
 * Returns the stored copy whose files are those in the index. If the index lists no files, returns the stored copy with
 * the most files.
 */
function keptArtifact(
  { digest, files }: ArtifactEntry,
  { source }: IndexAddress,
  { kept }: SourceContext,
): { readonly bundle: Bundle } | undefined {
  const known = kept?.(source, digest) ?? [];
  const wanted = files && pathList(files);
  const [bundle] = known
    .filter((each) => wanted === undefined || pathList(each.files.map(({ path }) => path)) === wanted)
    .sort((a, b) => b.files.length - a.files.length);
  return bundle && { bundle };
}

function pathList(paths: readonly string[]): string {
  return JSON.stringify([...new Set(paths)].sort());
}

async function fetchArtifact(
  { type, name, url, digest }: ArtifactEntry,
  { url: base, typed }: IndexAddress,
  context: SourceContext,
): Promise<Unpacked> {
  if (!URL.canParse(url, base))
    throw new OperationError("SK620", `\`${showPath(name)}\` has no usable address`, {
      hint: "report it to the author of the index",
    });
  const address = new URL(url, base).href;
  const { limits } = context;
  const maxBytes = (type === "archive" ? limits.maxBytes : limits.maxFileBytes) + SLACK_BYTES;
  const bytes = successfulBytes(await requestPage(address, { maxBytes, typed }, context), address);
  checkDigest(bytes, digest, name);
  if (type === "skill-md") return makeBundle([{ path: "SKILL.md", bytes, executable: false }], limits);
  const unpacked = unpackArchive(bytes, limits);
  if ("refused" in unpacked || unpacked.bundle.files.some(({ path }) => path === "SKILL.md")) return unpacked;
  return {
    refused: [
      describeRefusal("SK647", {
        what: "there is no SKILL.md at its top",
        help: "report it to the author of the index",
      }),
    ],
  };
}

/** Fetches the files from the index's own server only, because no digest verifies the bytes. */
async function fetchFiles(
  { name, files }: FilesEntry,
  { url: base, typed }: IndexAddress,
  context: SourceContext,
): Promise<Unpacked> {
  const { limits } = context;
  const maxBytes = Math.min(limits.maxFileBytes, limits.maxBytes) + SLACK_BYTES;
  const fetched: BundleFile[] = [];
  let total = 0;
  for (const path of files) {
    const address = new URL([name, ...path.split("/")].map(encodeURIComponent).join("/"), base).href;
    const answer = await requestPage(address, { maxBytes, typed }, context);
    const bytes = successfulBytes(answer, address);
    if (!isSameServer(answer.url, base))
      throw new OperationError("SK620", `\`${showAddress(address)}\` leads to another server than its index`, {
        hint: "without a digest, files from there cannot be verified; report it to the author of the index",
      });
    fetched.push({ path, bytes, executable: false });
    total += bytes.length;
    if (total > limits.maxBytes) break;
  }
  return makeBundle(fetched, limits);
}

/** Drops files that the index does not list. People who review the index do not know about these files. */
function onlyListed(entry: IndexEntry, { files }: Bundle): { files: readonly BundleFile[]; extra: Diagnostic[] } {
  if (entry.type !== "archive" || entry.files === undefined) return { files, extra: [] };
  const listed = new Set(entry.files);
  const others = files.filter(({ path }) => !listed.has(path));
  if (others.length === 0) return { files, extra: [] };
  const shown = others.slice(0, MAX_SHOWN).map(({ path }) => `\`${showPath(path)}\``);
  const more = others.length > MAX_SHOWN ? `, and ${others.length - MAX_SHOWN} more` : "";
  return {
    files: files.filter(({ path }) => listed.has(path)),
    extra: [
      diagnostic("SK624", {
        path: showPath(entry.name),
        message: `the index does not name ${shown.join(", ")}${more} of \`${showPath(entry.name)}\`; left out`,
        help: helpFor(others, files),
      }),
    ],
  };
}

const MAX_SHOWN = 5;
/** Maximum number of dropped files to search for in the skill's text. An archive may have thousands of them. */
const MAX_LOOKED_FOR = 100;

/** Returns a hint on whether the skill's text mentions the dropped files. */
function helpFor(others: readonly BundleFile[], files: readonly BundleFile[]): string {
  const text = Buffer.from(files.find(({ path }) => path === "SKILL.md")?.bytes ?? []).toString("utf8");
  const missed = others.slice(0, MAX_LOOKED_FOR).find(({ path }) => text.includes(path));
  return missed === undefined
    ? "report it to the author of the index; the skill may be incomplete"
    : `its SKILL.md mentions \`${showPath(missed.path)}\`, which will be missing; report it to the author of the index`;
}

function named(name: string, finding: Diagnostic): Diagnostic {
  const shown = showPath(name);
  return finding.path === undefined
    ? { ...finding, path: shown, message: `\`${shown}\`: ${finding.message}` }
    : { ...finding, path: `${shown}/${finding.path}` };
}
