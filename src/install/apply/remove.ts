/** `remove`: removes the directory, its lock entry and its approval together. The bytes stay in the store. */
import { OperationError } from "../../model/errors.ts";
import { fullName } from "../../model/skills/origin.ts";
import type { InstallContext } from "../context.ts";
import { type InstallState, readInstallState } from "../install-target.ts";
import { findInstalled, type Installed } from "../installed.ts";
import { commit, type WantedDirectory } from "../journal/commit.ts";
import { standingAt } from "../plan/plan.ts";
import type { Applied } from "./apply.ts";

export interface RemoveOptions {
  /** Only reports what would be removed. */
  readonly dryRun?: boolean;
}

export async function removeSkills(
  names: readonly string[],
  { dryRun = false }: RemoveOptions,
  context: InstallContext,
): Promise<Applied[]> {
  const going = findInstalled(names, context);
  const known = readInstallState(context);
  const wanted = going.map((each) => wantedOf(each, known, context));
  const { onStep, progress } = context;
  if (!dryRun)
    await commit(wanted, context.places, { ...(onStep ? { onStep } : {}), ...(progress ? { progress } : {}) });
  return going.map(({ name, placed, entry }) => ({
    name: fullName(name, entry.origin),
    directory: placed.directory,
    action: "remove",
    digest: entry.digest,
  }));
}

function wantedOf({ placed, entry }: Installed, known: InstallState, context: InstallContext): WantedDirectory {
  const standing = standingAt(placed, known, context);
  if (standing?.exists === true && standing.bundle === undefined)
    throw new OperationError("SK660", `\`${placed.directory}\` holds what cannot be kept, such as a link`, {
      hint: "look at it, and remove it by hand",
    });
  const arrival = { name: entry.name, origin: entry.origin };
  const kept = standing?.bundle && { bundle: standing.bundle, arrival, own: true };
  return {
    directory: placed.directory,
    lock: placed.lock,
    bundle: null,
    entry: null,
    approved: null,
    ...(kept ? { keep: [kept] } : {}),
  };
}
