/**
 * Compiles a skill for another host and reports the lost settings. The result is only shown, or written to a new
 * directory. The original skill never changes, and existing files are overwritten only if the user agrees.
 */
import { dirname, join, resolve } from "node:path";
import type { LoadOptions } from "../../catalog/load/load.ts";
import { readSourceFiles } from "../../catalog/read/read-source.ts";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import { findProfile, suggestProfiles } from "../../hosts/profiles/profiles.ts";
import { asOperationError, OperationError } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { type BundleFile, INSTALL_LIMITS, type Unpacked } from "../../model/skills/bundle.ts";
import type { Intents, Loss } from "../../model/skills/intents.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded, Withheld } from "../../model/skills/snapshot.ts";
import { baseName } from "../../model/text/text.ts";
import { entryExists } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { requireTargetIn } from "../../platform/files/real-target.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { moveTree, removeTree, writeTree } from "../../platform/writing/write-tree.ts";
import { findNamedSkill } from "../use/named-skill.ts";

export interface CompileRequest {
  /** A name, an id or a path. */
  readonly skill: string;
  /** The target host, optionally with a version: `codex` or `codex@0.166.0`. */
  readonly to: string;
  /** The parent directory of the result. Without it, nothing is written. */
  readonly out?: string;
  /** Codes of safety losses that the user accepts. */
  readonly acceptLoss?: readonly string[];
  /** True to replace an existing directory. */
  readonly force?: boolean;
}

export interface CompiledFile {
  readonly path: string;
  readonly state: "same" | "changed" | "added" | "removed";
  /** The text before the conversion; undefined if the file is unchanged. */
  readonly before?: string;
  readonly after?: string;
}

export interface CompiledSkill {
  readonly host: string;
  readonly title: string;
  readonly name: string;
  /** Directory of the original skill. */
  readonly directory: string;
  readonly intents: Intents;
  /** The settings that the target host reads from the result. */
  readonly readBack: Intents;
  readonly losses: readonly Loss[];
  /** Losses of safety that the user has not accepted; if there are any, nothing is written. */
  readonly refused: readonly Loss[];
  readonly files: readonly CompiledFile[];
  /** The directory that was created. */
  readonly written?: string;
}

const SKILL_FILE = "SKILL.md";

type Changes = ReadonlyMap<string, Uint8Array | null>;

/**
 * Compiles a skill. If the result should be written and safety would be lost without consent, throws SK480 to SK483.
 */
export async function compileSkill(request: CompileRequest, options: LoadOptions = {}): Promise<CompiledSkill> {
  const target = targetOf(request.to);
  const { snapshot, profile, options: all } = await loadWithServers({ ...options, ineligible: true });
  const loaded = findNamedSkill(request.skill, snapshot);
  const { skill } = loaded;
  const bundle = await readBundle(loaded, all);
  // These modules are imported on demand, because only a compilation needs every host's reader and a YAML writer.
  const [{ compileFiles }, { readIntents }] = await Promise.all([
    import("../../hosts/compile/compile-files.ts"),
    import("../../hosts/compile/read-intents.ts"),
  ]);
  const files = new Map(bundle.map(({ path, bytes }) => [path, bytes]));
  const read = readIntents(files, baseName(skill.directory), profile);
  if ("rejected" in read) throw notCompilable(skill.name, target, read.rejected.reason);
  const compiled = compileFiles({ files, intents: read.intents, target });
  if ("rejected" in compiled) throw notCompilable(skill.name, target, compiled.rejected.reason);
  const { losses, readBack, changed } = compiled;
  const accepted = request.acceptLoss ?? [];
  const result: CompiledSkill = {
    host: target.name,
    title: target.title,
    name: read.intents.name,
    directory: skill.directory,
    intents: read.intents,
    readBack,
    losses,
    refused: losses.filter(({ safety, code }) => safety && !accepted.includes(code)),
    files: filesOf(bundle, changed),
  };
  if (request.out === undefined) return result;
  if (result.refused.length > 0) throw compileRefusal(result);
  const to = outputDirectory(result, resolve(snapshot.cwd, request.out), snapshot.projectRoot, request.force === true);
  await changeFiles([to], () => write(to, bundle, changed)).catch((error: unknown) => {
    throw asOperationError(error);
  });
  return { ...result, written: to };
}

function targetOf(asked: string): HostProfile {
  const profile = findProfile(asked);
  if (profile === undefined)
    throw new OperationError("SK305", `there is no host profile \`${asked}\``, { hint: suggestProfiles(asked) });
  if (profile.runtime !== "none") return profile;
  throw new OperationError("SK485", `${profile.title} does not support skills`, {
    hint: "compile it for another host",
  });
}

/** Reads the files of a skill. If the skill is a single file, that file becomes SKILL.md and no other file is read. */
async function readBundle({ skill, withheld }: Loaded, options: LoadOptions): Promise<readonly BundleFile[]> {
  const { path, directory, root } = skill;
  if (root.source !== undefined) return readServed(skill, withheld, options);
  const { files = nodeFiles } = options;
  const own = baseName(path);
  if (own.toLowerCase() !== SKILL_FILE.toLowerCase())
    return [{ path: SKILL_FILE, bytes: files.readFile(path, INSTALL_LIMITS.maxFileBytes), executable: false }];
  const { readDirectoryBundle } = await import("../../trust/bundle/read-directory-bundle.ts");
  const read = filesIn(readDirectoryBundle(directory, files, INSTALL_LIMITS), directory);
  return read.map((file) => (file.path === own ? { ...file, path: SKILL_FILE } : file));
}

