/** Fetches the skills of a source into memory. Offline, it uses the copies in the store. */
import { posix } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Origin, SourceKind } from "../../model/skills/origin.ts";
import { compareText } from "../../model/text/text.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../platform/writing/write-tree.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";
import type { InstallContext } from "../context.ts";
import { readStored, readStoredOrigins, type StoredOrigin, type StoredOrigins } from "../journal/store.ts";
import { type FetchedSource, type SourceContext, type SourceSkill, showSource } from "../source.ts";
import { findSource } from "./sources.ts";

export async function fetchSource(text: string, context: InstallContext): Promise<FetchedSource> {
  const source = await findSource(text);
  if (context.offline && !isHere(source.kind, text)) return fromStore(text, context);
  const { environment, files, fetch, spawn, limits, treeLimits, gitHost, clawhubUrl, trusts, progress, signal } =
    context;
  let scratch: TemporaryDirectory | undefined;
  try {
    return await source.fetch(text, {
      environment,
      files,
      fetch,
      spawn,
      limits,
      trusts,
      temporary: () => {
        scratch ??= makeTemporary();
        return scratch.path;
      },
      kept: keptIn(context.statePaths),
      pinned: (hostname) => context.hosts.pinned(hostname),
      ...(treeLimits ? { treeLimits } : {}),
      ...(gitHost ? { gitHost } : {}),
      ...(clawhubUrl ? { clawhubUrl } : {}),
      ...(progress ? { progress } : {}),
      ...(signal ? { signal } : {}),
    });
  } finally {
    scratch?.remove();
  }
}

/** Returns a function that reads bundles from the store and checks every byte. */
function keptIn({ store, arrivals: path }: StatePaths): NonNullable<SourceContext["kept"]> {
  let arrivals: StoredOrigins | undefined;
  return (source, artifact) => {
    arrivals ??= readStoredOrigins(path);
    return [...arrivals]
      .filter(([, known]) => known.some(({ origin }) => origin.source === source && origin.artifact === artifact))
      .flatMap(([digest]) => readStored(store, digest) ?? []);
  };
}

function makeTemporary(): TemporaryDirectory {
  try {
    return temporaryDirectory();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw new OperationError("SK601", `a temporary directory cannot be created (${systemCode(error)})`, {
      hint: "check that `TMPDIR` is writable and the disk not full; nothing was changed",
      cause: error,
    });
  }
}

function isHere(kind: SourceKind, text: string): boolean {
  return kind === "directory" || (kind === "archive" && !/^https?:/i.test(text));
}

/** Returns the skills that were fetched last from this source. If a name occurs twice, the later skill is used. */
function fromStore(text: string, { statePaths: { store, arrivals: path } }: InstallContext): FetchedSource {
  const latest = new Map<string, { digest: string; arrival: StoredOrigin }>();
  for (const [digest, arrivals] of readStoredOrigins(path))
    for (const arrival of arrivals) if (arrival.origin.source === text) latest.set(arrival.name, { digest, arrival });
  const skills = [...latest.values()].flatMap(({ digest, arrival }): SourceSkill[] => {
    const bundle = readStored(store, digest);
    return bundle ? [{ ...arrival, bundle }] : [];
  });
  if (skills.length === 0)
    throw new OperationError("SK664", `nothing from \`${showSource(text)}\` is in the store`, {
      hint: "run the command once without `--offline`",
    });
  return { skills: skills.sort((a, b) => compareText(a.name, b.name)), diagnostics: [] };
}

/**
 * Returns an origin for a lock. Its directory becomes relative to the lock, so that the lock and the directory can move
 * together.
 */
export function portableOrigin(origin: Origin, base: string): Origin {
  const [scheme, path] = splitScheme(origin.source);
  if (!posix.isAbsolute(path)) return origin;
  const relative = posix.relative(base, path);
  return { ...origin, source: scheme + (relative.startsWith("../") ? relative : `./${relative}`) };
}

/** Splits the scheme from the directory of a plugin or a project. */
function splitScheme(source: string): [scheme: string, path: string] {
  const scheme = /^(?:plugin|npm):/.exec(source)?.[0] ?? "";
  return [scheme, source.slice(scheme.length)];
}

/** Returns the source, as a user would type it, from which an entry of a lock was installed. */
export function sourceTextOf({ source }: Origin, base: string): string {
  const [scheme, path] = splitScheme(source);
  return /^\.{1,2}(?:\/|$)/.test(path) ? scheme + posix.resolve(base, path) : source;
}
