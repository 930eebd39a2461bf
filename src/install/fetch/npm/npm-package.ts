/** Fetches a package of a registry into memory and checks its integrity. */
import { createHash } from "node:crypto";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import { type Infer, isMap, object, optional, parseJson, readShape, string } from "../../../model/schema.ts";
import type { BundleFile, InstallLimits } from "../../../model/skills/bundle.ts";
import type { FetchedResponse as Answer } from "../../../platform/network/fetch.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";
import type { SourceContext } from "../../source.ts";
import { unpackArchive } from "../archives/unpack.ts";
import { chooseVersion } from "./choose-version.ts";
import { defaultRegistry } from "./default-registry.ts";
import { type NpmConfig, type NpmRegistry, readNpmConfig } from "./npm-config.ts";
import type { PackageName } from "./npm-name.ts";

export interface NpmPackage {
  readonly version: string;
  /** The digest of the tarball: `sha256:` and hexadecimal digits. */
  readonly artifact: string;
  readonly released?: string;
  readonly files: readonly BundleFile[];
  readonly diagnostics: readonly Diagnostic[];
}

// Maximum bytes of a packument, which is the registry's description of a package. The whole history of a package with
// daily releases is smaller.
const MAX_PACKUMENT_BYTES = 64 * 1024 * 1024;
// Limits for a package, as a multiple of the limits for one skill. Later, each of its skills must be within the limits
// for one skill.
const PACKAGE_FACTOR = 8;

/** Returns the files without npm's top directory, or the diagnostics that reject the package. */
export async function fetchPackage(
  { name, wanted }: PackageName,
  context: SourceContext,
): Promise<NpmPackage | { readonly refused: readonly Diagnostic[] }> {
  throwIfStopped(context.signal, "fetching");
  const config = readNpmConfig(context.environment, context.files, context.trusts);
  const registry = config.registryOf(name) ?? (await defaultRegistry(context));
  const about = await fetchAbout(name, registry, config, context);
  const { version, dist } = chooseFrom(about, name, wanted);
  const bytes = await fetchTarball(dist, `${name}@${version}`, registry, config, context);
  const { maxFiles, maxBytes } = context.limits;
  const limits: InstallLimits = {
    ...context.limits,
    maxFiles: PACKAGE_FACTOR * maxFiles,
    maxBytes: PACKAGE_FACTOR * maxBytes,
    maxFileBytes: PACKAGE_FACTOR * maxBytes,
  };
  const unpacked = unpackArchive(bytes, limits);
  if ("refused" in unpacked) return unpacked;
  const time = isMap(about["time"]) ? about["time"][version] : undefined;
  return {
    version,
    artifact: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    ...(isTime(time) ? { released: new Date(time).toISOString() } : {}),
    files: withoutTop(unpacked.bundle.files, name),
    diagnostics: [
      ...(registry.from === undefined ? [] : [fromProject(registry.url, registry.from)]),
      ...(config.unused === undefined ? [] : [notUsed(config.unused)]),
    ],
  };
}

function fromProject(url: string, path: string): Diagnostic {
  return diagnostic("SK609", {
    path,
    message: `this project's \`.npmrc\` sends npm to the registry ${showPath(url)}`,
    help: "continue only if you expect this; the variable `npm_config_registry` overrides it",
  });
}

function notUsed(path: string): Diagnostic {
  return diagnostic("SK609", {
    path,
    message: "this project's `.npmrc` names a registry, which is not used: the folder is not trusted",
    help: "review the file, then run `skillwright trust`; or set the variable `npm_config_registry`",
  });
}

async function fetchAbout(
  name: string,
  registry: NpmRegistry,
  config: NpmConfig,
  context: SourceContext,
): Promise<Record<string, unknown>> {
  const answer = await ask(
    `${registry.url}${name.replace("/", "%2f")}`,
    MAX_PACKUMENT_BYTES,
    registry,
    config,
    context,
  );
  if (answer.status === 404) throw missing(`there is no package \`${name}\``);
  const about = answer.status === 200 ? parseJson(answer.bytes) : undefined;
  if (!isMap(about)) throw failed(`the registry returned no information about \`${name}\` (${answer.status})`);
  return about;
}

