// Formats figures as tables in Markdown. Compare the ratios, because milliseconds depend on the machine and its load.

/** Returns our row between the cost of Node and the cost of reading the files. */
export function ownTable(rows) {
  const lines = [
    "| skills | `node -e 0`, ms | floor, ms | `list --json`, ms | `list` / floor | least / floor | `list` / `node -e 0` | CPU in ms, `list` / floor | peak MiB, `list` / floor | `matrix --hosts all` / `list` |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
  ];
  for (const row of rows) {
    const names = ["node", "floor", "least", "list", "matrix"];
    const [node, floor, least, list, matrix] = names.map((name) => figuresOf(row, name));
    const cells = [
      label(row),
      whole(node.ms),
      whole(floor.ms),
      whole(list.ms),
      ratio(list.ms, floor.ms),
      least ? ratio(least.ms, floor.ms) : "",
      ratio(list.ms, node.ms),
      `${whole(list.cpuMs)} / ${whole(floor.cpuMs)}`,
      `${whole(list.peakMiB)} / ${whole(floor.peakMiB)}`,
      matrix ? ratio(matrix.ms, list.ms) : "",
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** Returns all programs, fastest first, for each size. */
export function peerTable(rows) {
  const lines = [
    "| skills | program | ms | program / floor | program / `list` | peak MiB | skills returned |",
    "| ---: | --- | ---: | ---: | ---: | ---: | ---: |",
  ];
  for (const row of rows) {
    const floor = figuresOf(row, "floor").ms;
    const ours = figuresOf(row, "list").ms;
    const all = row.results.filter(({ name }) => name !== "node").toSorted((a, b) => a.ms - b.ms);
    for (const { name, ms, peakMiB, found } of all) {
      const shown = name === "list" ? "**`skillwright list --json`**" : name;
      const cells = [label(row), shown, whole(ms), ratio(ms, floor), ratio(ms, ours), whole(peakMiB), found ?? ""];
      lines.push(`| ${cells.join(" | ")} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Returns the changes between two runs on one machine, as ratios to each run's own floor. */
export function comparison(before, after) {
  const lines = [
    `| skills | program | program / floor, ${before.date} | program / floor, now |`,
    "| ---: | --- | ---: | ---: |",
  ];
  for (const row of after.rows) {
    const old = before.rows.find(({ tree }) => tree === row.tree);
    for (const { name, ms } of old ? row.results : []) {
      const earlier = figuresOf(old, name);
      if (!earlier || ["node", "floor", "least"].includes(name)) continue;
      const then = ratio(earlier.ms, figuresOf(old, "floor").ms);
      lines.push(`| ${label(row)} | ${name} | ${then} | ${ratio(ms, figuresOf(row, "floor").ms)} |`);
    }
  }
  return `\n${lines.join("\n")}`;
}

function figuresOf(row, name) {
  return row.results.find((each) => each.name === name);
}

function label({ tree, skills }) {
  return tree === "real" ? `${skills} real` : tree;
}

function ratio(a, b) {
  return (a / b).toFixed(2);
}

function whole(number) {
  return number === undefined ? "" : number.toFixed(0);
}