function filesIn(read: Unpacked, directory: string): readonly BundleFile[] {
  if ("bundle" in read) return read.bundle.files;
  const [finding] = read.refused;
  throw new OperationError("SK485", finding?.message ?? `\`${directory}\` cannot be read`, {
    hint: finding?.help ?? "check that the directory exists and is readable",
  });
}

/**
 * Reads a skill of another MCP server as the catalog provides it: without the keys that were dropped, and with a note
 * about its origin.
 */
async function readServed(
  skill: Skill,
  withheld: Withheld | undefined,
  options: LoadOptions,
): Promise<readonly BundleFile[]> {
  if (withheld)
    throw new OperationError(withheld.code, `\`${skill.name}\`: ${withheld.reason}`, {
      hint: withheld.help ?? "review the skill first",
    });
  const { makeBundle } = await import("../../trust/bundle/make-bundle.ts");
  const files = (await readSourceFiles(skill, options)).map((file) => ({ ...file, executable: false }));
  return filesIn(makeBundle(files), skill.directory);
}

function filesOf(bundle: readonly BundleFile[], changed: Changes): CompiledFile[] {
  const before = new Map(bundle.map(({ path, bytes }) => [path, bytes]));
  const paths = [...new Set([...before.keys(), ...changed.keys()])].sort();
  return paths.flatMap((path): CompiledFile[] => {
    const old = before.get(path);
    const now = changed.has(path) ? changed.get(path) : old;
    if (!old && !now) return [];
    if (old && now && Buffer.from(old).equals(now)) return [{ path, state: "same" }];
    const texts = { ...(old ? { before: textOf(old) } : {}), ...(now ? { after: textOf(now) } : {}) };
    return [{ path, state: !old ? "added" : now ? "changed" : "removed", ...texts }];
  });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/**
 * Returns the directory of the result. Refuses the skill's own directory, and an existing directory without `--force`.
 */
function outputDirectory({ name, directory }: CompiledSkill, out: string, projectRoot: string, force: boolean): string {
  if (!/^[^/\\\0]+$/.test(name) || name === "." || name === "..")
    throw new OperationError("SK485", `\`${name}\` cannot be the name of a directory`, {
      hint: "give the skill another name",
    });
  const to = join(requireTargetIn(out, out, projectRoot), name);
  if (to === directory || directory.startsWith(`${to}/`))
    throw new OperationError("SK486", `\`${to}\` is the skill itself`, { hint: "choose another directory" });
  if (!entryExists(to, nodeFiles) || force) return to;
  throw new OperationError("SK486", `\`${to}\` exists already`, {
    hint: "choose another directory, or use `--force` to replace it",
  });
}

/**
 * Writes a new directory beside the target, then renames it. The old directory is removed after the new one is in its
 * place.
 */
function write(to: string, bundle: readonly BundleFile[], changed: Changes): void {
  const kept = bundle.filter(({ path }) => !changed.has(path));
  const files = [
    ...kept.map((file) => ({ ...file, mode: file.executable ? 0o755 : 0o644 })),
    ...[...changed].flatMap(([path, bytes]) => (bytes === null ? [] : [{ path, bytes, mode: 0o644 }])),
  ];
  const beside = (what: string): string => `${dirname(to)}/.${baseName(to)}.${process.pid}.${what}`;
  clearAway(to);
  writeTree(beside("new"), files);
  if (entryExists(to, nodeFiles)) moveTree(to, beside("old"));
  moveTree(beside("new"), to);
  removeTree(beside("old"));
}

/**
 * Cleans up after a run that was killed. It removes a half-written directory, and restores the old directory if it was
 * moved away.
 */
function clearAway(to: string): void {
  const directory = dirname(to);
  const prefix = `.${baseName(to)}.`;
  for (const name of nodeFiles.exists(directory) ? nodeFiles.readDirectory(directory).directories : []) {
    const what = name.startsWith(prefix) ? /^\d+\.(new|old)$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (what === "old" && !entryExists(to, nodeFiles)) moveTree(`${directory}/${name}`, to);
    else if (what !== undefined) removeTree(`${directory}/${name}`);
  }
}

function notCompilable(name: string, { title, name: host }: HostProfile, reason: string): OperationError {
  return new OperationError("SK485", `${title} would reject \`${name}\`: ${reason}`, {
    hint: `\`skillwright check PATH --target ${host}\` says more`,
  });
}

/** Returns the error that lists the losses to accept before anything is written. */
export function compileRefusal({
  name,
  title,
  refused,
}: Pick<CompiledSkill, "name" | "title" | "refused">): OperationError {
  const codes = [...new Set(refused.map(({ code }) => code))];
  const meant = refused.map((loss) => loss.meant).join("; ");
  return new OperationError(codes[0] ?? "SK484", `${title} would drop settings of \`${name}\`: ${meant}`, {
    hint: `to accept the loss, add ${codes.map((code) => `\`--accept-loss ${code}\``).join(" and ")}`,
  });
}
