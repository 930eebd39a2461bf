/** Shows the catalog of each host for a window size, and the skills that a message would activate. */
import { useState } from "preact/hooks";
import type { Catalog, Hosts } from "../answers.ts";
import { getJson } from "../ask.ts";
import { WINDOW_STEPS, windowOfStep, windowStepOf } from "../logic/windows.ts";
import { RequestResult } from "../parts/bits.tsx";
import { CatalogBar } from "../parts/catalog/catalog-bar.tsx";
import { CatalogEntries } from "../parts/catalog/catalog-entries.tsx";
import { MessageBox } from "../parts/message-box.tsx";
import { address, changeCount, replaceSelection } from "../state.ts";
import { type Requested, useDebounced, useRequest } from "../use-asked.ts";

const USUAL_WINDOW = 200_000;
const SLIDING_MS = 100;

export function BudgetView() {
  const { window: asked, host } = address.value.at;
  const [step, setStep] = useState(windowStepOf(Number(asked) || USUAL_WINDOW));
  const size = useDebounced(windowOfStep(step), SLIDING_MS);
  const catalogs = useCatalogs(size);
  return (
    <div class="view">
      <h1>Budget</h1>
      <p class="lead">
        Shows the cost of the list of skills, and which part of it a model reads with a context window of this size.
      </p>
      <label class="slider">
        Context window{" "}
        <input
          type="range"
          min={0}
          max={WINDOW_STEPS}
          value={step}
          aria-valuetext={`${windowOfStep(step).toLocaleString("en")} tokens`}
          onInput={({ currentTarget }) => {
            setStep(Number(currentTarget.value));
            replaceSelection({ window: String(windowOfStep(Number(currentTarget.value))) });
          }}
        />{" "}
        <output>{windowOfStep(step).toLocaleString("en")} tokens</output>
      </label>
      <RequestResult asked={catalogs}>{(list) => <Catalogs list={list} host={host} />}</RequestResult>
      <MessageBox />
    </div>
  );
}

function Catalogs({ list, host }: { list: readonly Catalog[]; host: string | undefined }) {
  const chosen = list.find((each) => each.host === host) ?? list[0];
  return (
    <>
      <ul class="bars">
        {list.map((catalog) => (
          <li key={catalog.host}>
            <CatalogBar
              catalog={catalog}
              chosen={catalog === chosen}
              onChoose={() => replaceSelection({ host: catalog.host })}
            />
          </li>
        ))}
      </ul>
      {chosen && <CatalogEntries catalog={chosen} />}
    </>
  );
}

/** Requests the catalog of Skillwright and of each host on this machine. */
function useCatalogs(window: number): Requested<readonly Catalog[]> {
  const known = useRequest((signal) => getJson<Hosts>("/api/hosts", {}, signal), []);
  const here = (known.value?.hosts ?? []).filter(({ detected, supported }) => detected && supported);
  const names = [...new Set(["skillwright", ...here.map(({ name }) => name)])];
  return useRequest(
    (signal) => Promise.all(names.map((host) => getJson<Catalog>("/api/catalog", { host, window }, signal))),
    [window, names.join(), changeCount.value],
  );
}
