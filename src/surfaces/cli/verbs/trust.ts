import { allowCommand, describeServer } from "../../../catalog/servers/project-servers.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import type { ProjectSurvey, SurveyedSkill } from "../../../ops/trust/survey-project.ts";
import type { TrustChange } from "../../../ops/trust/trust-folder.ts";
import { MAX_ASKED_SERVERS } from "../../../ops/trust/trust-project.ts";
import { trust } from "../../../ops/verbs/trust.ts";
import type { Context } from "../command.ts";
import { printCapabilities } from "../findings/print-finding.ts";
import { printDiagnostic } from "../findings/print-text.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(trust, {
  trust: {
    review({ survey, change }, context) {
      if (survey && change === undefined) printSurvey(survey, context);
    },
    show({ change, allowed, open }, context) {
      const { out, err } = context;
      if (change === undefined) return refused(context);
      printChange(change, "is trusted", "is trusted already", context);
      for (const name of allowed) out.line(`the MCP server ${printableLine(name)} may start`);
      if (open.length > 0)
        err.line(
          `${plural(open.length, "MCP server")} not allowed; to let one start, run \`${allowCommand(open[0] ?? "")}\``,
        );
    },
  },
  remove: {
    show(change, context) {
      const { revoked = [], diagnostics = [], coveredBy } = change;
      const { out, err } = context;
      printChange(change, "is no longer trusted", "was not trusted", context);
      for (const each of revoked) out.line(`the MCP server ${printableLine(each)} may no longer start`);
      for (const each of diagnostics) err.line(printDiagnostic(each));
      if (coveredBy === undefined) return;
      err.line(`error: the project is still trusted, because the folder ${printableLine(coveredBy)} is trusted`);
      err.line("help: run `skillwright trust --remove` for that folder");
    },
  },
  list: {
    show({ folders }, { out }) {
      if (folders.length === 0) out.line("no folder is trusted");
      for (const folder of folders) out.line(printableLine(folder));
    },
  },
});

function refused({ err }: Context): void {
  err.line("nothing was changed");
  if (process.stdin.isTTY !== true)
    err.line("help: run the command on a terminal, or review the skills and run `skillwright trust --yes`");
}

function printChange({ folder, changed }: TrustChange, done: string, already: string, { out }: Context): void {
  out.line(`${printableLine(folder)} ${changed ? done : already}`);
}

/**
 * Prints everything that trust would allow. Every list is limited, and its last line is the number of omitted entries.
 */
