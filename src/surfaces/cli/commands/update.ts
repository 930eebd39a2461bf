import { map, SCHEMA } from "../../../ops/answers/answer.ts";
import { APPROVAL_OPTIONS, carryOut } from "../ask/approve-plan.ts";
import { type Command, flag, UsageError } from "../command.ts";
import { HOST_OPTION, installerFor, tellLockFindings } from "../installer.ts";
import { writeObject } from "../output/json.ts";
import { pad, printable, textWidth } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const update: Command = {
  usage: "[NAME…] [--rollback] [--yes]",
  about:
    "Fetches installed skills again from where they came from, shows what is different in their files and in what they could\ndo, and asks. The version before stays in the store: --rollback brings it back.",
  options: {
    rollback: { type: "boolean", summary: "the version before the last change, out of the store" },
    offline: { type: "boolean", summary: "no network; only what is in the store already" },
    ...HOST_OPTION,
    ...APPROVAL_OPTIONS,
  },
  examples: [
    ["skillwright update", "everything that is installed"],
    ["skillwright update pdf --dry-run", "see what is new"],
    ["skillwright update pdf --rollback", "go back"],
  ],
  positionals: [0, 100],
  completes: "skills",
  async run(context) {
    const installer = await installerFor(context);
    const back = flag(context, "rollback");
    if (back && context.positionals.length === 0)
      throw new UsageError("`--rollback` takes the names of skills", "see `skillwright update --help`");
    const plan = back
      ? await installer.planRollback(context.positionals)
      : await installer.planUpdate(context.positionals);
    const open = plan.skills.filter((skill) => skill.action !== "same").length;
    return carryOut(plan, `${back ? "Go back with" : "Update"} ${plural(open, "skill")}?`, installer, context);
  },
};

export const outdated: Command = {
  usage: "[NAME…]",
  about:
    "Says which installed skills have other bytes at their source by now. Nothing is changed. Exits 1 if there are any.",
  options: { offline: { type: "boolean", summary: "no network; only what is in the store already" }, ...HOST_OPTION },
  examples: [["skillwright outdated", "everything that is installed"]],
  positionals: [0, 100],
  completes: "skills",
  async run(context) {
    const installer = await installerFor(context);
    const list = await installer.outdated(context.positionals);
    const diagnostics = await tellLockFindings(installer, context);
    const code = diagnostics.length > 0 || list.some(({ state }) => state !== "current") ? 1 : 0;
    if (context.json) {
      writeObject(context.out, { schema: SCHEMA, diagnostics }, { skills: map(list, (each) => each) });
      return code;
    }
    const width = Math.max(4, ...list.map(({ name }) => textWidth(printable(name))));
    for (const { name, state, source, installed, latest, reason } of list) {
      const versions = state === "outdated" && installed !== latest ? `  ${installed ?? "?"} → ${latest ?? "?"}` : "";
      const why = reason === undefined ? "" : `  (${printable(reason)})`;
      context.out.line(`${pad(printable(name), width)}  ${state.padEnd(8)}  ${printable(source + versions)}${why}`);
    }
    if (list.length === 0) context.out.line("nothing is installed");
    return code;
  },
};
