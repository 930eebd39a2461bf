/** Computes a cell for each host and each file of a list. The keys of the result are the paths of the files. */
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { Cell } from "../../hosts/views/matrix.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { type Answer, loadedJson, mapLazily, SCHEMA } from "../answers/answer.ts";
import { cellJson } from "../answers/hosts/host-answers.ts";
import { type HostViews, viewAsHosts } from "./look-hosts.ts";

export interface HostCells {
  readonly views: HostViews["views"];
  cellsOf(path: string): readonly Cell[];
}

/** The reason for a cell of an embedded skill: no other host searches the directory of the embedded skills. */
const NOWHERE = { code: "SK701", text: "the host does not search this directory" } as const;

/** Computes the cells of these hosts. Skillwright itself is left out, because the list already shows its result. */
export async function readHostCells(hosts: readonly string[], load: LoadOptions): Promise<HostCells> {
  const looked = await viewAsHosts({ ...load, hosts });
  const kept = looked.views.flatMap(({ profile }, at) => (profile.name === "skillwright" ? [] : [at]));
  const views = kept.flatMap((at) => looked.views[at] ?? []);
  const byPath = new Map<string, Cell[]>();
  for (const { skill, cells } of looked.rows)
    for (const path of [skill.file, ...skill.paths])
      byPath.set(
        path,
        kept.flatMap((at) => cells[at] ?? []),
      );
  const nowhere = views.map(({ profile }): Cell => ({ host: profile.name, state: "not-searched", because: NOWHERE }));
  return { views, cellsOf: (path) => byPath.get(path) ?? nowhere };
}

/** Returns the loaded skills, each with a cell for every named host. */
export async function listWithHosts(
  { host, cwd, revision, skills }: Snapshot,
  hosts: readonly string[],
  load: LoadOptions,
): Promise<Answer> {
  const { cellsOf } = await readHostCells(hosts, load);
  return {
    fields: { schema: SCHEMA, host, cwd, revision },
    lists: {
      skills: mapLazily(skills, (loaded) => ({
        ...loadedJson(loaded),
        hosts: cellsOf(loaded.skill.path).map(cellJson),
      })),
    },
  };
}
