import { resolve } from "node:path";
import { APPROVAL_OPTIONS, carryOut } from "../ask/approve-plan.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { installerFor } from "../installer.ts";
import { plural } from "../output/present.ts";

export const add: Command = {
  usage: "(SOURCE | --from-dependencies) [--skill NAME] [--user | --to DIR] [--yes]",
  about:
    "Installs the skills of a source. Everything is fetched into memory, checked and audited; then you see the files, what the\nskill asks for and what speaks against it, and say yes or no. Only then is it moved into its place, with an entry in\nskills.lock. The source is a directory, a repository (owner/repo), npm:NAME, an archive, a site's index or oci://….",
  options: {
    skill: { type: "string", value: "NAME", multiple: true, summary: "only this skill of the source; repeatable" },
    "from-dependencies": {
      type: "boolean",
      summary: "the skills of the npm packages that this project depends on; the same as npm:.",
    },
    user: { type: "boolean", summary: "for you, in ~/.agents/skills, instead of for this project" },
    to: { type: "string", value: "DIR", summary: "into this directory of skills" },
    offline: { type: "boolean", summary: "no network; only what is in the store already" },
    ...APPROVAL_OPTIONS,
  },
  examples: [
    ["skillwright add ./skills/pdf", "a directory"],
    ["skillwright add owner/repo --skill pdf --user", "one skill of a repository, for all your projects"],
    ["skillwright add npm:pdf-skills@^2 --dry-run", "only look"],
    ["skillwright add plugin:owner/repo", "the skills of a plugin or a marketplace, as plugin:skill"],
  ],
  positionals: [0, 1],
  completes: "files",
  async run(context) {
    const installer = await installerFor(context);
    const names = context.values["skill"];
    const plan = await installer.planAdd({
      source: sourceOf(context),
      where: whereOf(context),
      ...(Array.isArray(names) ? { skills: names.map(String) } : {}),
    });
    const open = plan.skills.filter((skill) => skill.action !== "same").length;
    return carryOut(plan, `Install ${plural(open, "skill")}?`, installer, context);
  },
};

function sourceOf(context: Context): string {
  const [source] = context.positionals;
  const dependencies = flag(context, "from-dependencies");
  if (dependencies === (source !== undefined))
    throw new UsageError("`add` takes one source", "give SOURCE or `--from-dependencies`");
  return source ?? "npm:.";
}

function whereOf(context: Context): "project" | "user" | { directory: string } {
  const to = text(context, "to");
  if (to !== undefined && flag(context, "user"))
    throw new UsageError("`--user` and `--to` name two places", "give one of them");
  if (to !== undefined) return { directory: resolve(context.load.cwd ?? process.cwd(), to) };
  return flag(context, "user") ? "user" : "project";
}
