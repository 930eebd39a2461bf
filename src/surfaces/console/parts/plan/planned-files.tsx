/** Shows every difference of an update, or every file of a new skill. */
import { useState } from "preact/hooks";
import type { PlannedSkill, Resource } from "../../answers.ts";
import { getJson } from "../../ask.ts";
import { useRequest } from "../../use-asked.ts";
import { RequestResult } from "../bits.tsx";
import { PatchView } from "./patch.tsx";

export function PlannedFiles({ skill, plan }: { skill: PlannedSkill; plan: string }) {
  if (skill.changes.length > 0)
    return (
      <>
        {skill.changes.map(({ path, kind, executable, patch }) => (
          <details key={path} class="change" open={skill.changes.length <= 5}>
            <summary>
              <span class="badge">{kind}</span> <span class="path">{path}</span>{" "}
              {executable && <span class="bad">executable</span>}
            </summary>
            {patch == null ? <p class="quiet-text">No text to compare.</p> : <PatchView patch={patch} />}
          </details>
        ))}
      </>
    );
  return (
    <>
      {skill.files.map(({ path, bytes, executable }) => (
        <NewFile key={path} plan={plan} skill={skill.name} path={path} bytes={bytes} executable={executable} />
      ))}
    </>
  );
}

interface NewFileProps {
  readonly plan: string;
  readonly skill: string;
  readonly path: string;
  readonly bytes: number;
  readonly executable: boolean;
}

function NewFile({ bytes, executable, ...file }: NewFileProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="change" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="path">{file.path}</span> <span class="quiet-text">{bytes.toLocaleString("en")} bytes</span>{" "}
        {executable && <span class="bad">executable</span>}
      </summary>
      {open && <Content {...file} />}
    </details>
  );
}

function Content({ plan, skill, path }: { plan: string; skill: string; path: string }) {
  const address = `/api/plans/${encodeURIComponent(plan)}/file`;
  const asked = useRequest((signal) => getJson<Resource>(address, { skill, path }, signal), [address, skill, path]);
  return <RequestResult asked={asked}>{({ text }) => <pre tabIndex={0}>{text}</pre>}</RequestResult>;
}
