import type { Catalog } from "../../answers.ts";
import { isNarrow } from "../../logic/narrow.ts";
import { hashOf } from "../../view-address.ts";
import { EmptyMessage } from "../bits.tsx";
import { VirtualTable } from "../virtual-table.tsx";

const ROW = 52;
const NARROW_ROW = 84;

/** Shows every skill that a host lists, with the text that the host's model reads. */
export function CatalogEntries({ catalog: { host, entries } }: { catalog: Catalog }) {
  if (entries.length === 0) return <EmptyMessage>{host} does not list any skill.</EmptyMessage>;
  return (
    <div class="entries">
      <VirtualTable
        label={`The catalog of ${host}`}
        class="catalog"
        columns={["Skill", "In the catalog", "Tokens"]}
        rows={entries}
        rowHeight={isNarrow.value ? NARROW_ROW : ROW}
        keyOf={(entry) => entry.id}
        cells={({ id, address, coverage, tokens, text }) => (
          <>
            <span role="cell" class="what">
              <a href={hashOf("skill", { id })}>{address}</a>
              <span class="text">{text}</span>
            </span>
            <span role="cell">
              <span class={`coverage ${coverage}`}>{coverage.replace("-", " ")}</span>
            </span>
            <span role="cell" class="number">
              {tokens.toLocaleString("en")}
            </span>
          </>
        )}
      />
    </div>
  );
}
