/** `install`: restores the skills of a lock. They come from the store, or from their sources at the locked versions. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import type { Origin } from "../../model/skills/origin.ts";
import { digestBundle } from "../../trust/bundle/digest.ts";
import { isInConflict } from "../apply/merge-conflicted-locks.ts";
import type { InstallContext } from "../context.ts";
import { fetchSource, sourceTextOf } from "../fetch/fetch-source.ts";
import { readInstallState } from "../install-target.ts";
import { type Installed, listInstalled, lockFindings } from "../installed.ts";
import { isEarlierVersion, readStored } from "../journal/store.ts";
import type { FetchedSource } from "../source.ts";
import { type InstalledState, installedStateAt, isEdited, type Plan, planSkill } from "./plan.ts";
import { findSourceSkill } from "./update.ts";

export interface InstallRequest {
  /** True to use the user's lock instead of the project's. */
  readonly user?: boolean;
  /** True to fail if there is no lock, or if files differ from the lock. Local edits are never overwritten. */
  readonly frozen?: boolean;
}

/** Plans exactly the bytes of the lock. Reports SK661 if they are not available. */
export async function planInstall(
  { user = false, frozen = false }: InstallRequest,
  context: InstallContext,
): Promise<Plan> {
  const { projectLock, userLock } = context.statePaths;
  const path = user ? userLock : projectLock;
  if (frozen && !context.files.exists(path))
    throw differs(`there is no \`${path}\``, "create one with `skillwright add`");
  if (frozen && isInConflict(path))
    throw differs(
      `\`${path}\` has a git conflict`,
      "run `skillwright install` without `--frozen`, and commit the file",
    );
  const fetched = new Map<string, FetchedSource>();
  const known = readInstallState(context);
  const diagnostics = [...lockFindings(context, path)];
  if (frozen && diagnostics[0])
    throw new OperationError("SK506", diagnostics[0].message, { hint: diagnostics[0].help ?? "" });
  const skills = [];
  for (const each of listInstalled(context).filter(({ target }) => target.lock.path === path)) {
    const { name, target, entry } = each;
    const standing = installedStateAt(target, known, context);
    const rolledBack =
      standing?.approvedDigest !== entry.digest && isEarlierVersion(target.directory, entry.digest, context);
    if (frozen && isEdited(standing))
      throw rolledBack
        ? differs(rolledBackMessage(name, path), "restore the newer lock, or run `skillwright install` to go back")
        : differs(`\`${target.directory}\` is not what the lock says`, "run `skillwright verify` to see the changes");
    if (rolledBack) diagnostics.push(rolledBackFinding(name, path));
    const bundle = await lockedBytes(each, standing, fetched, context);
    skills.push(await planSkill({ name, bundle, origin: entry.origin, target }, known, context));
  }
  return { skills, diagnostics };
}

function rolledBackMessage(name: string, lock: string): string {
  return `\`${lock}\` was rolled back: it names an older version of \`${name}\` than the one that you approved`;
}

/**
 * Reports that a lock names an older version than the approved one. It is only a warning, because the user may want
 * that version.
 */
function rolledBackFinding(name: string, lock: string): Diagnostic {
  return {
    code: "SK661",
    severity: "warning",
    path: lock,
    message: rolledBackMessage(name, lock),
    help: "find out who changed the lock; to keep the newer version, answer no and restore the newer lock",
  };
}

async function lockedBytes(
  { name, target, entry }: Installed,
  standing: InstalledState | undefined,
  fetched: Map<string, FetchedSource>,
  context: InstallContext,
): Promise<Bundle> {
  if (standing?.digest === entry.digest && standing.bundle) return standing.bundle;
  const stored = readStored(context.statePaths.store, entry.digest);
  if (stored) return stored;
  if (context.offline && entry.origin.kind !== "directory")
    throw new OperationError("SK664", `\`${name}\` is not in the store`, {
      hint: "run the command once without `--offline`",
    });
  const texts = textsFor(entry.origin, target.base);
  for (const [index, text] of texts.entries()) {
    if (!context.offline && target.lock.path === context.statePaths.projectLock) await context.hosts.permit(text);
    const known = fetched.get(text) ?? (await tryFetch(text, index < texts.length - 1, context));
    fetched.set(text, known);
    const found = findSourceSkill(known, name, entry.origin.path);
    if (found && digestBundle(found.bundle) === entry.digest) return found.bundle;
  }
  throw differs(
    `\`${entry.origin.source}\` no longer has the locked version of \`${name}\``,
    "review its present version with `skillwright update --dry-run`",
  );
}

/**
 * Fetches a source. If the fetch fails and another source text can be tried (`hasOther`), returns no skills instead of
 * throwing.
 */
async function tryFetch(text: string, hasOther: boolean, context: InstallContext): Promise<FetchedSource> {
  try {
    return await fetchSource(text, context);
  } catch (error) {
    if (!hasOther || !(error instanceof OperationError)) throw error;
    return { skills: [], diagnostics: [] };
  }
}

/** Returns the source texts to try: first the locked version, then the source as written. */
function textsFor(origin: Origin, base: string): readonly string[] {
  const plain = sourceTextOf(origin, base);
  const pinned = origin.resolved === undefined ? undefined : pinnedText(origin, origin.resolved);
  return pinned === undefined ? [plain] : [pinned, plain];
}

/** Returns the source text with the exact locked version. Undefined for a kind of source without versions. */
function pinnedText({ kind, source, artifact }: Origin, resolved: string): string | undefined {
  if (kind === "well-known") return archiveText(source, resolved, artifact);
  const inner = source.replace(/^plugin:/, "");
  if (kind === "oci") return `${source.replace(/@sha256:[0-9a-f]*$/, "").replace(/:[^:/]*$/, "")}@${resolved}`;
  if (kind === "clawhub") return `${source.replace(/(?<=.)@[^@/]*$/, "")}@${resolved}`;
  if (/^npm:(?![./])/.test(inner)) return `${source.replace(/(?<=npm:.+)@[^@/]*$/, "")}@${resolved}`;
  return kind === "git" || kind === "plugin" ? `${source.split("#")[0]}#${resolved}` : undefined;
}

/**
 * Returns the text for a locked archive. The archive must be on the source's own site, because a repository's lock must
 * not name other servers.
 */
function archiveText(source: string, resolved: string, artifact: string | undefined): string | undefined {
  if (artifact === undefined || !URL.canParse(resolved) || !URL.canParse(source)) return undefined;
  return new URL(resolved).origin === new URL(source).origin ? `${resolved}#${artifact}` : undefined;
}

function differs(message: string, hint: string): OperationError {
  return new OperationError("SK661", message, { hint });
}
