/** Shows the matrix of skills and hosts. */
import { useMemo } from "preact/hooks";
import type { Cell, Hosts, Matrix, MatrixRow } from "../answers.ts";
import { getJson } from "../ask.ts";
import { CodeLink, EmptyMessage, RequestResult } from "../parts/bits.tsx";
import { FindingList } from "../parts/findings.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { VirtualTable } from "../parts/virtual-table.tsx";
import { address, changeCount, replaceSelection } from "../state.ts";
import { useRequest } from "../use-asked.ts";
import { hashOf } from "../view-address.ts";

const ROW = 44;

const SETS = [
  ["", "on this machine"],
  ["all", "verified"],
  ["every", "every known host"],
] as const;

export function HostsView() {
  const { hosts = "", q = "" } = address.value.at;
  const matrix = useRequest(
    (signal) => getJson<Matrix>("/api/matrix", { hosts: hosts === "" ? undefined : hosts }, signal),
    [hosts, changeCount.value],
  );
  return (
    <div class="view fill">
      <h1>Skills by hosts</h1>
      <div class="tools">
        <SearchField label="Filter by name" value={q} onValue={(value) => replaceSelection({ q: value })} />
        <label class="pick">
          Hosts{" "}
          <select value={hosts} onChange={({ currentTarget }) => replaceSelection({ hosts: currentTarget.value })}>
            {SETS.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Legend />
      </div>
      <RequestResult asked={matrix}>{(value) => <Grid matrix={value} query={q} />}</RequestResult>
    </div>
  );
}

function Grid({ matrix, query }: { matrix: Matrix; query: string }) {
  const titles = useTitles();
  const word = query.trim().toLowerCase();
  const rows = useMemo(
    () =>
      matrix.skills.filter(({ name, file }) => name.toLowerCase().includes(word) || file.toLowerCase().includes(word)),
    [matrix, word],
  );
  if (rows.length === 0)
    return <EmptyMessage>{word === "" ? "No host finds a skill in this project." : "No skill matches."}</EmptyMessage>;
  return (
    <>
      <FindingList findings={matrix.diagnostics} />
      <Remarks matrix={matrix} />
      <VirtualTable
        label="Skills by hosts"
        class="matrix"
        style={{ "--hosts": String(matrix.hosts.length) }}
        columns={["Skill", ...matrix.hosts.map(({ name }) => <span title={titles.get(name) ?? name}>{name}</span>)]}
        rows={rows}
        rowHeight={ROW}
        keyOf={(row) => row.file}
        cells={(row) => <Cells row={row} />}
      />
    </>
  );
}

function Cells({ row }: { row: MatrixRow }) {
  return (
    <>
      <span role="rowheader" class="what">
        <a href={hashOf("skill", { id: row.paths[0] ?? row.file, tab: "hosts" })} title={row.file}>
          {row.name}
        </a>
      </span>
      {row.cells.map((cell) => (
        <span role="cell" key={cell.host} class={`cell ${cellSign(cell)[0]}`} title={cell.reason ?? cell.state}>
          <span aria-hidden="true">{cellSign(cell)[1]}</span>
          <span class="visually-hidden">{cell.state}</span> {cell.code !== null && <CodeLink code={cell.code} />}
        </span>
      ))}
    </>
  );
}

/** For each state of a cell: a class for the colour, and a sign with the same meaning. */
const SIGNS: Readonly<Record<string, readonly [string, string]>> = {
  visible: ["good", "●"],
  renamed: ["half", "◐"],
  "name-only": ["half", "◐"],
  hidden: ["half", "◌"],
  withheld: ["half", "◌"],
  disabled: ["off", "◌"],
  overridden: ["off", "◌"],
  ineligible: ["bad", "✕"],
  rejected: ["bad", "✕"],
  "not-searched": ["none", "–"],
  unsupported: ["none", "–"],
};

export function cellSign({ state }: Pick<Cell, "state">): readonly [string, string] {
  return SIGNS[state] ?? ["none", "?"];
}

function Legend() {
  return (
    <p class="legend">
      <span class="good">● visible</span> <span class="half">◐ renamed, or listed by name only</span>{" "}
      <span class="off">◌ hidden, withheld, disabled or overridden</span>{" "}
      <span class="bad">✕ ineligible or rejected</span> <span class="none">– not searched</span>
    </p>
  );
}

function Remarks({ matrix: { remarks } }: { matrix: Matrix }) {
  if (remarks.length === 0) return null;
  return (
    <ul class="remarks">
      {remarks.map(({ host, code, path, reason }) => (
        <li key={`${host} ${code} ${path}`}>
          <CodeLink code={code} /> {host}: {reason} <span class="path">{path}</span>
        </li>
      ))}
    </ul>
  );
}

function useTitles(): ReadonlyMap<string, string> {
  const { value } = useRequest((signal) => getJson<Hosts>("/api/hosts", {}, signal), []);
  return useMemo(() => new Map(value?.hosts.map(({ name, title, version }) => [name, `${title} ${version}`])), [value]);
}
