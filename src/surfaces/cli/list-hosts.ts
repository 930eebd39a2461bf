/** The columns of `list` that say what the hosts of this machine make of each file. */
import { type Cell, detectHosts, type Looked, lookThrough, type Snapshot } from "../../index.ts";
import { type Context, text } from "./command.ts";
import { cellJson, SIGNS } from "./commands/matrix.ts";
import { loadedJson, map, SCHEMA, writeObject } from "./json.ts";
import { pad } from "./paint.ts";

export interface HostColumns {
  readonly head: string;
  readonly width: number;
  cells(path: string): string;
}

/** Undefined where no host is on this machine. */
export async function hostColumns(context: Context): Promise<HostColumns | undefined> {
  const hosts = await hostsOf(context);
  if (hosts.length === 0) return undefined;
  const looked = await lookThrough({ ...context.load, hosts });
  const widths = looked.views.map(({ profile }) => Math.max(profile.name.length, 4));
  const byPath = cellsByPath(looked);
  return {
    head: looked.views.map(({ profile }, at) => pad(profile.name, widths[at] as number)).join("  "),
    width: widths.reduce((sum, width) => sum + width + 2, 0),
    cells(path) {
      const cells = byPath.get(path);
      return widths
        .map((width, at) =>
          tone(cells?.[at], pad(cells?.[at] ? SIGNS[(cells[at] as Cell).state] : "-", width), context),
        )
        .join("  ");
    },
  };
}

/** The snapshot's skills, each with a cell for every host asked for. */
export async function writeWithHosts(snapshot: Snapshot, context: Context): Promise<void> {
  const looked = await lookThrough({ ...context.load, hosts: await hostsOf(context) });
  const byPath = cellsByPath(looked);
  writeObject(
    context.out,
    { schema: SCHEMA, host: snapshot.host, cwd: snapshot.cwd, revision: snapshot.revision },
    {
      skills: map(snapshot.skills, (loaded) => ({
        ...loadedJson(loaded),
        hosts: (byPath.get(loaded.skill.path) ?? []).map(cellJson),
      })),
    },
  );
}

async function hostsOf(context: Context): Promise<string[]> {
  const asked = text(context, "hosts");
  if (asked !== undefined && asked !== "none") return asked.split(",").map((name) => name.trim());
  const { machine } = await lookThrough({ ...context.load, hosts: [] });
  return detectHosts(machine).map((profile) => profile.name);
}

function cellsByPath({ rows }: Looked): Map<string, readonly Cell[]> {
  const found = new Map<string, readonly Cell[]>();
  for (const { skill, cells } of rows) for (const path of [skill.file, ...skill.paths]) found.set(path, cells);
  return found;
}

function tone(cell: Cell | undefined, words: string, { paint }: Context): string {
  if (cell === undefined || cell.state === "absent" || cell.state === "unsupported") return paint.dim(words);
  if (cell.state === "visible") return paint.green(words);
  return cell.state === "rejected" || cell.state === "shadowed" ? paint.red(words) : paint.yellow(words);
}
