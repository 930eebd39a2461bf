/** What the locks know: which skills are installed where, and the ones that somebody means by a name. */
import { posix } from "node:path";
import { OperationError } from "../model/errors.ts";
import { fullName } from "../model/skills/origin.ts";
import { nearest } from "../model/text/nearest.ts";
import { compareText } from "../model/text/text.ts";
import { directoryOf } from "../trust/approvals/places.ts";
import { type LockEntry, readLock } from "../trust/approvals/skills-lock.ts";
import type { InstallContext } from "./context.ts";
import type { Placed } from "./place-skill.ts";

export interface Installed {
  readonly name: string;
  readonly placed: Placed;
  readonly entry: LockEntry;
}

/** The project's, then the user's, each by directory. */
export function listInstalled({ places, files }: InstallContext): readonly Installed[] {
  const { projectLock, projectRoot, userLock, home } = places;
  const from = (path: string, base: string): Installed[] =>
    [...readLock(path, files)]
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, entry]) => ({
        name: entry.name,
        placed: { directory: directoryOf(key, base), lock: { path, key }, base },
        entry,
      }));
  return [...from(projectLock, projectRoot), ...from(userLock, home)];
}

/** Those that are meant; all of them without a name. Of a name in both locks the project's is meant. Throws SK666. */
export function findInstalled(asked: readonly string[], context: InstallContext): readonly Installed[] {
  const all = listInstalled(context);
  if (asked.length === 0) return all;
  return asked.map((name) => {
    const path = posix.resolve(context.environment.cwd, name.replace(/^~(?=\/)/, context.environment.home));
    const found = all.find(
      (each) => isCalled(each, name) || each.placed.lock.key === name || each.placed.directory === path,
    );
    if (found) return found;
    throw new OperationError("SK666", `\`${name}\` is not installed by skillwright`, { hint: hintFor(name, all) });
  });
}

/** A plugin's skill also goes by the name that a catalog has for it, `plugin:skill`. */
function isCalled({ name, entry }: Installed, asked: string): boolean {
  return name === asked || fullName(name, entry.origin) === asked;
}

function hintFor(name: string, all: readonly Installed[]): string {
  const near = nearest(
    name,
    all.map(({ name: own, entry }) => fullName(own, entry.origin)),
  );
  if (near.length > 0) return `did you mean ${near.map((each) => `\`${each}\``).join(", ")}?`;
  return all.length === 0 ? "nothing is; see `skillwright add --help`" : "`skillwright verify` lists what is";
}
