/**
 * Routes for installations. The first request makes a plan for review. The second request approves it, which requires
 * `--write`. The server stores the plan between the two requests, so that exactly the reviewed plan is applied.
 * Operations of verbs cannot do this.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isGitText, parseGitAddress } from "../../../install/fetch/git/git-address.ts";
import type { SkillToApprove } from "../../../install/plan/approve.ts";
import type { Plan } from "../../../install/plan/plan.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { OperationError } from "../../../model/errors.ts";
import { flag, type Infer, object, oneOf, optional, text, textList } from "../../../model/schema.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { plannedFile } from "../../../ops/answers/plans/plan-answer.ts";
import { planReview } from "../../../ops/answers/plans/plan-review.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { approvalTarget, changedSkills } from "../../../ops/answers/skills/show-answer.ts";
import { type Installer, openInstaller } from "../../../ops/open-installer.ts";
import { findNamedSkill } from "../../../ops/use/named-skill.ts";
import { nodeEnvironment } from "../../../platform/environment.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import type { HttpContext } from "../http-context.ts";
import type { StoredPlan } from "../plans.ts";
import { pathInProject, resolveRequestedSkill } from "../requests/path-in-project.ts";
import { HttpRefusal } from "../requests/refusal.ts";
import { type Route, route } from "./route.ts";

const DEEDS = ["add", "update", "rollback", "install", "pull", "approve", "remove"] as const;

const asked = object({
  do: oneOf(DEEDS, "the planned operation"),
  source: optional(text("for `add`: a repository, an archive, `npm:NAME`, or a directory of the project")),
  skills: optional(
    textList(
      "names of the skills; for `pull`, the addresses of sites; required for `rollback`, `approve` and `remove`",
    ),
  ),
  except: optional(textList("for `add`: omit these skills of the source")),
  where: optional(
    oneOf(
      ["project", "user"],
      "for `add` and `install`: install for this project or for all your projects (default: project)",
    ),
  ),
  to: optional(text("for `add`: install into this directory of skills, which is in the project or is a root")),
  frozen: optional(flag("for `install`: reproduce the lock exactly or fail, and approve no skill")),
  from: optional(text("for `install`: install from another tool's lockfile in the project")),
  changed: optional(flag("for `approve`: approve every skill that has changed since its approval")),
  offline: optional(flag("use no network, only skills that are already in the store")),
});
type Asked = Infer<typeof asked>;

const plan = text("the plan's id");

export const PLAN_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/plans",
    id: "plan",
    tag: "Manage",
    heavy: true,
    summary:
      "Plan `add`, `update`, `install`, `pull`, `approve` or `remove`: show every difference, and change nothing",
    input: asked,
    contacts: asksOthers,
    answer: shape.PlanReview,
    async run(given, desk, gone) {
      const kept = await makePlan(given, desk, gone);
      const { skills, diagnostics } = planReview(kept.plan);
      return { schema: SCHEMA, plan: desk.plans.keep(kept), do: given.do, skills, removals: kept.gone, diagnostics };
    },
  }),
  route({
    method: "GET",
    path: "/api/plans/{plan}/file",
    id: "readPlannedFile",
    tag: "Manage",
    summary: "Show a file as a plan would install it",
    input: object({
      plan,
      skill: text("the name of a planned skill"),
      path: text("the path of the file from the skill's directory"),
    }),
    answer: shape.Resource,
    run({ plan: id, skill, path }, desk) {
      const found = plannedFile(desk.plans.find(id).plan, skill, path);
      if (found) return found;
      throw new HttpRefusal(404, "SK920", `the plan has no skill \`${skill}\` with a file \`${path}\``);
    },
  }),
  route({
    method: "POST",
    path: "/api/plans/{plan}/apply",
    id: "applyPlan",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Apply a plan after its review",
    input: object({
      plan,
      person: optional(flag("the user has reviewed the plan and confirms it")),
      accept: optional(textList("digests to install despite their findings")),
    }),
    answer: shape.AppliedPlan,
    async run({ plan: id, person = false, accept = [] }, desk) {
      const { frozen = false } = desk.plans.find(id);
      const said = person ? { person } : frozen ? { unapproved: true } : { yes: true };
      return { schema: SCHEMA, applied: await desk.plans.apply(id, { ...said, digests: accept }, desk.load) };
    },
  }),
];

/**
 * Returns true if making the plan may contact another machine. Only a source that starts like a path is certainly
 * local.
 */
