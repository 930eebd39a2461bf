import { resolve } from "node:path";
import {
  allowCommand,
  describeServer,
  OperationError,
  type ProjectServers,
  type ProjectServerView,
  type ProjectSurvey,
  type SurveyedSkill,
  setTrusted,
  surveyProject,
  type TrustChange,
  trustedFolders,
} from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { confirmed } from "../ask/confirm.ts";
import { type Command, type Context, flag, texts } from "../command.ts";
import { printCapabilities } from "../findings/print-finding.ts";
import { place } from "../findings/print-text.ts";
import { printable, printableLine } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const trust: Command = {
  usage: "[DIR] [--yes] [--allow-server NAME]… | --list",
  about:
    "Skills of a project reach models only when you have trusted its folder, because they are instructions that run with your\nrights. Shows what the project brings, asks, and remembers the answer outside of every repository. Each MCP server of the\nproject needs a yes of its own before it starts, and another one when its definition changes.",
  options: {
    yes: { type: "boolean", short: "y", summary: "do not ask; allows no MCP server" },
    "allow-server": {
      type: "string",
      value: "NAME",
      multiple: true,
      summary: "allow this MCP server of the project, as it is defined now; repeatable",
    },
    list: { type: "boolean", summary: "the folders that are trusted" },
  },
  examples: [
    ["skillwright trust", "this project, after a look"],
    ["skillwright trust ~/work/site --yes", "without asking"],
    ["skillwright trust --yes --allow-server files", "and let its MCP server `files` start"],
    ["skillwright trust --list", "what is trusted"],
  ],
  positionals: [0, 1],
  completes: "files",
  async run(context) {
    if (flag(context, "list")) return list(context);
    const directory = directoryOf(context);
    const { survey, servers } = await surveyProject(directory, context.load);
    const wanted = texts(context, "allow-server").map((name) => serverNamed(name, survey));
    printSurvey(survey, context);
    const isAnswered = flag(context, "yes") || (survey.trusted && wanted.length > 0);
    if (!isAnswered && !(await isTrusted(context))) return 1;
    const change = await setTrusted(directory, true);
    const allowed = await allowServers(survey, servers, wanted, context);
    if (context.json) context.out.line(jsonText({ schema: SCHEMA, ...change, brings: survey, allowed }));
    else {
      told(context, change, "is trusted", "is trusted already");
      for (const name of allowed) context.out.line(`the MCP server ${printableLine(name)} may start`);
    }
    return 0;
  },
};

export const untrust: Command = {
  usage: "[DIR]",
  about:
    "Takes the trust in a folder back: its skills are still listed and explained, but no longer offered to models.",
  options: {},
  examples: [["skillwright untrust", "this project"]],
  positionals: [0, 1],
  completes: "files",
  run: async (context) =>
    told(context, await setTrusted(directoryOf(context), false), "is no longer trusted", "was not trusted"),
};

const MAX_NAMED = 50;

function serverNamed(name: string, { servers }: ProjectSurvey): ProjectServerView {
  const found = servers.find((each) => each.name === name);
  if (found) return found;
  const names = servers.slice(0, MAX_NAMED).map((each) => `\`${each.name}\``);
  throw new OperationError("SK531", `the project's configuration has no MCP server \`${name}\` of its own`, {
    hint: names.length > 0 ? `name one of ${names.join(", ")}` : "leave out `--allow-server`",
  });
}

