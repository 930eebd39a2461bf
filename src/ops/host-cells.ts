/** What hosts make of each file of a list: a cell for each host, by path. */
import type { LoadOptions } from "../catalog/load/load.ts";
import type { Cell } from "../hosts/views/matrix.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { type Answer, loadedJson, map, SCHEMA } from "./answers/answer.ts";
import { cellJson } from "./answers/host-answers.ts";
import { hostsHere, type Looked, lookThrough } from "./look-hosts.ts";

export interface HostCells {
  readonly views: Looked["views"];
  cellsOf(path: string): readonly Cell[];
}

/** The embedded skills are where no other host searches. */
const NOWHERE = { code: "SK701", text: "the host does not search this directory" } as const;

/** The named hosts, or those on this machine. Our own view is left out: the list itself shows it. */
export async function readHostCells(hosts: readonly string[] | undefined, load: LoadOptions): Promise<HostCells> {
  const looked = await lookThrough({ ...load, hosts: hosts ?? (await hostsHere(load)) });
  const kept = looked.views.flatMap(({ profile }, at) => (profile.name === "skillwright" ? [] : [at]));
  const views = kept.flatMap((at) => looked.views[at] ?? []);
  const byPath = new Map<string, Cell[]>();
  for (const { skill, cells } of looked.rows)
    for (const path of [skill.file, ...skill.paths])
      byPath.set(
        path,
        kept.flatMap((at) => cells[at] ?? []),
      );
  const nowhere = views.map(({ profile }): Cell => ({ host: profile.name, state: "absent", because: NOWHERE }));
  return { views, cellsOf: (path) => byPath.get(path) ?? nowhere };
}

/** The loaded skills, each with a cell for every named host. */
export async function listWithHosts(
  { host, cwd, revision, skills }: Snapshot,
  hosts: readonly string[],
  load: LoadOptions,
): Promise<Answer> {
  const { cellsOf } = await readHostCells(hosts, load);
  return {
    fields: { schema: SCHEMA, host, cwd, revision },
    lists: {
      skills: map(skills, (loaded) => ({
        ...loadedJson(loaded),
        hosts: cellsOf(loaded.skill.path).map(cellJson),
      })),
    },
  };
}
