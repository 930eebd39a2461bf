/**
 * Fetches skills from one archive by URL or path: `.tar.gz`, `.tgz`, `.zip` or `.skill`. A digest after `#` is checked.
 */
import { posix, win32 } from "node:path";
import { OperationError, systemCode, throwIfStopped } from "../../../model/errors.ts";
import type { BundleFile } from "../../../model/skills/bundle.ts";
import type { Origin } from "../../../model/skills/origin.ts";
import { withoutSecrets } from "../../../model/text/display/without-secrets.ts";
import { baseName } from "../../../model/text/text.ts";
import type { FetchedSource, Source, SourceContext } from "../../source.ts";
import { fetchOffered } from "../collect-skills.ts";
import { skillName } from "../local/skill-name.ts";
import { bundleTree } from "../tree.ts";
import { checkDigest, requestPage, sha256Digest, showAddress, successfulBytes } from "../web/web-request.ts";
import { unpackArchive } from "./unpack.ts";

export const archive: Source = { kind: "archive", recognises: (text) => parseArchive(text) !== undefined, fetch };

interface ArchiveText {
  readonly address: string;
  readonly isUrl: boolean;
  readonly digest?: string;
}

const MAX_TEXT = 4096;
const ENDING = /\.(?:tar\.gz|tgz|zip|skill)$/i;

function parseArchive(text: string): ArchiveText | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const [, address = text, digest] = /^(.*)#(sha256:[0-9a-f]{64})$/s.exec(text) ?? [];
  const isUrl = /^https?:\/\//i.test(address);
  // Any other scheme belongs to another source. A drive letter is not a scheme.
  if (!isUrl && /^[a-z][a-z0-9+.-]+:/i.test(address)) return undefined;
  const path = isUrl && URL.canParse(address) ? new URL(address).pathname : address;
  return ENDING.test(path) ? { address, isUrl, ...(digest === undefined ? {} : { digest }) } : undefined;
}

async function fetch(text: string, context: SourceContext): Promise<FetchedSource> {
  throwIfStopped(context.signal, "fetching");
  const asked = parseArchive(text) as ArchiveText;
  refuseOtherHash(asked);
  const { bytes, address } = asked.isUrl ? await download(asked.address, context) : readArchive(asked.address, context);
  if (asked.digest !== undefined) checkDigest(bytes, asked.digest, showAddress(asked.address));
  const source = asked.digest === undefined ? address : `${address}#${asked.digest}`;
  const fileName = baseName((asked.isUrl ? new URL(address).pathname : address).replaceAll("\\", "/"));
  return archiveSkills(bytes, { kind: "archive", source, artifact: sha256Digest(bytes) }, fileName, context);
}

/** Rejects any other text after `#`, because a mistyped digest must not be ignored. */
function refuseOtherHash({ address, isUrl }: ArchiveText): void {
  if (!isUrl || new URL(address).hash === "") return;
  throw new OperationError("SK603", `\`${showAddress(address)}\` has no valid digest after \`#\``, {
    hint: "write `#sha256:` and 64 lowercase hexadecimal digits, or remove the `#`",
  });
}

async function download(url: string, context: SourceContext): Promise<{ bytes: Uint8Array; address: string }> {
  const answer = await requestPage(url, { maxBytes: context.limits.maxBytes, typed: url }, context);
  return { bytes: successfulBytes(answer, url), address: withoutSecrets(url) };
}

function readArchive(text: string, context: SourceContext): { bytes: Uint8Array; address: string } {
  const { environment, files, limits } = context;
  const { resolve } = environment.platform === "win32" ? win32 : posix;
  const path = /^~[/\\]/.test(text) ? environment.home + text.slice(1) : resolve(environment.cwd, text);
  try {
    const address = files.realPath(path);
    return { bytes: files.readFile(address, limits.maxBytes), address };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    throw new OperationError("SK602", `there is no archive \`${showAddress(path)}\` (${code})`, {
      hint: "check the path; if it is a directory, add a `/` at its end",
    });
  }
}

/**
 * Returns the skills of an archive. A skill at the top of the archive has no directory name, so it is named after
 * `fileName`.
 */
export async function archiveSkills(
  bytes: Uint8Array,
  origin: Omit<Origin, "path">,
  fileName: string,
  context: SourceContext,
): Promise<FetchedSource> {
  const unpacked = unpackArchive(bytes, context.limits);
  if ("refused" in unpacked) return { skills: [], diagnostics: unpacked.refused };
  const { top, files } = withoutTop(unpacked.bundle.files);
  const own = files.find(({ path }) => path.toLowerCase() === "skill.md");
  const name = (own && skillName(own.bytes)) ?? (top || fileName.replace(ENDING, ""));
  const { skills, diagnostics } = await fetchOffered(
    bundleTree(name, files, origin),
    { value: [], diagnostics: [] },
    context,
  );
  const inside = (path: string): string => [top, path].filter((part) => part !== "").join("/");
  return {
    skills: skills.map((found) => ({ ...found, origin: { ...found.origin, path: inside(found.origin.path) } })),
    diagnostics,
  };
}

/** Removes the single top directory that many packers add. The paths of skills become relative to this directory. */
function withoutTop(files: readonly BundleFile[]): { top: string; files: readonly BundleFile[] } {
  const first = files[0]?.path ?? "";
  const top = first.slice(0, Math.max(0, first.indexOf("/")));
  if (top === "" || top === "skills" || top.startsWith(".") || !files.every(({ path }) => path.startsWith(`${top}/`)))
    return { top: "", files };
  return { top, files: files.map((file) => ({ ...file, path: file.path.slice(top.length + 1) })) };
}
