/** Runs the fixtures of scripts and hooks. Their results are prepared, and no program starts. */
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import type { CommandOutcome, SandboxProvider, SessionControl } from "../../src/model/conversation/control.ts";
import type { Refusal } from "../../src/model/conversation/offer.ts";
import type { Diagnostic } from "../../src/model/diagnostics/diagnostic.ts";
import { OperationError } from "../../src/model/errors.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import type { Session } from "../../src/session/conversation/session.ts";

/** Keys of `fixture.json` for these runs. */
export interface RunFixture {
  /** The skill that is loaded. */
  readonly ask?: string;
  /** Configuration keys below `run`. */
  readonly run?: Readonly<Record<string, unknown>>;
  /** The result of every command. */
  readonly outcome?: Partial<CommandOutcome>;
  /** The host's own hooks. */
  readonly hooks?: Readonly<Record<string, unknown>>;
}

/** Loads a skill and calls a shell. Returns the warnings for the user. */
export async function sessionWarnings(
  { ask, run = {}, outcome = {}, hooks }: RunFixture,
  options: LoadOptions,
): Promise<readonly Diagnostic[]> {
  const session = await sessionWith({ run, outcome, ...(hooks ? { hooks } : {}) }, options);
  const told: Diagnostic[] = [];
  session.events.on("warning", ({ attributes }) =>
    told.push({
      code: String(attributes["diagnostic.code"]),
      severity: "warning",
      message: String(attributes["diagnostic.message"]),
    }),
  );
  const answer = ask === undefined ? undefined : await session.activate({ asked: ask, actor: "user" });
  const call = await session.check({ tool: "Bash", input: { command: "git push --force" }, actor: "model" });
  if (!call.allowed) told.push({ code: call.verdict.code ?? "", severity: "error", message: call.text });
  return answer?.refusal ? [...told, refusedAs(answer.refusal)] : told;
}

async function sessionWith({ run, outcome, hooks }: RunFixture, options: LoadOptions): Promise<Session> {
  const sandbox: SandboxProvider = {
    name: "told",
    level: "isolated",
    run: async () => ({ ended: "exited", code: 0, stdout: "", stderr: "", ...outcome }),
  };
  const skills = await openSkills({ ...options, config: { run } });
  return skills.session({ id: "s", clock: () => 0, control: { sandbox, ...(hooks ? { hooks } : {}) } });
}

function refusedAs({ asked, code, reason, help }: Refusal): Diagnostic {
  return { code, severity: "error", message: `\`${asked}\`: ${reason}`, ...(help === undefined ? {} : { help }) };
}

const FAILING = { run: async () => ({ status: "failed" as const, summary: "no model" }) };

export const RUN_CALLS = {
  /** Runs the commands of a text without a sandbox. The fixture has their results. */
  async "run-commands"(options: LoadOptions, ask: string) {
    const skills = await openSkills({ ...options, config: { run: { shell: ["extra"], unsandboxed: true } } });
    const answer = await skills.activate({ asked: ask, actor: "user" });
    if ("refusal" in answer) throw thrown(answer.refusal);
  },

  "script-not-allowed": (options: LoadOptions, ask: string) => runScript(options, ask, "scripts/fields.sh", {}),
  "script-without-sandbox": (options: LoadOptions, ask: string) =>
    runScript(options, ask, "scripts/fields.sh", { scripts: ["extra"] }),
  "fork-alone": (options: LoadOptions, ask: string) => fork(options, ask, {}),
  "fork-deep": (options: LoadOptions, ask: string) => fork(options, ask, { subagents: FAILING, depth: 3 }),
  "fork-failed": (options: LoadOptions, ask: string) => fork(options, ask, { subagents: FAILING }),

  "script-missing": (options: LoadOptions, ask: string) => runScript(options, ask, "scripts/none.sh", {}),
};

/** Loads a skill that runs in a subagent, in a session with or without one. */
async function fork(options: LoadOptions, asked: string, control: SessionControl): Promise<void> {
  const skills = await openSkills(options);
  const session = await skills.session({ id: "s", clock: () => 0, control });
  const { refusal } = await session.activate({ asked, actor: "model" });
  if (refusal) throw thrown(refusal);
}

/** Runs a script on a machine without a sandbox. */
async function runScript(options: LoadOptions, asked: string, path: string, run: object): Promise<void> {
  const skills = await openSkills({ ...options, config: { run } });
  const sandbox = { name: "none", level: "none" as const, run: () => Promise.reject(new Error("nothing runs here")) };
  const answer = await skills.runScript({ asked, actor: "user", path }, { control: { sandbox } });
  if ("refused" in answer) throw thrown({ asked: path, candidates: [], ...answer.refused });
}

function thrown({ asked, code, reason, help }: Refusal): OperationError {
  return new OperationError(code, `\`${asked}\`: ${reason}`, { hint: help ?? "" });
}
