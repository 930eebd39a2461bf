import { useState } from "preact/hooks";
import type { ProjectSurvey } from "../answers.ts";
import { getJson, postJson, RequestError } from "../ask.ts";
import { announce, changeCount, refreshViews, serverProperties } from "../state.ts";
import { useRequest } from "../use-asked.ts";
import { formatCount, RequestResult } from "./bits.tsx";
import { CapabilitiesView } from "./capabilities.tsx";

/** Shows that a project is not trusted. It lists the project's contents before the user can trust the project. */
export function TrustNotice() {
  const { trusted } = serverProperties.value ?? { trusted: true };
  const [open, setOpen] = useState(false);
  if (trusted) return null;
  return (
    <>
      <div class="banner">
        <p>
          <strong>This project is not trusted.</strong> Its skills reach no model until you trust it.
        </p>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide its contents" : "Show its contents"}
        </button>
      </div>
      {open && <Survey />}
    </>
  );
}

function Survey() {
  const asked = useRequest((signal) => getJson<ProjectSurvey>("/api/trust/project", {}, signal), [changeCount.value]);
  return (
    <section aria-label="Contents of this project" class="survey">
      <RequestResult asked={asked}>{(survey) => <Brought survey={survey} />}</RequestResult>
    </section>
  );
}

function Brought({ survey }: { survey: ProjectSurvey }) {
  const { projectRoot, skills, ownSkills, addedSkills, agents, settingsFile, approval } = survey;
  const brought = skills.filter(({ elsewhere }) => !elsewhere);
  return (
    <>
      <h2>
        <span class="path">{projectRoot}</span> brings {formatCount(ownSkills + addedSkills, "skill")}
      </h2>
      <BroughtSkills skills={brought} all={ownSkills + addedSkills} />
      {survey.elsewhereSkills > 0 && (
        <p>
          and {formatCount(survey.elsewhereSkills, "skill")} that only other hosts find, or that are in other
          directories of the project:
        </p>
      )}
      <BroughtSkills skills={skills.filter(({ elsewhere }) => elsewhere)} all={survey.elsewhereSkills} />
      {agents.length > 0 && (
        <p>
          {formatCount(agents.length, "agent")}: {agents.join(", ")}
        </p>
      )}
      {settingsFile !== undefined && (
        <p>
          Settings for Skillwright, in <span class="path">{settingsFile}</span>
        </p>
      )}
      <Covered survey={survey} />
      <Hooks survey={survey} />
      <Servers servers={survey.servers} />
      <Question projectRoot={projectRoot} approval={approval} />
    </>
  );
}

function BroughtSkills({ skills, all }: { skills: ProjectSurvey["skills"]; all: number }) {
  const more = all - skills.length;
  return (
    <>
      {skills.map(({ name, directory, addedBySettings, elsewhere, capabilities, findings, moreFindings }) => (
        <article key={directory} class="brought">
          <h3>
            {name} {addedBySettings && <span class="badge">added by the project's settings</span>}
            {elsewhere && <span class="path">{directory}</span>}
          </h3>
          {capabilities ? (
            <CapabilitiesView capabilities={capabilities} findings={findings} />
          ) : (
            <p class="bad">The audit could not read the skill.</p>
          )}
          {moreFindings > 0 && <p>… {formatCount(moreFindings, "more finding")}</p>}
        </article>
      ))}
      {more > 0 && <p>… {formatCount(more, "more skill")}</p>}
    </>
  );
}

/** Shows settings, the policy, and other things that trust covers. */
function Covered({ survey }: { survey: ProjectSurvey }) {
  const { settings, moreSettings, hostSettings, moreHostSettings, policyFile } = survey;
  const { repositories, moreRepositories, searchesMore } = survey;
  return (
    <>
      {settings.length > 0 && (
        <ul class="plain">
          {settings.map(({ key, value, path }) => (
            <li key={`${path} ${key}`}>
              {key} <code class="word">{value}</code> <span class="path">{path}</span>
            </li>
          ))}
        </ul>
      )}
      {moreSettings > 0 && <p>… {formatCount(moreSettings, "more setting")}</p>}
      {hostSettings.length > 0 && (
        <p>
          Files that decide which skills other hosts see: <span class="path">{hostSettings.join(", ")}</span>
          {moreHostSettings > 0 && `, … ${moreHostSettings} more`}
        </p>
      )}
      {policyFile !== undefined && (
        <p>
          A policy, which can only forbid, in <span class="path">{policyFile}</span>
        </p>
      )}
      {repositories.length > 0 && (
        <p>
          Other repositories inside the project; trust covers them, too: {repositories.join(", ")}
          {moreRepositories > 0 && `, … ${moreRepositories} more`}
        </p>
      )}
      {searchesMore && (
        <p class="bad">
          Not all directories were searched for this list. Trust also covers the contents of the other directories.
        </p>
      )}
    </>
  );
}

function Hooks({ survey: { hooks, moreHooks } }: { survey: ProjectSurvey }) {
  if (hooks.length === 0) return null;
  return (
    <>
      <h3>{formatCount(hooks.length + moreHooks, "hook")}</h3>
      <ul class="plain hooks">
        {hooks.map(({ event, command, path, skill }) => (
          <li key={`${path} ${event} ${command}`}>
            <strong>{event || "an event that cannot be read"}</strong>{" "}
            <code class="word">{command || "a command that cannot be read"}</code> <span class="path">{path}</span>{" "}
            {skill === undefined && (
              <span class="quiet-text">Skillwright does not run this hook, but the host may run it</span>
            )}
          </li>
        ))}
      </ul>
      {moreHooks > 0 && <p>… {formatCount(moreHooks, "more hook")}</p>}
    </>
  );
}

function Servers({ servers }: Pick<ProjectSurvey, "servers">) {
  if (servers.length === 0) return null;
  return (
    <>
      <h3>{formatCount(servers.length, "MCP server")}; each server needs its own approval before it starts</h3>
      <ul class="plain servers">
        {servers.map(({ name, state, lines }) => (
          <li key={name}>
            <strong>{name}</strong> <span class="badge">{state}</span>
            {lines.map((line) => (
              <pre key={line}>{line}</pre>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Asks for approval, and sends the approval of exactly this list. */
function Question({ projectRoot, approval }: Pick<ProjectSurvey, "projectRoot" | "approval">) {
  if (!serverProperties.value?.write)
    return (
      <p class="quiet-text">
        This console is read-only. Run <code>skillwright trust</code>, or start it with{" "}
        <code>skillwright serve --write</code>.
      </p>
    );
  const trust = async (): Promise<void> => {
    // If the server refuses the approval, the project has changed, so the list is requested again.
    if (!(await runChange("the project is trusted now", () => postJson("/api/trust", { approval })))) refreshViews();
  };
  return (
    <div class="question">
      <button type="button" class="primary" onClick={() => void trust()}>
        Trust {projectRoot.split("/").at(-1)} and everything below this folder
      </button>
    </div>
  );
}

/** Runs a change, reports the result, and refreshes the page. */
export async function runChange(done: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    announce(done);
    refreshViews();
    return true;
  } catch (error) {
    announce(error instanceof RequestError ? [error.message, error.help].filter(Boolean).join(": ") : String(error));
    return false;
  }
}
