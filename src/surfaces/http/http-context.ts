/**
 * Keeps the skills of one directory up to date, as Skillwright and other hosts see them. A new snapshot replaces the
 * old one at once, so an answer never mixes two snapshots.
 */

import type { LoadOptions } from "../../catalog/load/load.ts";
import type { SkillWatch } from "../../catalog/watch/skill-watch.ts";
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";
import type { InstallerOptions } from "../../ops/open-installer.ts";
import { openSkills, type Skills } from "../../ops/open-skills.ts";
import { PlanStore } from "./plans.ts";

export interface HttpContext {
  readonly load: LoadOptions;
  /** True if requests may change anything. */
  readonly write: boolean;
  readonly version: string;
  /** Options to open an installer for the same directory. */
  readonly installer: InstallerOptions;
  /** Root of the project. Paths in requests must be in the project or in a root. */
  readonly projectRoot: string;
  readonly plans: PlanStore;
  /** The skills of this directory. */
  readonly own: Skills;
  /** Returns the skills of this directory, optionally as another host sees them. */
  skills(host?: string): Promise<Skills>;
  /**
   * Calls the listener for each change of the project's skills. If a client requested a host's view, the listener is
   * also called for changes in that view.
   */
  on(listener: (host: string, change: SnapshotChange) => void): () => void;
  /** Waits until all changes so far are processed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface HttpContextOptions {
  readonly load: LoadOptions;
  readonly write: boolean;
  readonly version: string;
  readonly now: () => number;
}

interface Watched {
  readonly skills: Skills;
  readonly watch: SkillWatch;
}

export async function openHttpContext({ load, write, version, now }: HttpContextOptions): Promise<HttpContext> {
  const listeners = new Set<(host: string, change: SnapshotChange) => void>();
  const views = new Map<string, Promise<Watched>>();
  const open = async (host?: string): Promise<Watched> => {
    const skills = await openSkills(host === undefined ? load : { ...load, host });
    const watch = await skills.watch();
    watch.on((change) => {
      for (const listener of listeners) listener(skills.snapshot.host, change);
    });
    return { skills, watch };
  };
  const first = await open();
  const { host, projectRoot } = first.skills.snapshot;
  views.set(host, Promise.resolve(first));
  return {
    // Loads for other hosts use the sources that are already open, so that no server is queried again.
    ...{ load: { ...load, servers: false, sources: first.skills.sources }, write, version, projectRoot },
    installer: installerOptions(load),
    plans: new PlanStore(now),
    own: first.skills,
    async skills(asked = host) {
      const view = views.get(asked) ?? open(asked);
      views.set(asked, view);
      // If the host's name is unknown, the failed view is not cached.
      view.catch(() => views.delete(asked));
      return (await view).skills;
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async settled() {
      for (const view of views.values()) await (await view).watch.settled();
    },
    async close() {
      for (const view of views.values()) await (await view).skills.close();
    },
  };
}

function installerOptions({ cwd, environment, files, config }: LoadOptions): InstallerOptions {
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(environment ? { environment } : {}),
    ...(files ? { files } : {}),
    ...(config ? { config } : {}),
  };
}
