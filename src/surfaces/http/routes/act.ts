/**
 * Routes that run something of a skill, or let something in for it. All that do take `--write`, and beyond what the
 * configuration allows a yes in the request: to what was shown, by its `approval`, or `yes` as on the command line. Nobody is
 * asked, since nobody sits here.
 */
import {
  applyServers,
  installPackages,
  planServers,
  resolveCommand,
  type ServedSkillView,
  skillNeeds,
  skillPackages,
  undoServer,
} from "../../../index.ts";
import { flag, type Infer, object, oneOf, optional, text, texts } from "../../../model/schema.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { approvalOf } from "../../../ops/answers/approval-of.ts";
import { refusedPart, scriptAnswer } from "../../../ops/answers/command-answers.ts";
import { needsJson } from "../../../ops/answers/needs-answer.ts";
import { patchOf } from "../../../ops/answers/plan-review.ts";
import { refused } from "../../../ops/answers/run-answers.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import type { Desk } from "../desk.ts";
import { Refusal } from "../requests/refusal.ts";
import { askedFor } from "../requests/within.ts";
import { type Route, route } from "./route.ts";
import { activated, toLoad } from "./run.ts";

const skill = text("a name, `name@scope`, an id or a path");
const skills = texts("names, ids or paths");
const MAX_INPUT = 900_000;
const yes = optional(flag("somebody has looked at it and says yes, this once"));
const approval = text("what the GET at this address gave with what was looked at");
const serverHost = optional(
  oneOf(["skillwright", "claude-code", "codex", "opencode"], "whose MCP servers count; `skillwright` unless given"),
);
const wanted = object({ skills, host: serverHost });
const served = object({ skills: texts("such as `mcp:docs:pdf`") });

