/** The columns of `list` that say what the hosts of this machine make of each file. */
import { type Cell, hostsHere, type Looked, lookThrough, type Snapshot } from "../../../index.ts";
import { map, SCHEMA } from "../../../ops/answers/answer.ts";
import { cellJson } from "../../../ops/answers/host-answers.ts";
import { loadedJson } from "../../../ops/answers/skill-answer.ts";
import { type Context, names } from "../command.ts";
import { meanings, SIGNS } from "../commands/matrix.ts";
import { writeObject } from "../output/json.ts";
import { pad } from "../output/paint.ts";
import { unverified } from "../output/present.ts";

export interface HostColumns {
  readonly head: string;
  readonly width: number;
  cells(path: string): string;
  /** What the signs mean, and which hosts are not verified. */
  legend(paths: readonly string[]): string[];
}

/** Undefined where no host is on this machine. */
export async function hostColumns(context: Context): Promise<HostColumns | undefined> {
  const { views, cellsOf } = await lookFor(context);
  if (views.length === 0) return undefined;
  const widths = views.map(({ profile }) => Math.max(profile.name.length, 4));
  const unsure = unverified(views.map(({ profile }) => profile));
  return {
    head: views
      .map(({ profile }, at) => pad(profile.name, widths[at] as number))
      .join("  ")
      .trimEnd(),
    width: widths.reduce((sum, width) => sum + width + 2, 0),
    cells: (path) =>
      cellsOf(path)
        .map((cell, at) => tone(cell, pad(SIGNS[cell.state], widths[at] as number), context))
        .join("  "),
    legend(paths) {
      const cells = paths.flatMap(cellsOf);
      const plain = cells.every((cell) => cell.state === "visible");
      const words = plain ? [] : [`${meanings(cells)} · \`skillwright matrix\` says why`];
      return [...words, ...(unsure ? [unsure] : [])];
    },
  };
}

/** The snapshot's skills, each with a cell for every host asked for. */
export async function writeWithHosts(snapshot: Snapshot, context: Context): Promise<void> {
  const { cellsOf } = await lookFor(context);
  writeObject(
    context.out,
    { schema: SCHEMA, host: snapshot.host, cwd: snapshot.cwd, revision: snapshot.revision },
    {
      skills: map(snapshot.skills, (loaded) => ({
        ...loadedJson(loaded),
        hosts: cellsOf(loaded.skill.path).map(cellJson),
      })),
    },
  );
}

interface LookedFor {
  readonly views: Looked["views"];
  cellsOf(path: string): readonly Cell[];
}

/** Our own view is what the list shows anyway. */
async function lookFor(context: Context): Promise<LookedFor> {
  const looked = await lookThrough({ ...context.load, hosts: await hostsOf(context) });
  const kept = looked.views.flatMap(({ profile }, at) => (profile.name === "skillwright" ? [] : [at]));
  const views = kept.flatMap((at) => looked.views[at] ?? []);
  const byPath = new Map<string, Cell[]>();
  for (const { skill, cells } of looked.rows)
    for (const path of [skill.file, ...skill.paths])
      byPath.set(
        path,
        kept.flatMap((at) => cells[at] ?? []),
      );
  // The embedded skills lie where nobody else looks.
  const nowhere = views.map(({ profile }): Cell => ({ host: profile.name, state: "absent", because: NOWHERE }));
  return { views, cellsOf: (path) => byPath.get(path) ?? nowhere };
}

const NOWHERE = { code: "SK701", text: "the host does not search where it lies" } as const;

async function hostsOf(context: Context): Promise<string[]> {
  return names(context, "hosts") ?? (await hostsHere(context.load));
}

function tone(cell: Cell, words: string, { paint }: Context): string {
  if (cell.state === "absent" || cell.state === "unsupported") return paint.dim(words);
  if (cell.state === "visible") return paint.green(words);
  return cell.state === "rejected" || cell.state === "shadowed" ? paint.red(words) : paint.yellow(words);
}
