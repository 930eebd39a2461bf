/** Shows the file with its findings at their lines. */
import type { CheckResult, Finding, SkillDetails } from "../../answers.ts";
import { getJson } from "../../ask.ts";
import { changeCount } from "../../state.ts";
import { useRequest } from "../../use-asked.ts";
import { FindingList } from "../findings.tsx";

/** Maximum number of lines to show. The remaining lines are only in the file. */
const MAX_LINES = 3000;

export function SourceTab({ skill }: { skill: SkillDetails }) {
  const checked = useRequest(
    (signal) => getJson<CheckResult>("/api/check", { paths: skill.directory }, signal),
    [skill.id, changeCount.value],
  );
  const findings = checked.value?.diagnostics ?? skill.diagnostics;
  const here = findings.filter(({ path, line }) => path === skill.path && line !== null);
  return (
    <>
      <FindingList findings={findings.filter((each) => !here.includes(each))} />
      <Lines text={skill.source ?? ""} findings={here} />
    </>
  );
}

function Lines({ text, findings }: { text: string; findings: readonly Finding[] }) {
  const lines = text.split("\n");
  return (
    <>
      <ol class="source">
        {lines.slice(0, MAX_LINES).map((line, index) => {
          const here = findings.filter(({ line: at }) => at === index + 1);
          return (
            <li key={index} class={here.length > 0 ? "wrong" : ""}>
              <code>{line}</code>
              <FindingList findings={here} />
            </li>
          );
        })}
      </ol>
      {lines.length > MAX_LINES && <p class="quiet-text">{lines.length - MAX_LINES} more lines</p>}
    </>
  );
}
