/** Shows the dependencies of a skill, and the permissions that it would get. */
import type { Audit, Needs, SkillDetails } from "../../answers.ts";
import { getJson } from "../../ask.ts";
import { asFields, asList, asText, formatValue, isServed } from "../../logic/known.ts";
import { changeCount } from "../../state.ts";
import { useRequest } from "../../use-asked.ts";
import { RequestResult } from "../bits.tsx";
import { CapabilitiesView } from "../capabilities.tsx";

export function NeedsTab({ skill }: { skill: SkillDetails }) {
  const deps = useRequest(
    (signal) => getJson<Needs>("/api/deps", { skills: skill.id }, signal),
    [skill.id, changeCount.value],
  );
  return (
    <>
      <section aria-labelledby="needs">
        <h2 id="needs">Dependencies</h2>
        <RequestResult asked={deps}>{(said) => <Needed {...said} />}</RequestResult>
      </section>
      <Permissions window={asFields(skill.window)} />
      <section aria-labelledby="could">
        <h2 id="could">Capabilities and risks</h2>
        {isServed(skill) ? (
          <p class="quiet-text">An MCP server has the skill's files; none of them runs on this machine.</p>
        ) : (
          <Audited skill={skill} />
        )}
      </section>
    </>
  );
}

function Audited({ skill }: { skill: SkillDetails }) {
  const audit = useRequest(
    (signal) => getJson<Audit>("/api/audit", { paths: skill.directory }, signal),
    [skill.id, changeCount.value],
  );
  return (
    <RequestResult asked={audit}>
      {({ skills }) => {
        const own = skills.find(({ directory }) => directory === skill.directory) ?? skills[0];
        return own ? <CapabilitiesView capabilities={own.capabilities} findings={own.findings} /> : null;
      }}
    </RequestResult>
  );
}

const STATES: Readonly<Record<string, string>> = { present: "good", missing: "bad" };

function Needed({ needs, unread }: Pick<Needs, "needs" | "unread">) {
  const [hidden] = unread;
  if (hidden)
    return (
      <p class="quiet-text">
        Only the skill's catalog entry was checked: {hidden.reason}. {hidden.help}
      </p>
    );
  if (needs.length === 0) return <p class="quiet-text">The skill declares no dependencies.</p>;
  return (
    <ul class="plain">
      {needs.map(asFields).map(({ kind, name, state, note, description, help }) => (
        <li key={`${kind} ${name}`}>
          <span class="badge">{asText(kind)}</span> <code>{formatValue(name)}</code>{" "}
          <span class={STATES[String(state)] ?? "half"}>{asText(state)}</span>{" "}
          <span class="quiet-text">
            {[asText(description), asText(note), asText(help)].filter(Boolean).join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

const PARTS = [
  ["granted", "Tools to use without asking"],
  ["only", "The only tools that it uses"],
  ["removed", "Tools that it does not use"],
] as const;

function Permissions({ window }: { window: Readonly<Record<string, unknown>> }) {
  const profile = asFields(window["profile"]);
  const parts = PARTS.filter(([key]) => asList(window[key]).length > 0);
  return (
    <section aria-labelledby="permissions">
      <h2 id="permissions">Permissions wanted</h2>
      {parts.length === 0 && asList(profile["delta"]).length === 0 && (
        <p class="quiet-text">No permissions beyond the host's tools.</p>
      )}
      {parts.map(([key, title]) => (
        <p key={key}>
          {title}: <Words words={asList(window[key])} />
        </p>
      ))}
      {asList(profile["delta"]).length > 0 && (
        <p>
          The skill's permission profile ({asText(profile["mode"])}) would allow:{" "}
          <Words words={asList(profile["delta"])} />
        </p>
      )}
      {asList(window["notUnderstood"]).map((each) => (
        <p key={formatValue(each)} class="warning">
          not understood: <code>{formatValue(asFields(each)["text"])}</code> {asText(asFields(each)["problem"])}
        </p>
      ))}
    </section>
  );
}

function Words({ words }: { words: readonly unknown[] }) {
  return (
    <>
      {words.map((word) => (
        <code key={formatValue(word)} class="word">
          {formatValue(word)}
        </code>
      ))}
    </>
  );
}
