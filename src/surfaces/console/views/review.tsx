/** Installs and updates skills: shows the plan, then asks for approval. */
import { useState } from "preact/hooks";
import type { PlanReview, UpdateCheck, VerifyResult } from "../answers.ts";
import { getJson, postJson, RequestError } from "../ask.ts";
import { CodeLink, EmptyMessage, FailureMessage, RequestResult } from "../parts/bits.tsx";
import { PlanView } from "../parts/plan/plan-view.tsx";
import { changeCount, serverProperties } from "../state.ts";
import { useRequest } from "../use-asked.ts";

export interface PlannedAction {
  readonly do: "add" | "update" | "rollback" | "approve" | "remove";
  readonly source?: string;
  readonly skills?: readonly string[];
  readonly where?: "project" | "user";
}

export function ReviewView() {
  const [plan, setPlan] = useState<PlanReview>();
  const [failure, setFailure] = useState<RequestError>();
  const [busy, setBusy] = useState(false);
  const make = async (deed: PlannedAction): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setPlan(await postJson<PlanReview>("/api/plans", deed));
    } catch (error) {
      setFailure(error instanceof RequestError ? error : new RequestError(String(error), 0));
    }
    setBusy(false);
  };
  return (
    <div class="view column">
      <h1>Review</h1>
      <p class="lead">Before anything is installed or updated, you see its files, capabilities and risks.</p>
      <AddForm busy={busy} onPlan={(deed) => void make(deed)} />
      {failure && <FailureMessage failure={failure} />}
      <p role="status">{busy && "Fetching, checking and auditing…"}</p>
      {plan ? (
        <PlanView key={plan.plan} plan={plan} onDone={() => setPlan(undefined)} />
      ) : (
        <Installed busy={busy} onPlan={(deed) => void make(deed)} />
      )}
    </div>
  );
}

interface Planning {
  readonly busy: boolean;
  readonly onPlan: (deed: PlannedAction) => void;
}

function AddForm({ busy, onPlan }: Planning) {
  const [source, setSource] = useState("");
  const [where, setWhere] = useState<"project" | "user">("project");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (source.trim() !== "") onPlan({ do: "add", source: source.trim(), where });
  };
  return (
    <form class="tools" onSubmit={submit}>
      <input
        type="search"
        data-search
        class="search"
        aria-label="Source"
        placeholder="owner/repo, npm:name, ./directory   /"
        value={source}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => setSource(currentTarget.value)}
      />
      <label class="pick">
        for{" "}
        <select
          value={where}
          onChange={({ currentTarget }) => setWhere(currentTarget.value === "user" ? "user" : "project")}
        >
          <option value="project">this project</option>
          <option value="user">all my projects</option>
        </select>
      </label>
      <button type="submit" disabled={busy}>
        Review the source
      </button>
    </form>
  );
}

function Installed(planning: Planning) {
  const verified = useRequest((signal) => getJson<VerifyResult>("/api/verify", {}, signal), [changeCount.value]);
  const outdated = useRequest((signal) => getJson<UpdateCheck>("/api/outdated", {}, signal), [changeCount.value]);
  const news = new Map(outdated.value?.skills.map((each) => [each.directory, each]));
  return (
    <RequestResult asked={verified}>
      {({ skills }) =>
        skills.length === 0 ? (
          <EmptyMessage>Nothing is installed here yet. Enter a source above to review its skills.</EmptyMessage>
        ) : (
          <>
            <h2>Installed or approved</h2>
            <ul class="plain installed">
              {skills.map((skill) => (
                <InstalledSkill key={skill.directory} skill={skill} news={news.get(skill.directory)} {...planning} />
              ))}
            </ul>
            {outdated.pending && <p class="quiet-text">Checking for updates…</p>}
            {outdated.failure?.code !== undefined && <CodeLink code={outdated.failure.code} />}
          </>
        )
      }
    </RequestResult>
  );
}

interface InstalledProps extends Planning {
  readonly skill: VerifyResult["skills"][number];
  readonly news: UpdateCheck["skills"][number] | undefined;
}

function InstalledSkill({ skill: { name, directory, state, reason, evidence }, news, busy, onPlan }: InstalledProps) {
  const skills = [name];
  return (
    <li>
      <p>
        <strong>{name}</strong> <span class={`badge state-${state}`}>{state}</span>{" "}
        {news !== undefined && news.state !== "current" && <span class="badge">{news.state} at its source</span>}
        <span class="quiet-text"> {[reason, news?.reason].filter(Boolean).join(" · ")}</span>
        <br />
        <span class="path">{[directory, news?.source].filter(Boolean).join("  ←  ")}</span>
      </p>
      <p class="actions">
        {news !== undefined && (
          <button type="button" disabled={busy} onClick={() => onPlan({ do: "update", skills })}>
            Review the update
          </button>
        )}
        {state === "changed" && (
          <button type="button" disabled={busy} onClick={() => onPlan({ do: "approve", skills })}>
            Review what changed
          </button>
        )}
        <button type="button" disabled={busy} onClick={() => onPlan({ do: "rollback", skills })}>
          Go back
        </button>
        {serverProperties.value?.write && evidence !== "approval" && (
          <button type="button" disabled={busy} onClick={() => onPlan({ do: "remove", skills: [directory] })}>
            Remove<span class="visually-hidden"> {name}</span>
          </button>
        )}
      </p>
    </li>
  );
}
