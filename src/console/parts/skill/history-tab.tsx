/** Which bytes these are, which were approved, and which stood here before. */
import type { SkillDetails } from "../../answers.ts";
import { bag, list, text } from "../../known.ts";

interface Version {
  readonly digest: string;
  readonly what: string;
  readonly from?: string | undefined;
}

export function HistoryTab({ skill }: { skill: SkillDetails }) {
  const versions = versionsOf(skill);
  const changes = skill.installed?.changes ?? [];
  return (
    <>
      <ol class="history">
        {versions.map(({ digest, what, from }) => (
          <li key={`${what} ${digest}`}>
            <strong>{what}</strong> <code class="digest">{digest}</code> <span class="quiet-text">{from}</span>
          </li>
        ))}
      </ol>
      {skill.installed === undefined && (
        <p class="quiet-text">
          Nobody installed or approved it: its bytes are held to nothing, and no earlier ones are kept.
        </p>
      )}
      {changes.length > 0 && (
        <section aria-labelledby="changes">
          <h2 id="changes">Changed since it was approved</h2>
          <ul class="plain">
            {changes.map(({ path, kind }) => (
              <li key={path}>
                <span class="badge">{kind}</span> <span class="path">{path}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function versionsOf({ digest, installed, ...skill }: SkillDetails): Version[] {
  const earlier = list(bag(skill)["history"]).map((each): Version => {
    const { digest: before, origin } = bag(each);
    return { digest: text(before) ?? "", what: "before", from: sourceOf(origin) };
  });
  return [
    ...(digest === undefined ? [] : [{ digest, what: digest === installed?.approved ? "now, as approved" : "now" }]),
    ...(installed && installed.approved !== digest
      ? [{ digest: installed.approved, what: "approved", from: sourceOf(installed.origin) }]
      : []),
    ...earlier,
  ];
}

function sourceOf(origin: unknown): string | undefined {
  const { source, resolved } = bag(origin);
  return [text(source), text(resolved)?.slice(0, 12)].filter(Boolean).join(" ") || undefined;
}
