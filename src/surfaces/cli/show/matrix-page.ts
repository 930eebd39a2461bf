/** Writes the matrix as one HTML file without external scripts, fonts or images. All text from skills is escaped. */
import type { Cell, CellState, MatrixRow } from "../../../hosts/views/matrix.ts";
import type { HostViews } from "../../../ops/hosts/look-hosts.ts";
import { STATE_MEANINGS } from "./state-words.ts";

const MARKS: Readonly<Record<CellState, string>> = {
  visible: "✓",
  renamed: "≠",
  "name-only": "○",
  hidden: "◌",
  withheld: "◐",
  disabled: "◌",
  overridden: "⊘",
  ineligible: "△",
  rejected: "✗",
  "not-searched": "·",
  unsupported: "–",
};

export function matrixPage({ machine, views, rows }: HostViews): string {
  const heads = views.map(
    ({ profile: { title, version, programVersion, confidence } }) =>
      `<th scope="col"><span>${escapeHtml(title)}</span><small>${escapeHtml(programVersion ? `${programVersion}, with the facts of ${version}` : version)}${confidence === "verified" ? "" : `<br>${confidence}, not verified`}</small></th>`,
  );
  const legend = (Object.keys(MARKS) as CellState[]).map(
    (state) => `<li><b class="${state}">${MARKS[state]}</b> ${state.replace("-", " ")}: ${STATE_MEANINGS[state]}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Skills by hosts</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Skills by hosts</h1>
<p>${rows.length} skills and ${views.length} hosts, seen from <code>${escapeHtml(machine.cwd)}</code>. Hold the pointer over a cell for the reason.</p>
<ul class="legend">${legend.join("")}</ul>
<div class="table"><table>
<thead><tr><th scope="col">Skill</th>${heads.join("")}</tr></thead>
<tbody>
${rows.map(rowHtml).join("\n")}
</tbody>
</table></div>
</body>
</html>
`;
}

function rowHtml({ name, skill, cells }: MatrixRow): string {
  return `<tr><th scope="row" title="${escapeHtml(skill.file)}">${escapeHtml(name)}</th>${cells.map(cellHtml).join("")}</tr>`;
}

function cellHtml({ state, because, name, host }: Cell): string {
  const [mark, word] = [MARKS[state], state.replace("-", " ")];
  const title = [
    `${host}: ${word}`,
    ...(because ? [`${because.code}: ${because.text}`] : []),
    ...(name ? [`name: ${name}`] : []),
  ];
  const code = because ? `<small>${because.code}</small>` : "";
  return `<td class="${state}" title="${escapeHtml(title.join("\n"))}"><span aria-hidden="true">${mark}</span><span class="word">${word}</span>${code}</td>`;
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"'\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (each) => `&#${each.charCodeAt(0) < 32 ? 65533 : each.charCodeAt(0)};`,
  );
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9d9de, #3a3a42); --good: light-dark(#1a7f37, #4ac26b); --bad: light-dark(#b42318, #ff7b72); --odd: light-dark(#9a6700, #d4a72c); --dim: light-dark(#6e6e78, #9a9aa4) }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; max-width: 120rem }
h1 { font-size: 1.3rem } code { font-size: .9em }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem }
.table { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: center; white-space: nowrap }
thead th { position: sticky; top: 0; background: Canvas; z-index: 1 } thead small { display: block; font-weight: normal; color: var(--dim) }
tbody th, thead th:first-child { text-align: left; position: sticky; left: 0; background: Canvas }
td small { display: block; font-size: .7rem; color: var(--dim) }
.word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.visible { color: var(--good) } .rejected, .overridden, .ineligible { color: var(--bad) }
.renamed, .name-only, .hidden, .withheld, .disabled { color: var(--odd) } .not-searched, .unsupported { color: var(--dim) }
`;