const RELEASE = object({
  dist: object({
    tarball: optional(string("address of the package")),
    integrity: optional(string("digests of the package")),
  }),
});
type Dist = Infer<typeof RELEASE>["dist"];

function chooseFrom(about: Record<string, unknown>, name: string, wanted: string): { version: string; dist: Dist } {
  const versions = isMap(about["versions"]) ? about["versions"] : {};
  const tags = isMap(about["dist-tags"]) ? about["dist-tags"] : {};
  const version = chooseVersion(wanted, Object.keys(versions), tags);
  if (version === undefined) throw missing(`\`${name}\` has no version \`${showPath(wanted)}\``);
  return { version, dist: readShape(versions[version], RELEASE)?.dist ?? {} };
}

/** Fetches the tarball, and checks the registry's SHA-512 before it unpacks anything. */
async function fetchTarball(
  { tarball = "", integrity = "" }: Dist,
  what: string,
  registry: NpmRegistry,
  config: NpmConfig,
  context: SourceContext,
): Promise<Uint8Array> {
  const stated = integrity.split(/\s+/, 8).filter((each) => each.startsWith("sha512-"));
  if (stated.length === 0) throw mismatch(`the registry states no SHA-512 of \`${what}\``);
  if (!URL.canParse(tarball)) throw failed(`the registry states no download address of \`${what}\``);
  const answer = await ask(tarball, PACKAGE_FACTOR * context.limits.maxBytes, registry, config, context);
  if (answer.status === 404) throw missing(`the registry no longer has \`${what}\``);
  if (answer.status !== 200) throw failed(`the registry did not return \`${what}\` (${answer.status})`);
  const actual = `sha512-${createHash("sha512").update(answer.bytes).digest("base64")}`;
  if (!stated.some((each) => each.split("?")[0] === actual))
    throw mismatch(`\`${what}\` does not match the digest in the registry`);
  return answer.bytes;
}

/**
 * Requests a URL. A server that the user configured may have any address, including private ones. A server from a
 * registry's answer or a project's file must have a public address.
 */
function ask(
  url: string,
  maxBytes: number,
  registry: NpmRegistry,
  config: NpmConfig,
  context: SourceContext,
): Promise<Answer> {
  const { timeoutMs } = context.limits;
  const typed = registry.from === undefined && new URL(url).origin === new URL(registry.url).origin;
  const authorization = config.authorizationFor(url);
  return context.fetch(url, {
    maxBytes,
    timeoutMs,
    typed,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    onProgress: (done, total) =>
      context.progress?.({ what: `fetching ${url}`, done, ...(total === undefined ? {} : { total }) }),
  });
}

/** Removes the top directory that contains all files of an npm package. This directory may have any name. */
function withoutTop(files: readonly BundleFile[], name: string): BundleFile[] {
  const top = files[0]?.path.split("/")[0] ?? "";
  if (!files.every(({ path }) => path.startsWith(`${top}/`))) throw failed(`\`${name}\` is not packed in npm's format`);
  return files.map((file) => ({ ...file, path: file.path.slice(top.length + 1) }));
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && value.length < 64 && !Number.isNaN(Date.parse(value));
}

function missing(message: string): OperationError {
  return new OperationError("SK602", message, { hint: "check the name, the version and which registry npm is set to" });
}

function failed(message: string): OperationError {
  return new OperationError("SK604", message, { hint: "try again later, or check which registry npm is set to" });
}

function mismatch(message: string): OperationError {
  return new OperationError("SK605", message, {
    hint: "nothing was unpacked; try again, and if the error remains, ask its publisher",
  });
}
