/** Shows the current, approved and earlier versions. */
import type { SkillHistory } from "../../answers.ts";
import { getJson, skillPath } from "../../ask.ts";
import { asFields, asText, isServed } from "../../logic/known.ts";
import { changeCount } from "../../state.ts";
import { useRequest } from "../../use-asked.ts";
import { RequestResult } from "../bits.tsx";

export function HistoryTab({ id }: { id: string }) {
  const asked = useRequest(
    (signal) => getJson<SkillHistory>(skillPath(id, "/history"), {}, signal),
    [id, changeCount.value],
  );
  return (
    <RequestResult asked={asked}>
      {(history) => (
        <>
          <Versions history={history} />
          {history.installed ? (
            <Changes changes={history.installed.changes} />
          ) : (
            <p class="quiet-text">{isServed(history) ? SERVED : UNHELD}</p>
          )}
        </>
      )}
    </RequestResult>
  );
}

const UNHELD =
  "You did not install or approve this skill, so its files are not verified and no earlier version is stored.";
const SERVED = "An MCP server provides this skill. Its files are checked against its catalog entry and your approval.";

function Versions({ history: { digest, installed, before } }: { history: SkillHistory }) {
  const isApproved = installed?.approved === digest;
  return (
    <ol class="history">
      <li>
        <strong>{isApproved ? "now: the approved version" : "now"}</strong> <code class="digest">{digest}</code>{" "}
        {isApproved && <Source origin={installed.origin} />}
      </li>
      {installed !== null && !isApproved && (
        <li>
          <strong>approved</strong> <code class="digest">{installed.approved}</code>{" "}
          <Source origin={installed.origin} />
        </li>
      )}
      {before.map((each, index) => (
        <li key={index}>
          <strong>before</strong> <code class="digest">{each.digest}</code> <Source origin={each.origin} />
        </li>
      ))}
    </ol>
  );
}

function Source({ origin }: { origin: unknown }) {
  const { source, resolved } = asFields(origin);
  return <span class="quiet-text">{[asText(source), asText(resolved)?.slice(0, 12)].filter(Boolean).join(" ")}</span>;
}

function Changes({ changes }: { changes: readonly { path: string; kind: string }[] }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">The skill changed since its approval</h2>
      <ul class="plain">
        {changes.map(({ path, kind }) => (
          <li key={path}>
            <span class="badge">{kind}</span> <span class="path">{path}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
