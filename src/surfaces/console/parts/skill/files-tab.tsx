/** Shows the other files of a skill. */
import type { Resource, SkillDetails } from "../../answers.ts";
import { getJson, skillPath } from "../../ask.ts";
import { address, changeCount } from "../../state.ts";
import { useRequest } from "../../use-asked.ts";
import { hashOf } from "../../view-address.ts";
import { EmptyMessage, RequestResult } from "../bits.tsx";
import { Markdown } from "../markdown.tsx";

export function FilesTab({ skill }: { skill: SkillDetails }) {
  const chosen = address.value.at["file"];
  if (skill.resources.length === 0 && chosen === undefined)
    return <EmptyMessage>The skill has no other file than its SKILL.md.</EmptyMessage>;
  return (
    <div class="files">
      <ul aria-label="Files">
        {skill.resources.map((path) => (
          <li key={path}>
            <a
              href={hashOf("skill", { id: address.value.at["id"], tab: "files", file: path })}
              aria-current={path === chosen ? "true" : undefined}
            >
              {path}
            </a>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <File key={chosen} id={skill.id} path={chosen} />}
    </div>
  );
}

function File({ id, path }: { id: string; path: string }) {
  const asked = useRequest(
    (signal) => getJson<Resource>(skillPath(id, "/resource"), { path }, signal),
    [id, path, changeCount.value],
  );
  return (
    <section class="file" aria-label={path}>
      <h2>{path}</h2>
      <RequestResult asked={asked}>
        {({ text, bytes, binary, next }) => (
          <>
            <p class="quiet-text">
              {bytes.toLocaleString("en")} bytes{next !== null && "; only the beginning of the file is shown"}
            </p>
            {/\.(?:md|markdown)$/i.test(path) && !binary ? (
              <Markdown text={text} skill={id} />
            ) : (
              <pre tabIndex={0}>{text}</pre>
            )}
          </>
        )}
      </RequestResult>
    </section>
  );
}
