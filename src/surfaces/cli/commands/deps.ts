import {
  applyServers,
  loginServers,
  type McpEdit,
  type NeedStatus,
  type NeedsReport,
  type NeedsRequest,
  planServers,
  type ServerLogin,
  skillNeeds,
  undoServer,
} from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { needsJson } from "../../../ops/answers/needs-answer.ts";
import { confirmed } from "../ask/confirm.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { diffLines, tint } from "../output/diff-lines.ts";
import { pad, printable } from "../output/paint.ts";
import { plural, resolveAsked } from "../output/present.ts";

export const deps: Command = {
  usage: "SKILL… [--for HOST] [--install [--yes] [--dry-run]] [--login] | --undo [SERVER]",
  about:
    "Shows what skills need besides themselves: variables, MCP servers, programs, settings, other skills and platforms; what of it\nis here, what is missing and how to supply it. With --install the MCP servers that are missing are added to the configuration\nof a host, after a look at the difference. Nothing else of that file is changed, and --undo takes it back.",
  options: {
    for: {
      type: "string",
      value: "HOST",
      summary: "whose MCP servers count: `skillwright`, `claude-code`, `codex` or `opencode`",
      choices: ["skillwright", "claude-code", "codex", "opencode"],
    },
    install: { type: "boolean", summary: "add the MCP servers that are missing" },
    yes: { type: "boolean", short: "y", summary: "with `--install`: do not ask" },
    "dry-run": { type: "boolean", summary: "with `--install`: show the difference, and change nothing" },
    login: { type: "boolean", summary: "log in to the MCP servers that ask for it; asks them over the network" },
    undo: { type: "boolean", summary: "take back the last server that was added, or the one that is named" },
  },
  examples: [
    ["skillwright deps linear-triage", "what it needs, and what is missing"],
    ["skillwright deps linear-triage --for codex --install", "add its MCP servers to Codex"],
    ["skillwright deps linear-triage --login", "log in to the servers that ask for it"],
    ["skillwright deps --undo linear", "and take it back"],
  ],
  positionals: [0, 1000],
  completes: "skills",
  async run(context) {
    if (flag(context, "undo")) return undo(context);
    if (context.positionals.length === 0) throw new UsageError("`deps` needs a skill", "name one, or `--undo`");
    const host = text(context, "for");
    const cwd = context.load.cwd ?? process.cwd();
    const skills = context.positionals.map((asked) => resolveAsked(asked, cwd).replace(/\/SKILL\.md$/i, ""));
    const request = { skills, ...(host === undefined ? {} : { host }) };
    if (flag(context, "install")) {
      const code = await install(request, context);
      return flag(context, "login") && code === 0 ? login(request, context) : code;
    }
    if (flag(context, "login")) return login(request, context);
    return show(await skillNeeds(request, context.load), context);
  },
};

function show(report: NeedsReport, context: Context): number {
  const missing = report.needs.filter(({ state }) => state === "missing");
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, ...needsJson(report) }, 2));
  else print(report, context);
  return missing.length > 0 ? 1 : 0;
}

function print({ skills, needs, title, unseen }: NeedsReport, context: Context): void {
  const { out, err } = context;
  for (const { name, manifest } of skills)
    if (manifest.compatibility !== undefined) out.line(`${printable(name)} says: ${printable(manifest.compatibility)}`);
  const width = Math.max(0, ...needs.map(({ what }) => what.length)) + 2;
  for (const need of needs) printNeed(need, width, context);
  const missing = needs.filter(({ state }) => state === "missing").length;
  const who = skills.map(({ name }) => printable(name)).join(", ");
  for (const { name, reason, help } of unseen) {
    err.line(`${printable(name)}: ${printable(reason)}; only its entry was looked at`);
    if (help !== undefined) err.line(`help: ${printable(help)}`);
  }
  if (needs.length === 0 && unseen.length > 0) out.line(`${who}: no need is known`);
  else if (needs.length === 0) out.line(`${who}: nothing is needed`);
  else out.line(`${plural(needs.length, "need")} of ${who}, ${missing} missing; MCP servers as ${title} has them`);
}

