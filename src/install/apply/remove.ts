/** `remove`: removes the directory, its lock entry and its approval together. The bytes stay in the store. */
import { OperationError } from "../../model/errors.ts";
import { fullName } from "../../model/skills/skill.ts";
import type { InstallContext } from "../context.ts";
import { type InstallState, type InstallTarget, readInstallState } from "../install-target.ts";
import { findInstalled, type Installed } from "../installed.ts";
import { commitInstallation, type WantedDirectory } from "../journal/commit-installation.ts";
import { type InstalledState, installedStateAt } from "../plan/plan.ts";
import type { Applied } from "./apply.ts";

export interface RemoveOptions {
  /** True to report only what would be removed. */
  readonly dryRun?: boolean;
  /**
   * The files of each directory as shown to the user (default: the current files). If a directory has other files now,
   * it is not removed.
   */
  readonly shown?: ShownFiles;
}

/** The digest of the files in each directory. Undefined if the store cannot keep the files. */
export type ShownFiles = ReadonlyMap<string, string | undefined>;

export async function removeSkills(
  names: readonly string[],
  { dryRun = false, shown }: RemoveOptions,
  context: InstallContext,
): Promise<Applied[]> {
  const going = findInstalled(names, context);
  const known = readInstallState(context);
  const digestOf = ({ target }: Installed): string | undefined => installedStateAt(target, known, context)?.digest;
  const expected = shown ?? new Map(going.map((each) => [each.target.directory, digestOf(each)]));
  const wanted = going.map((each) => wantedOf(each, known, context));
  const { onStep, progress } = context;
  if (!dryRun)
    await commitInstallation(wanted, context.statePaths, {
      // Checks again, because files may have been added while this process waited for another installation.
      check: () => {
        for (const { target } of going) {
          const now = installedStateAt(target, known, context);
          refuseUnkept(target, now);
          refuseOtherFiles(target, now?.digest, expected);
        }
      },
      ...(onStep ? { onStep } : {}),
      ...(progress ? { progress } : {}),
    });
  return going.map(({ name, target, entry }) => ({
    name: fullName(name, entry.origin),
    directory: target.directory,
    action: "remove",
    digest: entry.digest,
  }));
}

/** Returns the files that `removeSkills` would remove, for a removal after a review. */
export function showFiles(names: readonly string[], context: InstallContext): ShownFiles {
  const known = readInstallState(context);
  return new Map(
    findInstalled(names, context).map(({ target }) => [
      target.directory,
      installedStateAt(target, known, context)?.digest,
    ]),
  );
}

function refuseOtherFiles({ directory }: InstallTarget, digest: string | undefined, shown: ShownFiles): void {
  if (shown.has(directory) && shown.get(directory) === digest) return;
  throw new OperationError("SK660", `\`${directory}\` has other files now than before its removal`, {
    hint: "review the directory, then run `skillwright remove` again",
  });
}

function refuseUnkept({ directory }: InstallTarget, state: InstalledState | undefined): void {
  if (state?.exists !== true || state.bundle !== undefined) return;
  throw new OperationError("SK660", `\`${directory}\` has files that cannot be stored, such as a link`, {
    hint: "review the directory, then delete it yourself",
  });
}

function wantedOf({ target, entry }: Installed, known: InstallState, context: InstallContext): WantedDirectory {
  const standing = installedStateAt(target, known, context);
  refuseUnkept(target, standing);
  const arrival = { name: entry.name, origin: entry.origin };
  const kept = standing?.bundle && { bundle: standing.bundle, arrival, own: true };
  return {
    directory: target.directory,
    lock: target.lock,
    bundle: null,
    entry: null,
    approved: null,
    ...(kept ? { keep: [kept] } : {}),
  };
}
