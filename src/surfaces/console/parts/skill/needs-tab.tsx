/** Shows the dependencies of a skill, and the permissions that it would get. */
import type { Audit, Needs, SkillDetails } from "../../answers.ts";
import { get } from "../../ask.ts";
import { bag, isServed, list, text, written } from "../../logic/known.ts";
import { moment } from "../../state.ts";
import { useAsked } from "../../use-asked.ts";
import { Answered } from "../bits.tsx";
import { Capabilities } from "../capabilities.tsx";

export function NeedsTab({ skill }: { skill: SkillDetails }) {
  const deps = useAsked((signal) => get<Needs>("/api/deps", { skills: skill.id }, signal), [skill.id, moment.value]);
  return (
    <>
      <section aria-labelledby="needs">
        <h2 id="needs">Dependencies</h2>
        <Answered asked={deps}>{(said) => <Needed {...said} />}</Answered>
      </section>
      <Permissions window={bag(skill.window)} />
      <section aria-labelledby="could">
        <h2 id="could">Capabilities and risks</h2>
        {isServed(skill) ? (
          <p class="quiet-text">An MCP server has its files; nothing of it runs here.</p>
        ) : (
          <Audited skill={skill} />
        )}
      </section>
    </>
  );
}

function Audited({ skill }: { skill: SkillDetails }) {
  const audit = useAsked(
    (signal) => get<Audit>("/api/audit", { paths: skill.directory }, signal),
    [skill.id, moment.value],
  );
  return (
    <Answered asked={audit}>
      {({ skills }) => {
        const own = skills.find(({ directory }) => directory === skill.directory) ?? skills[0];
        return own ? <Capabilities capabilities={own.capabilities} findings={own.findings} /> : null;
      }}
    </Answered>
  );
}

const STATES: Readonly<Record<string, string>> = { present: "good", missing: "bad" };

function Needed({ needs, unread }: Pick<Needs, "needs" | "unread">) {
  const [hidden] = unread;
  if (hidden)
    return (
      <p class="quiet-text">
        Only its catalog entry was checked: {hidden.reason}. {hidden.help}
      </p>
    );
  if (needs.length === 0) return <p class="quiet-text">It declares no dependencies.</p>;
  return (
    <ul class="plain">
      {needs.map(bag).map(({ kind, name, state, note, description, help }) => (
        <li key={`${kind} ${name}`}>
          <span class="badge">{text(kind)}</span> <code>{written(name)}</code>{" "}
          <span class={STATES[String(state)] ?? "half"}>{text(state)}</span>{" "}
          <span class="quiet-text">{[text(description), text(note), text(help)].filter(Boolean).join(" · ")}</span>
        </li>
      ))}
    </ul>
  );
}

const PARTS = [
  ["granted", "Wants to use without asking"],
  ["only", "Uses only"],
  ["removed", "Does not use"],
] as const;

function Permissions({ window }: { window: Readonly<Record<string, unknown>> }) {
  const profile = bag(window["profile"]);
  const parts = PARTS.filter(([key]) => list(window[key]).length > 0);
  return (
    <section aria-labelledby="permissions">
      <h2 id="permissions">Permissions wanted</h2>
      {parts.length === 0 && list(profile["delta"]).length === 0 && (
        <p class="quiet-text">None beyond the host's tools.</p>
      )}
      {parts.map(([key, title]) => (
        <p key={key}>
          {title}: <Words words={list(window[key])} />
        </p>
      ))}
      {list(profile["delta"]).length > 0 && (
        <p>
          Its profile ({text(profile["mode"])}) would allow: <Words words={list(profile["delta"])} />
        </p>
      )}
      {list(window["notUnderstood"]).map((each) => (
        <p key={written(each)} class="warning">
          not understood: <code>{written(bag(each)["text"])}</code> {text(bag(each)["problem"])}
        </p>
      ))}
    </section>
  );
}

function Words({ words }: { words: readonly unknown[] }) {
  return (
    <>
      {words.map((word) => (
        <code key={written(word)} class="word">
          {written(word)}
        </code>
      ))}
    </>
  );
}
