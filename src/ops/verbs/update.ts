import { object, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { mapLazily, SCHEMA } from "../answers/answer.ts";
import { operation, verb } from "../operation.ts";
import { acceptHost, approvalFields, offline, USE_PLANS_REASON, USER_ACCEPTS_HOSTS_REASON } from "./fields.ts";

const skills = withCliForm(textList("names of installed skills (default: all installed skills)"), { value: "NAME" });

export const update = verb({
  name: "update",
  group: "Manage",
  summary: "Update installed skills, after a review of the differences",
  about:
    "Fetches installed skills again from their source, shows the differences in their files and capabilities, and asks. The previous\nversion stays in the store: --rollback restores it. --check only lists skills that changed at their source, and exits 1 if there\nare any. --sites fetches the skills of the sites in `urls` of your configuration into a cache. After your approval, these skills\nare in the catalog, with the lowest precedence. No other command contacts these sites. With --host opencode, the sites are those\nin `skills.urls` of OpenCode's settings.",
  examples: [
    ["skillwright update", "update all installed skills"],
    ["skillwright update --check", "list available updates, and install none"],
    ["skillwright update pdf --dry-run", "show the differences of one skill, and update nothing"],
    ["skillwright update pdf --rollback", "restore the previous version"],
    ["skillwright update --sites", "fetch the skills of every configured site"],
    ["skillwright update --sites --host opencode", "fetch the skills of every site in OpenCode's settings"],
  ],
  completes: "skills",
  operations: {
    update: operation({
      summary: "Update installed skills, after a review of the differences",
      input: object({ skills: optional(skills), offline, acceptHost, ...approvalFields }),
      output: "PlanResult",
      effects: ["write", "network"],
      cli: { arguments: ["skills"] },
      http: USE_PLANS_REASON,
      async run(input, context) {
        const { applyApproved, openInstallerFor } = await import("../install/apply-approved.ts");
        const installer = await openInstallerFor(input, context);
        const plan = await installer.planUpdate(input.skills ?? []);
        return applyApproved(plan, { verb: "Update" }, input, installer, context);
      },
      answer: async (done) => (await import("../install/apply-approved.ts")).appliedReviewAnswer(done),
      failed: ({ hasFailed }) => hasFailed,
    }),
    rollback: operation({
      summary: "Restore the previous version from the store",
      input: object({ skills, ...approvalFields }),
      output: "PlanResult",
      effects: ["write"],
      cli: { flags: ["rollback"], arguments: ["skills"] },
      http: USE_PLANS_REASON,
      async run(input, context) {
        const { applyApproved, openInstallerFor } = await import("../install/apply-approved.ts");
        const installer = await openInstallerFor(input, context);
        const plan = await installer.planRollback(input.skills);
        return applyApproved(plan, { verb: "Restore" }, input, installer, context);
      },
      answer: async (done) => (await import("../install/apply-approved.ts")).appliedReviewAnswer(done),
      failed: ({ hasFailed }) => hasFailed,
    }),
    check: operation({
      summary: "List installed skills that changed at their source",
      input: object({ skills: optional(skills), offline, acceptHost }),
      output: "UpdateCheck",
      effects: ["read", "network"],
      cli: { flags: ["check"], arguments: ["skills"] },
      http: {
        path: "/api/outdated",
        id: "outdated",
        method: "GET",
        heavy: true,
        omits: { acceptHost: USER_ACCEPTS_HOSTS_REASON },
      },
      async run(input, context) {
        const { openInstallerFor } = await import("../install/apply-approved.ts");
        const installer = await openInstallerFor(input, context);
        const outdated = await installer.outdated(input.skills ?? []);
        return { outdated, diagnostics: await installer.lockFindings(), projectRoot: installer.projectRoot };
      },
      answer: ({ outdated, diagnostics }) => ({
        fields: { schema: SCHEMA, diagnostics },
        lists: { skills: mapLazily(outdated, (each) => each) },
      }),
      failed: ({ outdated, diagnostics }) =>
        diagnostics.length > 0 || outdated.some(({ state }) => state !== "current"),
    }),
    sites: operation({
      summary: "Fetch the skills of configured sites, after a review",
      input: object({
        urls: optional(
          withCliForm(textList("addresses of configured sites (default: all configured sites)"), { value: "URL" }),
        ),
        host: optional(text("take the sites from this host's settings")),
        offline,
        acceptHost,
        ...approvalFields,
      }),
      output: "PlanResult",
      effects: ["write", "network"],
      cli: { flags: ["sites"], arguments: ["urls"] },
      http: USE_PLANS_REASON,
      async run(input, context) {
        const { applyApproved, openInstallerFor } = await import("../install/apply-approved.ts");
        const host = input.host ?? context.load.host;
        const installer = await openInstallerFor({ ...input, ...(host === undefined ? {} : { host }) }, context);
        const { gone, ...plan } = await installer.planPull(input.urls ?? []);
        return applyApproved(plan, { verb: "Install", gone }, input, installer, context);
      },
      answer: async (done) => (await import("../install/apply-approved.ts")).appliedReviewAnswer(done),
      failed: ({ hasFailed }) => hasFailed,
    }),
  },
});
