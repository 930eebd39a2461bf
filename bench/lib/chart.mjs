// Draws time against size as a standalone SVG with logarithmic axes, and one line for each program with its name at the
// end.
const WIDTH = 760;
const HEIGHT = 480;
const LEFT = 60;
const RIGHT = 150;
const TOP = 20;
const BOTTOM = 50;
const COLOURS = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f", "#78716c"];

export function chart({ rows, date, machine }) {
  const sized = rows.filter(({ tree }) => tree !== "real");
  const lines = linesOf(sized);
  const times = lines.flatMap(({ points }) => points.map(({ ms }) => ms));
  const x = scale(
    sized.map(({ skills }) => skills),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scale(powersAround(times), HEIGHT - BOTTOM, TOP);
  const parts = [
    ...sized.map(({ skills }) => tick(x(skills), HEIGHT - BOTTOM + 18, "middle", skills.toLocaleString("en"))),
    ...powersAround(times).flatMap((ms) => [
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#d4d4d4"/>`,
      tick(LEFT - 8, y(ms) + 4, "end", `${ms.toLocaleString("en")} ms`),
    ]),
    ...lines.map((line, at) => drawn(line, COLOURS[at % COLOURS.length], x, y)),
    ...labels(lines, y),
    tick(
      (LEFT + WIDTH - RIGHT) / 2,
      HEIGHT - 10,
      "middle",
      `skills; whole processes, ${date}, ${machine.cores} × ${machine.processor}`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<title>How long listing skills takes, by their number</title>
<rect width="100%" height="100%" fill="white"/>
${parts.join("\n")}
</svg>
`;
}

function linesOf(rows) {
  const names = [...new Set(rows.flatMap(({ results }) => results.map(({ name }) => name)))];
  return names.map((name) => ({
    name: { node: "node -e 0", list: "skillwright" }[name] ?? name,
    ours: name === "list",
    points: rows.flatMap(({ skills, results }) => {
      const found = results.find((each) => each.name === name);
      return found ? [{ skills, ms: found.ms }] : [];
    }),
  }));
}

/** Returns powers of ten that include all numbers. */
function powersAround(numbers) {
  const from = Math.floor(Math.log10(Math.min(...numbers)));
  const to = Math.ceil(Math.log10(Math.max(...numbers)));
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
}

function scale(domain, from, to) {
  const low = Math.log10(Math.min(...domain));
  const high = Math.log10(Math.max(...domain));
  const span = high - low || 1;
  return (value) => Math.round(from + ((Math.log10(value) - low) / span) * (to - from));
}

function drawn({ points, ours, name }, colour, x, y) {
  const dashed = ["floor", "least", "node -e 0"].includes(name) ? ' stroke-dasharray="5 4"' : "";
  const at = points.map(({ skills, ms }) => `${x(skills)},${y(ms)}`);
  const dots = points.map(({ skills, ms }) => `<circle cx="${x(skills)}" cy="${y(ms)}" r="3" fill="${colour}"/>`);
  return `<polyline points="${at.join(" ")}" fill="none" stroke="${colour}" stroke-width="${ours ? 3 : 1.5}"${dashed}/>${dots.join("")}`;
}

/** Returns labels for the ends of the lines, moved down if two would overlap. */
function labels(lines, y) {
  let last = Number.NEGATIVE_INFINITY;
  return lines
    .map(({ name, points, ours }, at) => ({
      name,
      ours,
      colour: COLOURS[at % COLOURS.length],
      at: y(points.at(-1).ms) + 4,
    }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, ours, colour, at }) => {
      last = Math.max(at, last + 14);
      const weight = ours ? ' font-weight="bold"' : "";
      return `<text x="${WIDTH - RIGHT + 10}" y="${last}" fill="${colour}"${weight}>${name}</text>`;
    });
}

function tick(x, y, anchor, text) {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#404040">${text}</text>`;
}
