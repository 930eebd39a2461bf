/**
 * What every answer is made from: the skills of one place, kept up to date, and the same place as other hosts see it.
 * A snapshot is replaced as a whole, so that an answer never mixes two.
 */
import { type InstallerOptions, type LoadOptions, openSkills, type Skills } from "../../index.ts";

export interface Desk {
  readonly load: LoadOptions;
  /** Whether anything may be changed. */
  readonly write: boolean;
  readonly version: string;
  /** The skills of this place, as they are now; with a name, as that host sees them. */
  skills(host?: string): Promise<Skills>;
  /** For the same place. */
  readonly installer: InstallerOptions;
  /** Where paths of requests are counted from, and what they must not leave. */
  readonly projectRoot: string;
  /** Something was changed through us: what was loaded is old. */
  changed(): Promise<void>;
}

export interface DeskOptions {
  readonly load: LoadOptions;
  readonly write: boolean;
  readonly version: string;
}

export async function openDesk({ load, write, version }: DeskOptions): Promise<Desk> {
  const own = await openSkills(load);
  const others = new Map<string, Promise<Skills>>();
  async function refresh(skills: Skills): Promise<Skills> {
    await skills.reload({ force: true });
    return skills;
  }
  return {
    load,
    write,
    version,
    installer: installerOptions(load),
    projectRoot: own.snapshot.projectRoot,
    async skills(host) {
      if (host === undefined || host === own.snapshot.host) return refresh(own);
      const known = others.get(host);
      if (known) return refresh(await known);
      const opened = openSkills({ ...load, host });
      others.set(host, opened);
      opened.catch(() => others.delete(host));
      return opened;
    },
    async changed() {
      await refresh(own);
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
