/** Shows why a file is not a skill, and how to fix it. */
import type { Explanation } from "../../answers.ts";
import { getJson, type RequestError, skillPath } from "../../ask.ts";
import { changeCount } from "../../state.ts";
import { useRequest } from "../../use-asked.ts";
import { CodeLink, FailureMessage, RequestResult } from "../bits.tsx";
import { FindingList } from "../findings.tsx";

export function RejectedSkill({ id, failure }: { id: string; failure: RequestError }) {
  const asked = useRequest(
    (signal) => getJson<Explanation>(skillPath(id, "/explain"), {}, signal),
    [id, changeCount.value],
  );
  const known = asked.value !== undefined && asked.value.candidates.length > 0;
  return (
    <article class="view column">
      <h1>{id}</h1>
      {!known && !asked.pending && <FailureMessage failure={failure} />}
      <RequestResult asked={asked}>
        {({ candidates }) => (
          <ul class="plain">
            {candidates.map(({ outcome, path, reason, code, help, diagnostics }) => (
              <li key={path}>
                <p>
                  <strong>{outcome}</strong> {code !== undefined && <CodeLink code={code} />} {reason}
                </p>
                <p class="path">{path}</p>
                {help !== undefined && <p class="help-text">{help}</p>}
                <FindingList findings={diagnostics} />
              </li>
            ))}
          </ul>
        )}
      </RequestResult>
    </article>
  );
}
