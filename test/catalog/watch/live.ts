/** A watched tree that records the reported changes and the files that were read. */
import { afterEach } from "vitest";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import type { SkillWatch, WatchOptions } from "../../../src/catalog/watch/skill-watch.ts";
import { WatchHub } from "../../../src/catalog/watch/watch-hub.ts";
import type { SnapshotChange } from "../../../src/model/skills/snapshot-change.ts";
import type { Files } from "../../../src/platform/files/files.ts";
import { nodeWatcher } from "../../../src/platform/files/node-files.ts";
import type { Watcher } from "../../../src/platform/files/watcher.ts";
import { load, makeTree, skill, type Tree } from "../../tree.ts";

export const SKILLS = "home/.agents/skills";

const hubs: WatchHub[] = [];

afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});

export interface Watched {
  readonly tree: Tree;
  readonly hub: WatchHub;
  readonly watch: SkillWatch;
  /** Returns the changes reported since the last call, one line for each skill. */
  told(): Promise<string[]>;
  /** Returns the files and directories read since the last call. */
  reads(): string[];
  /** Returns whether the snapshot equals that of a fresh load. */
  isFresh(): Promise<boolean>;
}

export interface WatchedOptions {
  readonly names?: readonly string[];
  readonly load?: Omit<LoadOptions, "roots"> & { readonly roots?: readonly string[] };
  readonly watch?: WatchOptions;
  readonly watcher?: (real: Watcher) => Watcher;
}

export async function watched({ names = ["a", "b"], ...over }: WatchedOptions = {}): Promise<Watched> {
  const tree = makeTree({ "project/.git/HEAD": "" });
  tree.add(Object.fromEntries(names.map((name) => [`${SKILLS}/${name}/SKILL.md`, skill(name)])));
  const { files, reads } = counting(tree);
  const environment = { ...tree.environment, variables: { PATH: tree.at("bin") } };
  const options: LoadOptions = { environment, files, defaultSkills: false, trust: "all", ...over.load };
  const real = nodeWatcher({ persistent: over.watch?.persistent ?? false });
  const hub = new WatchHub({ watcher: over.watcher?.(real) ?? real });
  hubs.push(hub);
  const watch = await hub.watch("", options, over.watch ?? {}, () => undefined);
  const changes: SnapshotChange[] = [];
  watch.on((change) => changes.push(change));
  reads();
  return {
    tree,
    hub,
    watch,
    async told() {
      await watch.settled();
      return changes.splice(0).flatMap((change) => linesOf(change, tree));
    },
    reads,
    async isFresh() {
      const now = await watch.settled();
      const fresh = await load(tree, { ...options, files: tree.files });
      return JSON.stringify(now) === JSON.stringify(fresh.snapshot);
    },
  };
}

function linesOf({ added, changed, removed, also }: SnapshotChange, tree: Tree): string[] {
  const at = (path: string): string => path.slice(tree.top.length + 1);
  return [
    ...added.map(({ name, path, outcome }) => `added ${name} ${outcome} ${at(path)}`),
    ...changed.map(({ name, nameBefore, outcome, parts }) =>
      [`changed ${name} ${outcome} (${parts.join(", ")})`, ...(nameBefore ? [`was ${nameBefore}`] : [])].join(" "),
    ),
    ...removed.map(({ name, outcome }) => `removed ${name} ${outcome}`),
    ...also,
  ];
}

function counting(tree: Tree): { files: Files; reads: () => string[] } {
  const read: string[] = [];
  const note = (path: string): void => {
    read.push(path.slice(tree.top.length + 1));
  };
  return {
    reads: () => read.splice(0).sort(),
    files: {
      ...tree.files,
      readHead(path, into, maxBytes) {
        note(path);
        return tree.files.readHead(path, into, maxBytes);
      },
      readFile(path, maxBytes) {
        note(path);
        return tree.files.readFile(path, maxBytes);
      },
      readDirectory(path) {
        note(path);
        return tree.files.readDirectory(path);
      },
    },
  };
}
