/** Shows how each host treats a skill, and the smallest fix if the host does not see it. */
import type { HostAnswer, HostAnswers } from "../../answers.ts";
import { getJson, skillPath } from "../../ask.ts";
import { changeCount } from "../../state.ts";
import { useRequest } from "../../use-asked.ts";
import { cellSign } from "../../views/hosts.tsx";
import { CodeLink, EmptyMessage, RequestResult } from "../bits.tsx";
import { FindingList } from "../findings.tsx";

/** Requests the skill by its path. Hosts have no ids, and several files can have the same name. */
export function HostsTab({ path }: { path: string }) {
  const asked = useRequest(
    (signal) => getJson<HostAnswers>(skillPath(path, "/hosts"), {}, signal),
    [path, changeCount.value],
  );
  return (
    <RequestResult asked={asked}>
      {({ answers, diagnostics }) =>
        answers.length === 0 ? (
          <EmptyMessage>No host finds this skill.</EmptyMessage>
        ) : (
          <>
            <FindingList findings={diagnostics} />
            <ul class="host-answers">
              {answers.map((answer) => (
                <Answer key={`${answer.host} ${answer.file}`} answer={answer} />
              ))}
            </ul>
          </>
        )
      }
    </RequestResult>
  );
}

function Answer({ answer }: { answer: HostAnswer }) {
  const { host, state, code, reason, name, description, by, fix, confidence } = answer;
  const [colour, sign] = cellSign(answer);
  return (
    <li>
      <h2>
        <span class={colour} aria-hidden="true">
          {sign}
        </span>{" "}
        {host}
      </h2>
      <p>
        {state.replaceAll("-", " ")} {code !== null && <CodeLink code={code} />} {reason}
        {confidence !== "verified" && <span class="quiet-text"> ({confidence})</span>}
      </p>
      {name !== null && name !== answer.skill && (
        <p>
          called <code>{name}</code> there
        </p>
      )}
      {description !== null && <p class="quiet-text">{description}</p>}
      {by !== null && (
        <p>
          because of <span class="path">{by}</span>
        </p>
      )}
      {fix !== null && <p class="fix">Fix: {fix.text}</p>}
    </li>
  );
}
