/** Implements `trust`: shows the contents of a project to a person, and trusts exactly these contents. */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import {
  allowCommand,
  openProjectServers,
  type ProjectServers,
  type ProjectServerView,
} from "../../catalog/servers/project-servers.ts";
import { OperationError } from "../../model/errors.ts";
import { printableLine } from "../../model/text/display/printable.ts";
import { diagnosticJson, SCHEMA } from "../answers/answer.ts";
import { surveyAnswer } from "../answers/review/survey-answer.ts";
import { requireApproval } from "../install/ask-approval.ts";
import type { OperationContext } from "../operation.ts";
import { type ProjectSurvey, surveyProject, trustSurveyed } from "./survey-project.ts";
import { type TrustChange, trustedFolders } from "./trust-folder.ts";

export interface TrustInput {
  readonly yes?: boolean;
  readonly allowServer?: readonly string[];
  /** The digest of a survey that the caller has already reviewed. */
  readonly approval?: string;
}

export interface TrustedProject {
  /** The survey that was shown by this call; undefined if the caller had already reviewed it. */
  readonly survey?: ProjectSurvey;
  /** The change of trust; undefined if the project was not approved. */
  readonly change?: TrustChange;
  /** MCP servers that this call approved. */
  readonly allowed: readonly string[];
  /** MCP servers without approval. */
  readonly open: readonly string[];
}

/** Maximum number of servers to ask the user about. */
export const MAX_ASKED_SERVERS = 50;

/** Trusts a project with the contents that were shown. Throws SK505 if they have changed since then. */
export async function trustProject(
  directory: string,
  { yes = false, allowServer = [], approval }: TrustInput,
  context: OperationContext,
): Promise<TrustedProject> {
  const { load, review } = context;
  if (review === undefined)
    return { change: await trustSurveyed(directory, requireApproval(approval), load), allowed: [], open: [] };
  // Reads the list of trusted folders before the survey is shown. An error in this list is then reported first, and
  // only once.
  trustedFolders(load.environment);
  const { survey, servers } = await surveyProject(directory, load);
  const wanted = allowServer.map((name) => serverNamed(name, survey));
  const draft: TrustedProject = { survey, allowed: [], open: [] };
  const isSaid = yes || (survey.trusted && wanted.length > 0);
  const answer = await review(draft, isSaid ? undefined : "Trust this folder and everything below it?");
  if (!isSaid && answer !== "yes") return draft;
  const change = await trustSurveyed(directory, survey.digest, load);
  const allowed = await allowServers(directory, { ...draft, change, survey }, servers, { wanted, asks: !yes }, context);
  const open = survey.servers.filter(({ name, state }) => state !== "allowed" && !allowed.includes(name));
  return { survey, change, allowed, open: open.map(({ name }) => name) };
}

function serverNamed(name: string, { servers }: ProjectSurvey): ProjectServerView {
  const found = servers.find((each) => each.name === name);
  if (found) return found;
  const names = servers.slice(0, MAX_ASKED_SERVERS).map((each) => `\`${each.name}\``);
  throw new OperationError("SK531", `the project's configuration has no MCP server \`${name}\` of its own`, {
    hint: names.length > 0 ? `name one of ${names.join(", ")}` : "leave out `--allow-server`",
  });
}

/** Asks about each server, and returns the names of those that were approved. `--yes` approves no server. */
async function allowServers(
  directory: string,
  draft: TrustedProject & { readonly survey: ProjectSurvey },
  { allow }: ProjectServers,
  { wanted, asks }: { readonly wanted: readonly ProjectServerView[]; readonly asks: boolean },
  { review, load }: OperationContext,
): Promise<string[]> {
  const { servers } = draft.survey;
  const allowed: string[] = [];
  for (const view of servers.filter(({ state }) => state !== "allowed")) {
    const canAsk = asks && servers.indexOf(view) < MAX_ASKED_SERVERS;
    const question = `Allow the MCP server ${printableLine(view.name)} to start?`;
    if (!wanted.includes(view) && !(canAsk && (await review?.(draft, question)) === "yes")) continue;
    await refuseChanged(view, directory, load);
    await allow(view);
    allowed.push(view.name);
  }
  return allowed;
}

/** Throws SK505 if the project's definition of a server is no longer the one that was shown. */
async function refuseChanged({ name, digest }: ProjectServerView, directory: string, load: LoadOptions): Promise<void> {
  const { config } = await prepareLoad({ ...load, cwd: directory, trust: "all" });
  const now = openProjectServers(config, load).servers.find((each) => each.name === name);
  if (now?.digest === digest) return;
  throw new OperationError("SK505", `the MCP server \`${name}\` has changed since its definition was shown`, {
    hint: `review the new definition with \`${allowCommand(name)}\``,
  });
}

export function trustAnswer({ survey, change, allowed }: TrustedProject): object {
  return { schema: SCHEMA, ...change, ...(survey ? { survey: surveyAnswer(survey, { values: true }), allowed } : {}) };
}

export function untrustAnswer({ diagnostics = [], ...change }: TrustChange): object {
  return { schema: SCHEMA, ...change, diagnostics: diagnostics.map(diagnosticJson) };
}
