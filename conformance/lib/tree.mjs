// A whole tree of real skills: the program's list against ours, skill by skill.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askOurs } from "./ours.mjs";
import { differences, outcomeOf } from "./outcome.mjs";

/** Both sides see a copy of their own, because programs write into the home directory. */
export async function compareTree(directory, { host, bin, ask, timeout }) {
  const each = { tree: [], control: false };
  const onCopy = async (task) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-tree-")));
    try {
      cpSync(directory, base, { recursive: true, verbatimSymlinks: true });
      const places = { project: join(base, "project"), home: join(base, "home") };
      mkdirSync(places.home, { recursive: true });
      const answer = await task({ ...places, cwd: places.project, environment: {}, timeout });
      return answer.failed ? answer : outcomeOf(answer, each, host, base);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  };
  // Strangers' skills are only listed, never called.
  const real = await onCopy((places) => ask({ ...places, bin, trace: false }));
  const ours = await onCopy((places) => askOurs({ ...places, host }));
  const lines = ours.failed
    ? [`ours failed: ${ours.failed}`]
    : differences({ ...real, errors: [] }, ours, { reported: [], host });
  return { host, skills: real.skills?.length ?? 0, ours: ours.skills?.length ?? 0, lines };
}
