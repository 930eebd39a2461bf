/** Shows which skills a message would select. */
import { useState } from "preact/hooks";
import type { MessageResolution, SearchResult } from "../answers.ts";
import { getJson, postJson } from "../ask.ts";
import { findWords, type MarkedRange } from "../logic/mark.ts";
import { changeCount } from "../state.ts";
import { useDebounced, useRequest } from "../use-asked.ts";
import { hashOf } from "../view-address.ts";
import { CodeLink, MarkedText, RequestResult } from "./bits.tsx";

const TYPING_MS = 200;
const MAX_CHARS = 20_000;
/** Maximum characters of a search. For a longer message, its beginning is used. */
const MAX_QUERY = 2000;
const MAX_HITS = 5;

interface Answers {
  readonly message: string;
  readonly resolution: MessageResolution;
  readonly found: SearchResult;
}

export function MessageBox() {
  const [typed, setTyped] = useState("");
  const message = useDebounced(typed, TYPING_MS);
  const asked = useRequest((signal) => judge(message, signal), [message, changeCount.value]);
  return (
    <section class="message" aria-labelledby="message-title">
      <h2 id="message-title">Which skills does this message activate?</h2>
      <textarea
        rows={3}
        aria-labelledby="message-title"
        placeholder="fill in this form with $pdf-forms"
        maxLength={MAX_CHARS}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {message.trim() !== "" && (
        <RequestResult asked={asked}>{(answers) => answers && <Judged {...answers} />}</RequestResult>
      )}
    </section>
  );
}

async function judge(message: string, signal: AbortSignal): Promise<Answers | undefined> {
  if (message.trim() === "") return undefined;
  const [resolution, found] = await Promise.all([
    postJson<MessageResolution>("/api/resolve", { message }, signal),
    getJson<SearchResult>("/api/search", { query: message.slice(0, MAX_QUERY), k: MAX_HITS, forModel: true }, signal),
  ]);
  return { message, resolution, found };
}

function Judged({ message, resolution: { selected, refused, suggested }, found }: Answers) {
  const stretches: MarkedRange[] = [
    ...selected.map(({ start, end }) => ({ start, end, mark: "selected" })),
    ...refused.map(({ start, end }) => ({ start, end, mark: "refused" })),
    ...suggested.map(({ start, end }) => ({ start, end, mark: "suggested" })),
  ];
  return (
    <div aria-live="polite">
      <p class="echo">
        <MarkedText text={message} stretches={stretches} />
      </p>
      {selected.length === 0 && <p class="quiet-text">The message does not name a skill, so the model decides.</p>}
      <ul class="plain">
        {selected.map(({ id, address, matchedBy, arguments: given }) => (
          <li key={id}>
            <span class="good">selected</span> <a href={hashOf("skill", { id })}>{address}</a>{" "}
            <span class="quiet-text">
              by {matchedBy}
              {given !== null && `, with ${given}`}
            </span>
          </li>
        ))}
        {refused.map(({ code, asked, reason, help, start }) => (
          <li key={`${asked} ${start}`}>
            <span class="bad">refused</span> {asked} <CodeLink code={code} /> {reason}{" "}
            <span class="quiet-text">{help}</span>
          </li>
        ))}
        {suggested.map(({ address, phrase, start }) => (
          <li key={`${address} ${start}`}>
            <span class="half">suggested</span> {address} <span class="quiet-text">because of “{phrase}”</span>
          </li>
        ))}
      </ul>
      <Nearest found={found} />
    </div>
  );
}

function Nearest({ found: { hits } }: { found: SearchResult }) {
  if (hits.length === 0) return null;
  return (
    <>
      <h3>Best matches</h3>
      <ol class="plain hits">
        {hits.map(({ id, address, description, terms }) => (
          <li key={id}>
            <a href={hashOf("skill", { id })}>{address}</a>{" "}
            <span class="quiet-text">
              <MarkedText
                text={description}
                stretches={findWords(
                  description,
                  terms.map(({ term, as }) => as ?? term),
                )}
              />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
