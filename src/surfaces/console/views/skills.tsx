/** Shows every found file with its outcome. */
import { useMemo } from "preact/hooks";
import type { Catalog, Origins, SearchResult, SkillList } from "../answers.ts";
import { getJson } from "../ask.ts";
import { findWords } from "../logic/mark.ts";
import { isNarrow } from "../logic/narrow.ts";
import {
  countGroups,
  filterRows,
  ROW_OUTCOMES,
  rankRows,
  rootLabel,
  rowsOf,
  type SkillListRow,
} from "../logic/rows.ts";
import {
  EmptyMessage,
  FailureMessage,
  formatCount,
  MarkedText,
  OutcomeMark,
  RequestResult,
  ScopeBadge,
} from "../parts/bits.tsx";
import { ChoiceButtons } from "../parts/choices.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { TrustNotice } from "../parts/trust.tsx";
import { VirtualTable } from "../parts/virtual-table.tsx";
import { address, changeCount, replaceSelection, serverProperties } from "../state.ts";
import { useDebounced, useRequest } from "../use-asked.ts";
import { hashOf } from "../view-address.ts";

const TYPING_MS = 120;
/** Maximum search results to show. The page reports if there are more. */
const MAX_HITS = 300;
const MAX_WORDS = 40;
const ROW = 56;
const NARROW_ROW = 84;

export function SkillsView() {
  const { q = "", scope, outcome } = address.value.at;
  const list = useRequest((signal) => getJson<SkillList>("/api/skills", {}, signal), [changeCount.value]);
  const query = useDebounced(q.trim(), TYPING_MS);
  const asked = useRequest((signal) => search(query, signal), [query, changeCount.value]);
  // The last answer and its query are shown until the next answer arrives.
  const found = query === "" ? undefined : asked.value;
  const all = useMemo(() => (list.value ? rowsOf(list.value) : []), [list.value]);
  const rows = useMemo(
    () => filterRows(found ? rankRows(all, found.hits, found.query) : all, { scope, outcome }),
    [all, found, scope, outcome],
  );
  return (
    <div class="view fill">
      <h1 class="visually-hidden">Skills</h1>
      <TrustNotice />
      <div class="tools">
        <SearchField label="Search the skills" value={q} onValue={(value) => replaceSelection({ q: value })} />
        <ChoiceButtons
          label="Scope"
          counts={countGroups(all, "scope")}
          chosen={scope}
          onChoose={(value) => replaceSelection({ scope: value })}
        />
        <ChoiceButtons
          label="State"
          order={ROW_OUTCOMES}
          counts={countGroups(all, "outcome")}
          chosen={outcome}
          onChoose={(value) => replaceSelection({ outcome: value })}
        />
      </div>
      {asked.failure && query !== "" && <FailureMessage failure={asked.failure} />}
      <RequestResult asked={list}>
        {() =>
          all.length === 0 ? (
            <NoSkills />
          ) : (
            <Table rows={rows} words={wordsOf(found)} isCut={found !== undefined && found.hits.length >= MAX_HITS} />
          )
        }
      </RequestResult>
    </div>
  );
}

async function search(query: string, signal: AbortSignal): Promise<SearchResult | undefined> {
  return query === "" ? undefined : getJson<SearchResult>("/api/search", { query, k: MAX_HITS }, signal);
}

/** Returns the words that the user typed, and the words that the search used for them. */
function wordsOf(found: SearchResult | undefined): string[] {
  if (!found) return [];
  const read = found.hits.flatMap(({ terms }) => terms.map(({ term, as }) => as ?? term));
  return [...new Set([...found.query.split(/\s+/), ...read])].slice(0, MAX_WORDS);
}

function NoSkills() {
  return (
    <EmptyMessage>
      <h2>No skills here yet</h2>
      <p>
        Skills are directories with a <code>SKILL.md</code>. <code>skillwright new my-skill</code> creates a skill,{" "}
        <code>skillwright add owner/repo</code> installs skills, and <code>skillwright list --roots</code> lists the
        directories that are searched for <code>{serverProperties.value?.cwd}</code>.
      </p>
    </EmptyMessage>
  );
}

interface TableProps {
  readonly rows: readonly SkillListRow[];
  readonly words: readonly string[];
  /** True if the search has more hits than the page shows. */
  readonly isCut: boolean;
}

function Table({ rows, words, isCut }: TableProps) {
  const costs = useCosts();
  const origins = useOrigins();
  if (rows.length === 0) return <EmptyMessage>No skill matches. Try another word or fewer filters.</EmptyMessage>;
  return (
    <>
      <p class="count" role="status">
        {formatCount(rows.length, "skill")}
        {isCut && `: only the best ${MAX_HITS} results of the search are shown`}
      </p>
      <VirtualTable
        label="Skills"
        class="skills"
        columns={["Skill", "Scope", "State", "Origin", "Tokens"]}
        rows={rows}
        rowHeight={isNarrow.value ? NARROW_ROW : ROW}
        keyOf={(row) => row.id}
        cells={(row) => <Cells row={row} words={words} cost={costs.get(row.id)} origin={origins.get(row.id)} />}
      />
    </>
  );
}

interface CellProps {
  readonly row: SkillListRow;
  readonly words: readonly string[];
  readonly cost: number | undefined;
  readonly origin: string | undefined;
}

function Cells({ row, words, cost, origin }: CellProps) {
  const text = row.description || row.reason || row.path;
  return (
    <>
      <span role="cell" class="what">
        <a href={hashOf("skill", { id: row.id })}>
          <MarkedText text={row.name} stretches={findWords(row.name, words)} />
        </a>
        <span class="text">
          <MarkedText text={text} stretches={findWords(text, words)} />
        </span>
      </span>
      <span role="cell">
        <ScopeBadge scope={row.scope} />
      </span>
      <span role="cell">
        <OutcomeMark outcome={row.outcome} title={row.reason} />
      </span>
      <span role="cell" class="origin" title={origin ?? row.root}>
        <bdi>{origin ?? rootLabel(row)}</bdi>
      </span>
      <span role="cell" class="number">
        {cost === undefined ? <span class="quiet-text">–</span> : cost.toLocaleString("en")}
      </span>
    </>
  );
}

/** Returns the number of tokens that each skill takes in a model's context. */
function useCosts(): ReadonlyMap<string, number> {
  const { value } = useRequest((signal) => getJson<Catalog>("/api/catalog", {}, signal), [changeCount.value]);
  return useMemo(() => new Map(value?.entries.map(({ id, tokens }) => [id, tokens])), [value]);
}

interface Installed {
  readonly id: string;
  readonly installed: { readonly origin?: { readonly source?: string } } | null;
}

function useOrigins(): ReadonlyMap<string, string> {
  const { value } = useRequest((signal) => getJson<Origins>("/api/origins", {}, signal), [changeCount.value]);
  return useMemo(() => {
    const known = (value?.skills ?? []) as readonly Installed[];
    return new Map(
      known.flatMap(({ id, installed }) => (installed?.origin?.source ? [[id, installed.origin.source]] : [])),
    );
  }, [value]);
}