function printNeed(need: NeedStatus, width: number, context: Context): void {
  const { out, paint } = context;
  const { kind, what, state, from, description, note, help, skills, server } = need;
  const tone = state === "there" ? paint.green : state === "missing" ? paint.red : paint.yellow;
  const cwd = context.load.cwd ?? process.cwd();
  const address = server?.url ?? [server?.command, ...(server?.args ?? [])].filter(Boolean).join(" ");
  const where = from === undefined ? address : place(from, cwd);
  out.line(`${tone(state.padEnd(9))}${kind.padEnd(10)}${pad(printable(what), width)}${printable(where)}`.trimEnd());
  const lines = [
    ...(description === undefined ? [] : [description]),
    ...(skills.length > 1 ? [`for ${skills.join(", ")}`] : []),
    ...(note === undefined ? [] : [note]),
    ...(help === undefined ? [] : [help]),
  ];
  for (const line of lines) out.line(`         ${paint.dim(printable(line))}`);
}

async function install(request: NeedsRequest, context: Context): Promise<number> {
  const edits = await planServers(request, context.load);
  const { json, out, err } = context;
  const dry = flag(context, "dry-run");
  if (!json) showEdits(edits, dry ? out : err, dry ? context.paint : context.paintErr);
  const applied = !dry && edits.length > 0 && (await agreed(edits, context));
  if (applied) await applyServers(edits, context.load);
  const report = await skillNeeds(request, context.load);
  if (json) {
    const done = edits.map(({ name, path, created }) => ({ name, path, created }));
    out.line(jsonText({ schema: SCHEMA, ...needsJson(report), applied, edits: done }, 2));
  } else if (applied) showApplied(edits, report, context);
  else if (!dry) print(report, context);
  return edits.length > 0 && !applied && !dry ? 1 : report.needs.some(({ state }) => state === "missing") ? 1 : 0;
}

/** What no file of a host could bring is still to be done. */
function showApplied(edits: readonly McpEdit[], { needs }: NeedsReport, { out, err }: Context): void {
  for (const { name, path } of edits) out.line(`added ${printable(name)} to ${printable(path)}`);
  for (const { kind, what, state, help } of needs)
    if (state === "missing")
      err.line(`still missing: ${kind} ${printable(what)}${help === undefined ? "" : `; ${printable(help)}`}`);
}

function showEdits(edits: readonly McpEdit[], to: Context["out"], paint: Context["paint"]): void {
  for (const { path, before, after, created, shared } of edits) {
    for (const line of diffLines(path, before, after, [created ? "not there" : "", ""])) to.line(tint(line, paint));
    if (shared) to.line(`${printable(path)} comes with the project: whoever works on it gets the server too`);
  }
  to.flush();
}

async function agreed(edits: readonly McpEdit[], context: Context): Promise<boolean> {
  if (flag(context, "yes")) return true;
  if (!context.json && process.stdin.isTTY === true)
    return confirmed(`add ${plural(edits.length, "MCP server")}?`, context);
  context.err.line("help: nothing was changed; run it again with `--yes`");
  return false;
}

async function login(request: NeedsRequest, context: Context): Promise<number> {
  const { json, out, err } = context;
  const open = (address: string): void => {
    err.line(`open this in your browser to log in:\n  ${address}`);
    err.flush();
  };
  const logins = await loginServers(request, { open }, context.load);
  if (json) out.line(jsonText({ schema: SCHEMA, logins }, 2));
  else for (const each of logins) out.line(`${printable(each.name)}: ${LOGINS[each.outcome](each)}`);
  if (!json && logins.length === 0) out.line("none of their servers is reached over the network");
  return 0;
}

const LOGINS: Readonly<Record<ServerLogin["outcome"], (login: ServerLogin) => string>> = {
  "logged-in": () => "logged in",
  "not-asked-for": () => "asks for no login",
  elsewhere: ({ how = "" }) => `asks for a login; ${how}`,
};

async function undo(context: Context): Promise<number> {
  const [name, ...more] = context.positionals;
  if (more.length > 0) throw new UsageError("`--undo` takes one server", "name one, or none for the last");
  const undone = await undoServer(name, context.load);
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, undone }, 2));
  else if (undone.removed)
    context.out.line(`removed ${printable(undone.path)}, which was made for ${printable(undone.name)}`);
  else context.out.line(`took ${printable(undone.name)} out of ${printable(undone.path)}`);
  return 0;
}