export const ACT: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/skills/{skill}/load",
    id: "activateSkill",
    tag: "Write",
    writes: true,
    heavy: true,
    summary:
      "What a model receives of a skill, with its commands run where the configuration or `yes` allows it, as `load`",
    input: object({ ...toLoad, yes }),
    answer: shape.Activation,
    run: ({ yes: said = false, ...given }, desk, gone) => activated(given, said ? "approved" : "policy", desk, gone),
  }),
  route({
    method: "POST",
    path: "/api/run",
    id: "runCommand",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Calls a command of a skill as the user, as `run` does; `GET /api/commands` says which there are",
    input: object({
      command: text("its name"),
      skill: optional(text("whose; the one that `/COMMAND` means unless given")),
      arguments: toLoad.arguments,
      host: toLoad.host,
      yes,
    }),
    answer: shape.Activation,
    async run({ command, skill: asked, yes: said = false, ...given }, desk, gone) {
      const whose = asked ?? (await ownerOf(command, given.host, desk));
      return activated({ ...given, skill: whose, command }, said ? "approved" : "policy", desk, gone);
    },
  }),
  route({
    method: "POST",
    path: "/api/skills/{skill}/script",
    id: "runScript",
    tag: "Write",
    writes: true,
    heavy: true,
    summary:
      "Runs a script of a skill apart from the machine, where the configuration or `yes` allows it, as `script` does",
    input: object({
      skill,
      script: text("from the skill's directory"),
      arguments: optional(texts("its words, as they are")),
      input: optional(text("its standard input", MAX_INPUT)),
      yes,
    }),
    answer: shape.ScriptRun,
    async run({ skill: typed, script: path, arguments: words = [], input, yes: said = false }, desk, signal) {
      const asked = await askedFor(typed, desk);
      const answer = await desk.own.runScript(
        { asked, path, actor: "user", arguments: words, ...(input === undefined ? {} : { input }) },
        said ? { commands: "approved", signal } : { signal },
      );
      if (!("refused" in answer)) return scriptAnswer(path, answer);
      throw refused(refusedPart(answer.refused.code, typed, path), answer.refused);
    },
  }),
  route({
    method: "GET",
    path: "/api/packages",
    id: "packages",
    tag: "See",
    heavy: true,
    summary: "What skills want from package managers, as `packages` does; nothing is run",
    input: object({ skills: optional(skills) }),
    answer: shape.Packages,
    async run({ skills: names = [] }, desk) {
      const found = await packagesOf(names, desk);
      return { schema: SCHEMA, skills: found, approval: approvalOf(found) };
    },
  }),
  route({
    method: "POST",
    path: "/api/packages",
    id: "installPackages",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Runs exactly the commands that `GET /api/packages` showed for these skills, as `packages --run` does",
    input: object({ skills, approval }),
    answer: shape.PackagesDone,
    async run({ skills: names, approval: said }, desk) {
      const found = await packagesOf(names, desk);
      refuseOther(found, said);
      return { schema: SCHEMA, skills: await installPackages(found, desk.load) };
    },
  }),
  route({
    method: "GET",
    path: "/api/servers",
    id: "planServers",
    tag: "See",
    heavy: true,
    summary: "How the MCP servers that skills miss would be added to a host, as `deps --install --dry-run` does",
    input: wanted,
    answer: shape.ServerPlan,
    async run(given, desk) {
      const { edits, report } = await serversFor(given, desk);
      return { schema: SCHEMA, ...report, edits: edits.map(editJson), approval: approvalOf(edits) };
    },
  }),
  route({
    method: "POST",
    path: "/api/servers",
    id: "addServers",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Makes exactly the edits that `GET /api/servers` showed, as `deps --install` does",
    input: object({ skills, host: serverHost, approval }),
    answer: shape.ServersAdded,
    async run({ approval: said, ...given }, desk) {
      const { edits } = await serversFor(given, desk);
      refuseOther(edits, said);
      await applyServers(edits, desk.load);
      const { report } = await serversFor(given, desk);
      return { schema: SCHEMA, ...report, applied: edits.length > 0, edits: edits.map(editJson) };
    },
  }),
  route({
    method: "POST",
    path: "/api/servers/undo",
    id: "undoServer",
    tag: "Write",
    writes: true,
    summary: "Takes back the last MCP server that was added, or the one that is named, as `deps --undo` does",
    input: object({ server: optional(text("its name")) }),
    answer: shape.ServerUndone,
    run: async ({ server }, desk) => ({ schema: SCHEMA, undone: await undoServer(server, desk.load) }),
  }),
  route({
    method: "GET",
    path: "/api/served",
    id: "viewServed",
    tag: "See",
    heavy: true,
    summary: "Skills of other MCP servers as they are served now, with their text, to be looked at before a yes",
    input: served,
    answer: shape.Served,
    async run({ skills: names }, desk) {
      const servers = await desk.own.servers();
      const views: (ServedSkillView & { text: string })[] = [];
      await servers.together(async () => {
        for (const name of names) {
          const view = await servers.view(name);
          views.push({ ...view, text: await servers.text(name, view.digest) });
        }
      });
      return { schema: SCHEMA, skills: views, approval: approvalOf(views.map(filesOf)) };
    },
  }),
  route({
    method: "POST",
    path: "/api/served",
    id: "approveServed",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Approves skills of other MCP servers exactly as `GET /api/served` showed them, as `approve mcp:…` does",
    input: object({
      ...{ skills: texts("such as `mcp:docs:pdf`"), approval: optional(approval) },
      forget: optional(flag("take it back instead")),
    }),
    answer: shape.ServedDone,
    async run({ skills: names, approval: said, forget = false }, desk) {
      const servers = await desk.own.servers();
      const views: ServedSkillView[] = [];
      for (const name of names) views.push(await servers.view(name));
      if (!forget) refuseOther(views.map(filesOf), said ?? "");
      for (const { name, digest } of views) await servers.approve(name, forget ? false : digest);
      return { schema: SCHEMA, done: true, skills: views };
    },
  }),
];

/** [SV28] What is there now must be what was shown. */
function refuseOther(now: unknown, said: string): void {
  if (approvalOf(now) === said) return;
  throw new Refusal(409, "SK505", "the approval is not for what would be done now", "look at it again with GET");
}

async function ownerOf(command: string, host: string | undefined, desk: Desk): Promise<string> {
  const found = resolveCommand(command, (await desk.skills(host)).snapshot);
  if (found) return found.skill.address;
  throw new Refusal(404, "SK471", `no skill declares a command \`${command}\``, "`GET /api/commands` lists them");
}

async function packagesOf(names: readonly string[], desk: Desk): ReturnType<typeof skillPackages> {
  return skillPackages(await Promise.all(names.map((each) => askedFor(each, desk))), desk.load);
}

async function serversFor({ skills: names, host }: Infer<typeof wanted>, desk: Desk) {
  const asked = await Promise.all(names.map((each) => askedFor(each, desk)));
  const request = { skills: asked, ...(host === undefined ? {} : { host }) };
  return { edits: await planServers(request, desk.load), report: needsJson(await skillNeeds(request, desk.load)) };
}

type Edit = Awaited<ReturnType<typeof planServers>>[number];

function editJson({ name, path, created, shared, before, after }: Edit): object {
  return { name, path, created, shared, patch: patchOf(path, before, after) };
}

/** Whether it was approved before does not change what is approved. */
function filesOf({ name, server, uri, files }: ServedSkillView): object {
  return { name, server, uri, files };
}
