import { APPROVAL_OPTIONS, carryOut } from "../ask/approve-plan.ts";
import type { Command } from "../command.ts";
import { installerFor } from "../installer.ts";
import { plural } from "../output/present.ts";

export const pull: Command = {
  usage: "[URL…] [--yes]",
  about:
    "Fetches the skills of the sites in `urls` of your configuration into a cache, shows them and asks; then they are part of the\ncatalog, below all others. What is unchanged is not asked about again. Nothing else goes to the network: without a pull,\nskills stay as they were pulled last.",
  options: {
    offline: { type: "boolean", summary: "no network; only what is in the store already" },
    ...APPROVAL_OPTIONS,
  },
  examples: [
    ["skillwright pull", "every configured site"],
    ["skillwright pull https://example.org --dry-run", "see what one of them has"],
  ],
  positionals: [0, 100],
  async run(context) {
    const installer = await installerFor(context);
    const { gone, ...plan } = await installer.planPull(context.positionals);
    const open = plan.skills.filter((skill) => skill.action !== "same").length;
    return carryOut(plan, `Take over ${plural(open, "skill")}?`, installer, context, gone);
  },
};
