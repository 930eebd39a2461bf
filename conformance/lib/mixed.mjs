// Compares mixed trees in the real programs and in our view: the host's skills, and the model's list.
import { materialise } from "./materialise.mjs";
import { mixedTrees } from "./mixed-trees.mjs";
import { hostOf } from "./peers.mjs";
import { compareListing } from "./prompt-mode.mjs";
import { compareOn } from "./tree.mjs";

/** Returns rows `{ id, host, skills, lines }`, one for each tree and target. */
export async function mixedRows({ count, seed, only, real, bins, drivers, timeout, inTurns }) {
  const cases = mixedTrees(count, seed).filter(({ id }) => !only || only.includes(id));
  const work = cases.flatMap((each) => real.map((host) => ({ each, host })));
  return inTurns(work, ({ each, host }) =>
    compareOne(each, { host, bin: bins[host], ask: drivers[host], timeout }).catch((error) => ({
      id: each.id,
      host,
      skills: 0,
      lines: [error.message],
    })),
  );
}

async function compareOne(each, asking) {
  const { host } = asking;
  const onTree = async (task) => {
    const tree = materialise(each, host);
    try {
      return await task(tree);
    } finally {
      tree.remove();
    }
  };
  // Cline shows descriptions only when a skill is called.
  const { skills, lines, contested } = await compareOn(each, { ...asking, trace: hostOf(host) === "cline" }, onTree);
  const listing = await compareListing(each, host, { ...asking, contested });
  return {
    id: each.id,
    host,
    skills,
    lines: [...lines, ...listing.lines.map((line) => `list ${line}`)],
  };
}