function printSurvey(survey: ProjectSurvey, { err }: Context): void {
  const { projectRoot, skills, ownSkills, addedSkills, agents, settings, servers } = survey;
  const rest = (count: number, indent = "  "): void => {
    if (count > 0) err.line(`${indent}… ${count} more`);
  };
  const own = skills.filter(({ addedBySettings, elsewhere }) => !addedBySettings && !elsewhere);
  const added = skills.filter(({ addedBySettings }) => addedBySettings);
  const elsewhere = skills.filter((skill) => skill.elsewhere);
  const printSkills = (list: readonly SurveyedSkill[], all: number): void => {
    for (const skill of list) {
      err.line(
        `  ${printableLine(skill.name)}${skill.elsewhere ? ` (${shownPath(skill.directory, projectRoot)})` : ""}`,
      );
      for (const line of capabilitiesOf(skill)) err.line(`    ${printableLine(line)}`);
      for (const { severity, code, message } of skill.findings)
        err.line(`    ${severity}[${code}]: ${printableLine(message)}`);
      rest(skill.moreFindings, "    ");
    }
    rest(all - list.length);
  };
  err.line(`${printableLine(projectRoot)} contains ${plural(ownSkills, "skill")}${ownSkills > 0 ? ":" : ""}`);
  printSkills(own, ownSkills);
  if (agents.length > 0) {
    const more = agents.length > MAX_ASKED_SERVERS ? `, … ${agents.length - MAX_ASKED_SERVERS} more` : "";
    err.line(
      `and ${plural(agents.length, "agent")}: ${agents.slice(0, MAX_ASKED_SERVERS).map(printableLine).join(", ")}${more}`,
    );
  }
  const printSettings = (isOwn: boolean): number =>
    survey.sets
      .filter(({ path }) => (path === settings) === isOwn)
      .map(({ key, value, path }) =>
        err.line(`  ${printableLine(key)}: ${printableLine(value)} (${shownPath(path, projectRoot)})`),
      ).length;
  if (settings !== undefined) err.line(`and settings for Skillwright, in ${shownPath(settings, projectRoot)}`);
  printSettings(true);
  if (survey.sets.some(({ path }) => path !== settings))
    err.line("and settings in other files; Skillwright starts no MCP server of another host:");
  printSettings(false);
  rest(survey.moreSettings);
  if (survey.hostSettings.length > 0) err.line("and files that decide which skills other hosts see:");
  for (const each of survey.hostSettings) err.line(`  ${shownPath(each, projectRoot)}`);
  rest(survey.moreHostSettings);
  if (addedSkills > 0) err.line(`these settings add ${plural(addedSkills, "skill")}:`);
  printSkills(added, addedSkills);
  if (survey.policy !== undefined)
    err.line(`and a policy, in ${shownPath(survey.policy, projectRoot)}; it can only forbid`);
  if (survey.elsewhereSkills > 0)
    err.line(
      `and ${plural(survey.elsewhereSkills, "skill")} that only other hosts find, or that are in other directories of the project:`,
    );
  printSkills(elsewhere, survey.elsewhereSkills);
  printRepositories(survey, err);
  if (survey.searchesMore) err.line("and directories that were not searched; trust also covers their contents");
  printHooks(survey, err);
  if (servers.length > 0)
    err.line(`and ${plural(servers.length, "MCP server")}; each needs its own approval before it starts:`);
  for (const view of servers.slice(0, MAX_ASKED_SERVERS)) {
    const [name = "", ...lines] = describeServer(view);
    err.line(`  ${name} (${STATES[view.state]})`);
    for (const line of lines) err.line(`    ${line}`);
  }
  rest(servers.length - MAX_ASKED_SERVERS);
}

function printRepositories({ repositories, moreRepositories, projectRoot }: ProjectSurvey, err: Context["err"]): void {
  if (repositories.length === 0) return;
  err.line(`and ${plural(repositories.length + moreRepositories, "repository", "repositories")} inside the project:`);
  for (const each of repositories) err.line(`  ${shownPath(each, projectRoot)}`);
  if (moreRepositories > 0) err.line(`  … ${moreRepositories} more`);
}

/**
 * Prints the hooks of skills and of hosts' settings. Skillwright does not run hooks of hosts' settings, but the host
 * may.
 */
function printHooks({ hooks, moreHooks, projectRoot }: ProjectSurvey, err: Context["err"]): void {
  const lists = [
    [
      hooks.filter(({ skill }) => skill !== undefined),
      "of skills; each hook runs only if a rule of yours or your approval allows it:",
    ],
    [hooks.filter(({ skill }) => skill === undefined), "of other hosts, which Skillwright does not run:"],
  ] as const;
  for (const [list, about] of lists) {
    if (list.length > 0) err.line(`and ${moreHooks > 0 ? "at least " : ""}${plural(list.length, "hook")} ${about}`);
    for (const { event, command, path } of list) {
      const what = `${event || "an event that cannot be read"}: ${command || "a command that cannot be read"}`;
      err.line(`  ${printableLine(what)} (${shownPath(path, projectRoot)})`);
    }
  }
  if (moreHooks > 0) err.line(`  … ${moreHooks} more hooks`);
}

const STATES = { new: "not allowed yet", allowed: "allowed", changed: "changed since you allowed it" } as const;

function capabilitiesOf({ capabilities }: SurveyedSkill): string[] {
  return capabilities ? printCapabilities(capabilities) : ["the audit could not read the skill"];
}
