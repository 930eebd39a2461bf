import type { PlannedSkill } from "../../answers.ts";
import { asFields, asText, formatValue } from "../../logic/known.ts";
import { formatCount } from "../bits.tsx";
import { CapabilitiesView } from "../capabilities.tsx";
import { PlannedFiles } from "./planned-files.tsx";

const ACTIONS: Readonly<Record<string, string>> = { add: "new", replace: "update", keep: "approval" };

export function PlannedSkillView({ skill, plan }: { skill: PlannedSkill; plan: string }) {
  const { name, action, directory, description, needs, edited, downgrades, digest } = skill;
  return (
    <article class="planned">
      <h2>
        {name} <span class="badge">{ACTIONS[action] ?? action}</span>
      </h2>
      <p class="lead">{description}</p>
      <p>
        <span class="path">
          {asText(asFields(skill.origin)["source"])} → {directory}
        </span>
        <br />
        <span class="path digest">{digest}</span>
      </p>
      {edited && (
        <p class="bad">The installed files were edited since they were approved. The edits would be replaced.</p>
      )}
      {downgrades.map((each) => (
        <p key={each} class="bad">
          {each}
        </p>
      ))}
      {needs.because !== undefined && needs.because.length > 0 && <p>You must decide: {needs.because.join("; ")}</p>}
      <CapabilityDiff skill={skill} />
      <h3>Capabilities and risks</h3>
      <CapabilitiesView capabilities={skill.capabilities} findings={skill.findings} />
      <h3>
        {skill.changes.length > 0
          ? formatCount(skill.changes.length, "changed file")
          : formatCount(skill.files.length, "file")}
      </h3>
      <PlannedFiles skill={skill} plan={plan} />
    </article>
  );
}

function CapabilityDiff({ skill: { capabilityChanges } }: { skill: PlannedSkill }) {
  const { added, removed } = capabilityChanges;
  if (added.length === 0 && removed.length === 0) return null;
  const line = (each: unknown): string =>
    [asText(asFields(each)["kind"]), formatValue(asFields(each)["what"])].filter(Boolean).join(" ");
  return (
    <>
      <h3>Changed capabilities</h3>
      <ul class="diff">
        {added.map((each) => (
          <li key={line(each)} class="added">
            + {line(each)}
          </li>
        ))}
        {removed.map((each) => (
          <li key={line(each)} class="removed">
            − {line(each)}
          </li>
        ))}
      </ul>
    </>
  );
}
