import { resolve } from "node:path";
import { APPROVAL_OPTIONS, carryOut } from "../ask/approve-plan.ts";
import { type Command, flag, text, UsageError } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { HOST_OPTION, installerFor } from "../installer.ts";
import { plural } from "../output/present.ts";

export const install: Command = {
  usage: "[--frozen] [--user] [--from FILE]",
  about:
    "Puts what skills.lock says on the disk again, byte for byte, from the store or from where it came from. With --frozen it\nreproduces the lock or fails: nothing is written over that somebody changed, nothing is asked, and nothing is approved\nwithout --yes. With --from it takes the skills of another tool's lock: skills-lock.json, .skill-lock.json, apm.lock.yaml or\nagents.lock.",
  options: {
    frozen: { type: "boolean", summary: "exactly the lock, or fail; for continuous integration" },
    user: { type: "boolean", summary: "your own lock instead of this project's" },
    from: { type: "string", value: "FILE", summary: "the skills of another tool's lock" },
    offline: { type: "boolean", summary: "no network; only what is in the store already" },
    ...HOST_OPTION,
    ...APPROVAL_OPTIONS,
  },
  examples: [
    ["skillwright install", "after cloning a project"],
    ["skillwright install --frozen", "in continuous integration"],
    ["skillwright install --from skills-lock.json --dry-run", "see what another tool has installed"],
  ],
  positionals: [0, 0],
  async run(context) {
    const from = text(context, "from");
    const user = flag(context, "user");
    const frozen = flag(context, "frozen");
    if (from !== undefined && frozen)
      throw new UsageError("`--from` makes a lock, and `--frozen` wants one", "give one of them");
    const installer = await installerFor(context);
    if (!frozen && !flag(context, "dry-run"))
      for (const path of await installer.settleLocks())
        context.err.line(
          `${place(path, installer.projectRoot)} was in conflict, and has the skills of both branches now`,
        );
    const plan =
      from === undefined
        ? await installer.planInstall({ user, frozen })
        : await installer.planImport({
            path: resolve(context.load.cwd ?? process.cwd(), from),
            where: user ? "user" : "project",
          });
    const open = plan.skills.filter((skill) => skill.action !== "same").length;
    return carryOut(plan, `Install ${plural(open, "skill")}?`, installer, context);
  },
};