/** [T10] Names everything that trust lets in. Every list is bounded, and ends with the count of the rest. */
function printSurvey(survey: ProjectSurvey, { err }: Context): void {
  const { projectRoot, skills, ownSkills, addedSkills, agents, settings, servers } = survey;
  const rest = (count: number, indent = "  "): void => {
    if (count > 0) err.line(`${indent}… ${count} more`);
  };
  const own = skills.filter(({ addedBySettings }) => !addedBySettings);
  const added = skills.filter(({ addedBySettings }) => addedBySettings);
  const printSkills = (list: readonly SurveyedSkill[], all: number): void => {
    for (const skill of list) {
      err.line(`  ${printableLine(skill.name)}`);
      for (const line of capabilitiesOf(skill)) err.line(`    ${printableLine(line)}`);
      for (const { severity, code, message } of skill.findings)
        err.line(`    ${severity}[${code}]: ${printableLine(message)}`);
      rest(skill.moreFindings, "    ");
    }
    rest(all - list.length);
  };
  err.line(`${printableLine(projectRoot)} brings ${plural(ownSkills, "skill")}${ownSkills > 0 ? ":" : ""}`);
  printSkills(own, ownSkills);
  if (agents.length > 0) {
    const more = agents.length > MAX_NAMED ? `, … ${agents.length - MAX_NAMED} more` : "";
    err.line(
      `and ${plural(agents.length, "agent")}: ${agents.slice(0, MAX_NAMED).map(printableLine).join(", ")}${more}`,
    );
  }
  if (settings !== undefined) err.line(`and its own settings, in ${place(settings, projectRoot)}`);
  if (addedSkills > 0) err.line(`which add ${plural(addedSkills, "skill")}:`);
  printSkills(added, addedSkills);
  if (survey.searchesMore) err.line("which search more directories than were looked at now");
  if (servers.length > 0) err.line(`and ${plural(servers.length, "MCP server")}; each starts only after its own yes:`);
  for (const view of servers.slice(0, MAX_NAMED)) {
    const [name = "", ...lines] = describeServer(view);
    err.line(`  ${name} (${STATES[view.state]})`);
    for (const line of lines) err.line(`    ${line}`);
  }
  rest(servers.length - MAX_NAMED);
}

const STATES = { new: "not allowed yet", allowed: "allowed", changed: "changed since you allowed it" } as const;

function capabilitiesOf({ capabilities }: SurveyedSkill): string[] {
  return capabilities ? printCapabilities(capabilities) : ["the audit could not read it"];
}

/** [K12] Returns the names of the servers that got a yes now. `--yes` is not one. */
async function allowServers(
  survey: ProjectSurvey,
  { allow }: ProjectServers,
  wanted: readonly ProjectServerView[],
  context: Context,
): Promise<string[]> {
  const allowed: string[] = [];
  const open: string[] = [];
  for (const view of survey.servers.filter(({ state }) => state !== "allowed")) {
    const question = `Let the MCP server ${printableLine(view.name)} start?`;
    const canAsk = !flag(context, "yes") && survey.servers.indexOf(view) < MAX_NAMED;
    if (wanted.includes(view) || (canAsk && (await confirmed(question, context)))) {
      await allow(view);
      allowed.push(view.name);
    } else open.push(view.name);
  }
  if (open.length > 0)
    context.err.line(
      `${plural(open.length, "MCP server")} not allowed; to let one start, run \`${allowCommand(open[0] ?? "")}\``,
    );
  return allowed;
}

function directoryOf({ positionals, load }: Context): string {
  return resolve(load.cwd ?? process.cwd(), positionals[0] ?? ".");
}

async function isTrusted(context: Context): Promise<boolean> {
  if (await confirmed("Trust this folder and everything below it?", context)) return true;
  const { err } = context;
  err.line("nothing was changed");
  if (process.stdin.isTTY !== true)
    err.line("help: run it on a terminal, or look at the skills and run `skillwright trust --yes`");
  return false;
}

function told({ json, out }: Context, change: TrustChange, done: string, already: string): number {
  if (json) out.line(jsonText({ schema: SCHEMA, ...change }));
  else out.line(`${printable(change.folder)} ${change.changed ? done : already}`);
  return 0;
}

function list({ json, out }: Context): number {
  const { store, folders } = trustedFolders();
  if (json) out.line(jsonText({ schema: SCHEMA, store, folders }));
  else if (folders.length === 0) out.line("no folder is trusted");
  else for (const folder of folders) out.line(printable(folder));
  return 0;
}
