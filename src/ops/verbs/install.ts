import { InputError } from "../../model/errors.ts";
import { flag, object, oneOf, optional, text, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import { operation, verb } from "../operation.ts";
import { acceptHost, approvalFields, offline, USE_PLANS_REASON } from "./fields.ts";

export const install = verb({
  name: "install",
  group: "Manage",
  summary: "Install from skills.lock",
  about:
    "Installs the skills of skills.lock, byte for byte, from the store or from their source. With --frozen it reproduces the lock or\nfails: it overwrites no changed file, asks nothing, and approves nothing without --yes. With --from, it installs the skills of\nanother tool's lockfile: skills-lock.json, .skill-lock.json, apm.lock.yaml or agents.lock.",
  examples: [
    ["skillwright install", "install a project's skills after cloning the project"],
    ["skillwright install --frozen", "reproduce the lock in continuous integration"],
    ["skillwright install --from skills-lock.json --dry-run", "show install the skills of another tool's lockfile"],
  ],
  operations: {
    install: operation({
      summary: "Install from skills.lock",
      input: object({
        frozen: optional(flag("reproduce the lock exactly, or fail; for continuous integration")),
        where: optional(
          withCliForm(oneOf(["project", "user"], "install from your own lock (default: this project's lock)"), {
            name: "user",
            sets: "user",
          }),
        ),
        from: optional(withCliForm(text("install the skills of another tool's lockfile"), { value: "FILE" })),
        offline,
        acceptHost,
        ...approvalFields,
      }),
      output: "PlanResult",
      effects: ["write", "network"],
      cli: {},
      http: USE_PLANS_REASON,
      async run(input, context) {
        const { frozen = false, where = "project", from, dryRun = false } = input;
        if (from !== undefined && frozen)
          throw new InputError("`--from` writes a lock, and `--frozen` needs an existing one", "use one of them");
        const { applyApproved, openInstallerFor } = await import("../install/apply-approved.ts");
        const installer = await openInstallerFor(input, context);
        if (!frozen && !dryRun)
          for (const path of await installer.settleLocks())
            context.notice?.(
              `${path.replace(`${installer.projectRoot}/`, "")} had a git conflict; it now has the skills of both branches`,
            );
        const [path] = await context.pathsNamed(from === undefined ? [] : [from]);
        const plan =
          path === undefined
            ? await installer.planInstall({ user: where === "user", frozen })
            : await installer.planImport({ path, where });
        return applyApproved(plan, { verb: "Install", unapproved: frozen }, input, installer, context);
      },
      answer: async (done) => (await import("../install/apply-approved.ts")).appliedReviewAnswer(done),
      failed: ({ hasFailed }) => hasFailed,
    }),
    settle: operation({
      summary: "Resolve git conflicts in locks, as `install` does first",
      input: object({}),
      output: "LockConflicts",
      effects: ["write"],
      http: { path: "/api/locks/settle", id: "settleLocks" },
      async run(_input, context) {
        const { openInstaller } = await import("../open-installer.ts");
        return (await openInstaller(context.installer)).settleLocks();
      },
      answer: (paths) => ({ schema: SCHEMA, paths }),
    }),
  },
});
