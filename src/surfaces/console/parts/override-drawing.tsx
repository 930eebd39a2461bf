/** Draws the precedence map. A list below the drawing has the same content in words. */
import type { Root } from "../answers.ts";
import type { MapEntry, OverrideColumn } from "../logic/override-map.ts";
import { formatCount } from "./bits.tsx";

const LANE = 46;
const COLUMN = 62;
const LABEL = 250;
const TOP = 96;
const MAX_LABEL = 34;
const MAX_NAME = 18;

export function OverrideDrawing({ roots, columns }: { roots: readonly Root[]; columns: readonly OverrideColumn[] }) {
  // Lanes of roots without skills are left out.
  const lanes = roots.map((root, index) => ({ root, index })).filter(({ root }) => root.exists);
  if (lanes.length === 0) return null;
  const yOf = new Map(lanes.map(({ index }, position) => [index, TOP + position * LANE]));
  const width = LABEL + Math.max(4, columns.length) * COLUMN + 20;
  const height = TOP + lanes.length * LANE;
  return (
    <figure class="map" tabIndex={0}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${formatCount(lanes.length, "root")}, ${formatCount(columns.length, "name")} in more than one root; all are listed below`}
      >
        <title>Precedence map</title>
        {lanes.map(({ root, index }) => (
          <Lane key={root.path} root={root} y={yOf.get(index) ?? 0} />
        ))}
        {columns.map((column, index) => (
          <Names
            key={column.winner?.id ?? column.name}
            column={column}
            x={LABEL + index * COLUMN + COLUMN / 2}
            yOf={yOf}
          />
        ))}
      </svg>
    </figure>
  );
}

function Lane({ root, y }: { root: Root; y: number }) {
  return (
    <g class="lane">
      <line x1={LABEL - 10} x2="100%" y1={y} y2={y} />
      <text x={4} y={y - 3} class="root">
        {shorten(root.label, MAX_LABEL)}
      </text>
      <text x={4} y={y + 12} class="note">
        {root.scope} · {formatCount(root.skills, "skill")}
      </text>
    </g>
  );
}

function Names({ column, x, yOf }: { column: OverrideColumn; x: number; yOf: ReadonlyMap<number, number> }) {
  const y = (standing: MapEntry | undefined): number | undefined => standing && yOf.get(standing.lane);
  const top = y(column.winner);
  return (
    <g class="names">
      <text transform={`translate(${x - 4} ${TOP - 18}) rotate(-38)`} class="name">
        {shorten(column.name, MAX_NAME)}
      </text>
      {column.losers.map((loser, index) => {
        const bottom = y(loser);
        if (top === undefined || bottom === undefined) return null;
        return (
          <g key={loser.id}>
            <path class="arrow" d={arrow(x, bottom, top, index)} />
            <circle class="loser" cx={bottom === top ? x + 16 : x} cy={bottom} r={5} />
          </g>
        );
      })}
      {top !== undefined && <circle class="winner" cx={x} cy={top} r={6.5} />}
    </g>
  );
}

/**
 * Draws an arrow from the overridden skill to the skill that wins. Each arrow has a different bend, so that none hides
 * another.
 */
function arrow(x: number, from: number, to: number, index: number): string {
  if (from === to) return `M ${x + 16} ${from - 5} q -8 -14 -14 -4`;
  const [bend, third] = [x + 8 + index * 5, (from - to) / 3];
  const curve = `M ${x} ${from - 6} C ${bend} ${from - third} ${bend} ${to + third} ${x} ${to + 9}`;
  return `${curve} m -4 6 l 4 -6 l 4 6`;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