function asksOthers({ do: deed, source = "", offline = false }: Asked): boolean {
  if (offline || deed === "rollback" || deed === "approve" || deed === "remove") return false;
  return deed !== "add" || (source !== "" && !/^(?:plugin:|npm:)?[~.\\/]/.test(source));
}

async function makePlan(given: Asked, desk: HttpContext, signal: StopSignal): Promise<StoredPlan> {
  const installer = await openInstaller({ ...desk.installer, offline: given.offline ?? false, signal });
  if (given.do === "pull") {
    const { gone, ...pulled } = await installer.planPull(given.skills);
    return { installer, plan: pulled, gone, shown: await installer.showFiles(gone) };
  }
  if (given.do === "remove") return removal(installer, someOf(given));
  return {
    installer,
    plan: await planOf(given, installer, desk),
    gone: [],
    shown: new Map(),
    frozen: given.do === "install" && given.frozen === true,
  };
}

async function planOf(given: Asked, installer: Installer, desk: HttpContext): Promise<Plan> {
  switch (given.do) {
    case "add": {
      const { source, skills, except, where = "project", to } = given;
      if (source === undefined)
        throw new OperationError("SK920", "`source` is missing", { hint: "send the `source` to add" });
      await confine(source, desk);
      const place = to === undefined ? where : { directory: await pathInProject(to, desk) };
      return installer.planAdd({ source, where: place, ...(skills ? { skills } : {}), ...(except ? { except } : {}) });
    }
    case "rollback":
      return installer.planRollback(someOf(given));
    case "install":
      return planInstall(given, installer, desk);
    case "approve":
      return installer.planApprove(
        given.changed ? changedSkills(desk.own.snapshot) : await namedSkills(someOf(given), desk),
      );
    default:
      return installer.planUpdate(given.skills);
  }
}

async function planInstall(
  { where, frozen = false, from }: Asked,
  installer: Installer,
  desk: HttpContext,
): Promise<Plan> {
  if (from === undefined) return installer.planInstall({ user: where === "user", frozen });
  return installer.planImport({ path: await pathInProject(from, desk), where: where ?? "project" });
}

function someOf({ do: deed, skills = [] }: Asked): readonly string[] {
  if (skills.length > 0) return skills;
  throw new OperationError("SK920", `\`${deed}\` needs the names of skills`, { hint: "send the names in `skills`" });
}

async function removal(installer: Installer, names: readonly string[]): Promise<StoredPlan> {
  const gone = (await installer.remove(names, { dryRun: true })).map(({ directory }) => directory);
  return { installer, plan: { skills: [], diagnostics: [] }, gone, shown: await installer.showFiles(gone) };
}

async function namedSkills(names: readonly string[], desk: HttpContext): Promise<SkillToApprove[]> {
  return Promise.all(
    names.map(async (name) => {
      const { skill } = findNamedSkill(await resolveRequestedSkill(name, desk), desk.own.snapshot);
      if (!skill.root.foreign) return approvalTarget(skill);
      throw new OperationError("SK920", `\`${name}\` comes from another server`, {
        hint: "`GET /api/served` shows such a skill, and a POST to that address approves it",
      });
    }),
  );
}

/** Refuses a local source outside of the allowed paths. The same paths are allowed as in any other request. */
async function confine(source: string, desk: HttpContext): Promise<void> {
  const rest = source.replace(/^(?:plugin:|npm:)+/, "");
  // The address is parsed by the function that the download uses, so that both refer to the same directory.
  const { protocol, url = "" } = isGitText(rest) ? parseGitAddress(rest) : {};
  const path = protocol === "file" ? fileURLToPath(url) : rest;
  const { home } = desk.load.environment ?? nodeEnvironment();
  const full = resolve(desk.own.snapshot.cwd, path.replace(/^~(?=$|\/)/, home));
  if (/^[~.\\/]/.test(path) || rest !== source || nodeFiles.exists(full)) await pathInProject(full, desk);
}
