/** Shows a plan, skill by skill, and asks for approval. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AppliedPlan, PlannedSkill, PlanReview } from "../../answers.ts";
import { postJson } from "../../ask.ts";
import { serverProperties } from "../../state.ts";
import { EmptyMessage, formatCount } from "../bits.tsx";
import { runChange } from "../trust.tsx";
import { PlannedSkillView } from "./planned-skill.tsx";

export function PlanView({ plan, onDone }: { plan: PlanReview; onDone: () => void }) {
  const open = plan.skills.filter(({ action }) => action !== "same");
  const section = useRef<HTMLElement>(null);
  // Moves the focus to this section for keyboard users. The button that opened the section no longer exists.
  useEffect(() => section.current?.focus(), []);
  return (
    <section aria-label="Plan" class="plan" ref={section} tabIndex={-1}>
      {open.length === 0 && plan.removals.length === 0 && (
        <EmptyMessage>No changes: everything matches its source.</EmptyMessage>
      )}
      {open.map((skill) => (
        <PlannedSkillView key={skill.directory} skill={skill} plan={plan.plan} />
      ))}
      {plan.removals.length > 0 && <Gone directories={plan.removals} />}
      <Question plan={plan} open={open} onDone={onDone} />
    </section>
  );
}

function Gone({ directories }: { directories: readonly string[] }) {
  return (
    <>
      <h2>{directories.length === 1 ? "This directory" : "These directories"} would be removed with all contents</h2>
      <ul class="plain">
        {directories.map((path) => (
          <li key={path}>
            <span class="badge">removed</span> <span class="path">{path}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface QuestionProps {
  readonly plan: PlanReview;
  readonly open: readonly PlannedSkill[];
  readonly onDone: () => void;
}

/** Asks for approval of a plan. If the audit blocks a skill, exactly its bytes must be confirmed separately. */
function Question({ plan, open, onDone }: QuestionProps) {
  const blocked = open.filter(({ needs }) => needs.need === "digest");
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const apply = async (): Promise<void> => {
    const done = await runChange(`${formatCount(open.length + plan.removals.length, "skill")} done`, () =>
      postJson<AppliedPlan>(`/api/plans/${encodeURIComponent(plan.plan)}/apply`, { person: true, accept: accepted }),
    );
    if (done) onDone();
  };
  const toggle = (digest: string, on: boolean): void =>
    setAccepted((before) => (on ? [...before, digest] : before.filter((each) => each !== digest)));
  return (
    <div class="question">
      {blocked.map(({ name, digest, needs }) => (
        <label key={digest}>
          <input type="checkbox" onChange={({ currentTarget }) => toggle(digest, currentTarget.checked)} /> I have read{" "}
          <strong>{name}</strong> and accept exactly these bytes despite: {needs.because?.join("; ")}
        </label>
      ))}
      {serverProperties.value?.write ? (
        <button
          type="button"
          class="primary"
          disabled={open.length + plan.removals.length === 0 || accepted.length < blocked.length}
          onClick={() => void apply()}
        >
          Yes, {plan.do}
        </button>
      ) : (
        <p class="quiet-text">
          This console is read-only. Start it with <code>skillwright serve --write</code> to allow changes.
        </p>
      )}{" "}
      <button type="button" onClick={onDone}>
        No, leave everything as it is
      </button>
    </div>
  );
}
