import type { NeedStatus } from "../../../model/skills/dependency.ts";
import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import type { NeedsReport, ServerLogin } from "../../../ops/needs/skill-needs.ts";
import type { SkillPackages } from "../../../ops/needs/skill-packages.ts";
import { deps } from "../../../ops/verbs/deps.ts";
import type { McpEdit } from "../../../session/dependencies/mcp/plan-edit.ts";
import type { Context } from "../command.ts";
import { colourDiffLine, diffLines } from "../output/diff-lines.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { countPackages, printInstallRun, printPackages } from "../show/show-packages.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(deps, {
  deps: { show: print },
  plan: {
    show({ edits }, { out, paint }) {
      showEdits(edits, out, paint);
    },
  },
  install: {
    review({ edits }, { err, paintErr }) {
      showEdits(edits, err, paintErr);
    },
    show({ edits, report, applied, logins }, context) {
      if (applied) showApplied(edits, report, context);
      else print(report, context);
      if (edits.length > 0 && !applied && process.stdin.isTTY !== true)
        context.err.line("help: nothing was changed; run the command again with `--yes`");
      if (logins) showLogins(logins, context);
    },
  },
  login: { show: showLogins },
  undo: {
    show({ name, path, removed }, { out }) {
      if (removed)
        out.line(`removed the file ${printableLine(path)}, which was created for the server ${printableLine(name)}`);
      else out.line(`removed the server ${printableLine(name)} from ${printableLine(path)}`);
    },
  },
  packages: { show: showPackages },
  installPackages: {
    review({ wanted }, { err, paintErr }) {
      printPackages(wanted, { out: err, paint: paintErr });
    },
    show({ wanted, done }, context) {
      if (done) return printInstallRun(wanted, done, context);
      context.err.line("nothing was run");
      if (process.stdin.isTTY !== true)
        context.err.line("help: run the command on a terminal, or review the commands, then add `--yes`");
    },
  },
});

function showPackages(wanted: readonly SkillPackages[], context: Context): void {
  printPackages(wanted, context);
  const planned = countPackages(wanted, "planned");
  if (wanted.length === 0) context.out.line("no skill needs packages");
  if (planned > 0)
    context.err.line(
      `help: ${plural(planned, "command")} to run; to review and run ${planned === 1 ? "it" : "them"}, add \`--run\``,
    );
}

function print({ skills, needs, title, unseen }: NeedsReport, context: Context): void {
  const { out, err } = context;
  for (const { name, manifest } of skills)
    if (manifest.compatibility !== undefined)
      out.line(`${printableLine(name)} says: ${printableLine(manifest.compatibility)}`);
  const width = Math.max(0, ...needs.map(({ what }) => what.length)) + 2;
  for (const need of needs) printNeed(need, width, context);
  const missing = needs.filter(({ state }) => state === "missing").length;
  const who = skills.map(({ name }) => printableLine(name)).join(", ");
  for (const { name, reason, help } of unseen) {
    err.line(`${printableLine(name)}: ${printableLine(reason)}; only its catalog entry was checked`);
    if (help !== undefined) err.line(`help: ${printableLine(help)}`);
  }
  if (needs.length === 0 && unseen.length > 0) out.line(`${who}: no known dependencies`);
  else if (needs.length === 0) out.line(`${who}: no dependencies`);
  else
    out.line(
      `${plural(needs.length, "need")} of ${who}, ${missing} missing; MCP servers from the configuration of ${title}`,
    );
}

function printNeed(need: NeedStatus, width: number, context: Context): void {
  const { out, paint } = context;
  const { kind, what, state, from, description, note, help, skills, server } = need;
  const tone = state === "present" ? paint.green : state === "missing" ? paint.red : paint.yellow;
  const cwd = context.load.cwd ?? process.cwd();
  const address = server?.url ?? [server?.command, ...(server?.args ?? [])].filter(Boolean).join(" ");
  const where = from === undefined ? address : shownPath(from, cwd);
  out.line(
    `${tone(state.padEnd(9))}${kind.padEnd(10)}${padToWidth(printableLine(what), width)}${printableLine(where)}`.trimEnd(),
  );
  const lines = [
    ...(description === undefined ? [] : [description]),
    ...(skills.length > 1 ? [`for ${skills.join(", ")}`] : []),
    ...(note === undefined ? [] : [note]),
    ...(help === undefined ? [] : [help]),
  ];
  for (const line of lines) out.line(`         ${paint.dim(printableLine(line))}`);
}

/** Prints the edits, and the dependencies that are still missing because a host's configuration cannot provide them. */
function showApplied(edits: readonly McpEdit[], { needs }: NeedsReport, { out, err }: Context): void {
  for (const { name, path } of edits) out.line(`added the server ${printableLine(name)} to ${printableLine(path)}`);
  for (const { kind, what, state, help } of needs)
    if (state === "missing")
      err.line(`still missing: ${kind} ${printableLine(what)}${help === undefined ? "" : `; ${printableLine(help)}`}`);
}

function showEdits(edits: readonly McpEdit[], to: Context["out"], paint: Context["paint"]): void {
  for (const { path, before, after, created, shared } of edits) {
    for (const line of diffLines(path, before, after, [created ? "(no file)" : "", ""]))
      to.line(colourDiffLine(line, paint));
    if (shared) to.line(`${printableLine(path)} is part of the project: all users of the project get the server`);
  }
}

function showLogins(logins: readonly ServerLogin[], { out }: Context): void {
  for (const each of logins) out.line(`${printableLine(each.name)}: ${LOGINS[each.outcome](each)}`);
  if (logins.length === 0) out.line("none of the skills' MCP servers needs the network");
}

const LOGINS: Readonly<Record<ServerLogin["outcome"], (login: ServerLogin) => string>> = {
  "logged-in": () => "logged in",
  "not-asked-for": () => "needs no login",
  elsewhere: ({ how = "" }) => `requires a login; ${how}`,
};
