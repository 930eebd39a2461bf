/** Shows a tree as one host sees it, in a short form for the seeds' tests. */
import type { HostView } from "../../../src/hosts/views/host-view.ts";
import { lookAsHost } from "../../../src/hosts/views/look-as-host.ts";
import { openMachine } from "../../../src/hosts/views/machine.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import type { Tree } from "../../tree.ts";

export interface Seeing {
  /** Directories that the user names, relative to the top of the tree. */
  readonly roots?: readonly string[];
  readonly environment?: Partial<Environment>;
}

export function see(
  profile: HostProfile,
  tree: Tree,
  { roots = [], environment = {} }: Seeing = {},
): Promise<HostView> {
  const all = { ...tree.environment, ...environment };
  const extra = roots.map((path) => tree.at(path));
  return lookAsHost(profile, openMachine({ environment: all, files: tree.files, cwd: all.cwd, extra }));
}

/** Returns `name /path` of the visible skills, in the host's order. */
export function visible(view: HostView, tree: Tree): string[] {
  return of(view, "visible", tree);
}

export function overridden(view: HostView, tree: Tree): string[] {
  return of(view, "overridden", tree);
}

/** Returns `name SK716` of the rejected skills. */
export function rejected(view: HostView): string[] {
  return view.entries
    .filter((entry) => entry.outcome === "rejected")
    .map((entry) => `${entry.name} ${entry.because?.code}`);
}

function of(view: HostView, outcome: string, tree: Tree): string[] {
  return view.entries
    .filter((entry) => entry.outcome === outcome)
    .map((entry) => `${entry.name} ${entry.path.slice(tree.top.length)}`);
}
