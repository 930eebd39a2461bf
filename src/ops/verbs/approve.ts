import type { ServedSkillView } from "../../catalog/servers/open-server-skills.ts";
import { InputError } from "../../model/errors.ts";
import { flag, object, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import type { ServedChange } from "../install/served-skills.ts";
import { operation, verb } from "../operation.ts";
import { approvalFields, USE_PLANS_REASON } from "./fields.ts";

const skills = withCliForm(textList("names or paths; `mcp:SERVER:NAME` for skills of an MCP server"), {
  value: "NAME|PATH",
});
const served = textList("such as `mcp:docs:pdf`");

export const approve = verb({
  name: "approve",
  group: "Manage",
  summary: "Approve the current files of a skill",
  about:
    "Shows how a skill differs from the version that you approved, and approves exactly its current bytes. After the approval, models\nsee a changed skill again. Models also see an approved skill of a folder that you do not trust, until the skill changes.",
  examples: [
    ["skillwright approve pdf", "show the differences, then ask for approval"],
    ["skillwright approve --changed --dry-run", "show the changes of all changed skills, and approve nothing"],
    ["skillwright approve pdf --forget", "remove the approval"],
    ["skillwright approve mcp:docs:pdf", "approve a skill of the MCP server `docs`, with its current content"],
  ],
  completes: "skills",
  operations: {
    approve: operation({
      summary: "Approve the current files of a skill",
      input: object({
        skills: optional(skills),
        changed: optional(flag("approve every skill that has changed since its approval")),
        ...approvalFields,
      }),
      output: "PlanResult",
      effects: ["write", "network"],
      note: "uses the network only for `mcp:…` names",
      cli: { arguments: ["skills"] },
      http: `${USE_PLANS_REASON}; \`POST /api/served\` for \`mcp:…\``,
      async run(input, context) {
        const { skills: names = [], changed = false } = input;
        if (isServed(names))
          return (await import("../install/served-skills.ts")).changeServedApprovals(
            names,
            { ...input, forgets: false },
            context,
          );
        const [{ applyApproved, openInstallerFor }, { chooseToApprove }] = await Promise.all([
          import("../install/apply-approved.ts"),
          import("../install/choose-to-approve.ts"),
        ]);
        const chosen = await chooseToApprove({ names, changed }, context);
        const installer = await openInstallerFor(input, context);
        const plan = await installer.planApprove(chosen);
        return applyApproved(plan, { verb: "Approve", rest: " as shown" }, input, installer, context);
      },
      async answer(done) {
        return "views" in done
          ? servedAnswer(done)
          : (await import("../install/apply-approved.ts")).appliedReviewAnswer(done);
      },
      failed: (done, { dryRun = false }) => ("views" in done ? !dryRun && done.open.length > 0 : done.hasFailed),
    }),
    forget: operation({
      summary: "Remove approvals, and leave the files unchanged",
      input: object({ skills, dryRun: optional(flag("show the changes, and make none")) }),
      output: "WithdrawnApprovals",
      effects: ["write", "network"],
      note: "uses the network only for `mcp:…` names",
      cli: { flags: ["forget"], arguments: ["skills"] },
      http: { path: "/api/forget", id: "forgetApprovals", omits: { dryRun: "`GET /api/origins` shows the approvals" } },
      async run(input, context) {
        if (isServed(input.skills))
          return (await import("../install/served-skills.ts")).changeServedApprovals(
            input.skills,
            { ...input, forgets: true },
            context,
          );
        const installer = await (await import("../install/apply-approved.ts")).openInstallerFor(input, context);
        const forgotten = await installer.forget(input.skills, { dryRun: input.dryRun ?? false });
        return { forgotten, projectRoot: installer.projectRoot };
      },
      answer: (done) => ("views" in done ? servedAnswer(done) : { schema: SCHEMA, forgotten: done.forgotten }),
    }),
    viewServed: operation({
      summary: "Show the current text and files of skills of other MCP servers",
      input: object({ skills: served }),
      output: "ServerSkillReview",
      effects: ["read", "network"],
      http: { path: "/api/served", id: "viewServed", method: "GET", heavy: true },
      async run(input, context) {
        const { openServedSkills, viewServedSkills } = await import("../install/served-skills.ts");
        return viewServedSkills(input.skills, await openServedSkills(context.load), () => true);
      },
      async answer(views) {
        return { schema: SCHEMA, skills: views, approval: await approvalFor(views) };
      },
    }),
    approveServed: operation({
      summary: "Approve skills of other MCP servers exactly as `GET /api/served` showed them",
      input: object({
        skills: served,
        approval: optional(text("the `approval` that `GET /api/served` returned with these skills")),
        forget: optional(flag("remove the approval instead")),
      }),
      output: "ServerSkillApproval",
      effects: ["write", "network"],
      http: { path: "/api/served", id: "approveServed", heavy: true },
      async run({ skills: names, approval = "", forget = false }, context) {
        const [{ openServedSkills, approvedPartOf, viewServedSkills }, { checkApproval }] = await Promise.all([
          import("../install/served-skills.ts"),
          import("../answers/plans/approval-of.ts"),
        ]);
        const servers = await openServedSkills(context.load);
        const views = await viewServedSkills(names, servers, () => false);
        if (!forget) checkApproval(views.map(approvedPartOf), approval);
        for (const { name, digest } of views) await servers.approve(name, forget ? false : digest);
        return views;
      },
      answer: (views) => ({ schema: SCHEMA, done: true, skills: views }),
    }),
  },
});

function isServed(names: readonly string[]): boolean {
  const served = names.filter((name) => name.startsWith("mcp:"));
  if (served.length > 0 && served.length < names.length)
    throw new InputError(
      "skills of MCP servers and other skills cannot be approved together",
      "run `approve` for the `mcp:…` names alone",
    );
  return served.length > 0;
}

/** Builds the documented JSON. The texts of the skills are left out. */
function servedAnswer({ views, changed }: ServedChange): object {
  return { schema: SCHEMA, done: changed.length > 0, skills: views.map(({ text: _, ...view }) => view) };
}

async function approvalFor(views: readonly ServedSkillView[]): Promise<string> {
  const [{ digestForApproval }, { approvedPartOf }] = await Promise.all([
    import("../answers/plans/approval-of.ts"),
    import("../install/served-skills.ts"),
  ]);
  return digestForApproval(views.map(approvedPartOf));
}
