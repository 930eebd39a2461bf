import type { LoadOptions } from "../../catalog/load/load.ts";
import type { Applied } from "../../install/apply/apply.ts";
import { InputError } from "../../model/errors.ts";
import { flag, object, oneOf, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { quoteCommand } from "../../model/text/display/quote-command.ts";
import type { UnseenByHosts } from "../install/apply-approved.ts";
import { operation, verb } from "../operation.ts";
import { approvalFields, offline, USE_PLANS_REASON } from "./fields.ts";

export const add = verb({
  name: "add",
  group: "Manage",
  summary: "Review and install skills",
  about:
    "Installs the skills of a source. It fetches and audits the skills in memory, shows their files, capabilities and findings, and\nasks for approval. It writes the skill and its entry in skills.lock only after you agree. The source is a directory, a\nrepository (owner/repo), npm:NAME, an archive, a site's index or oci://….",
  examples: [
    ["skillwright add ./skills/pdf", "a directory"],
    ["skillwright add owner/repo --skill pdf --user", "install one skill of a repository, for all your projects"],
    ["skillwright add npm:pdf-skills@^2 --dry-run", "show the review, and install nothing"],
    [
      "skillwright add plugin:owner/repo",
      "install the skills of a plugin or a marketplace, with names such as plugin:skill",
    ],
  ],
  completes: "files",
  operations: {
    add: operation({
      summary: "Review and install skills",
      input: object({
        source: optional(text("a directory, a repository, `npm:NAME`, an archive, a site")),
        skills: optional(
          withCliForm(textList("install only this skill of the source; repeatable (default: all)"), {
            name: "skill",
            value: "NAME",
          }),
        ),
        except: optional(withCliForm(textList("leave out this skill of the source; repeatable"), { value: "NAME" })),
        fromDependencies: optional(
          flag("install the skills of the npm packages that this project depends on (like the source `npm:.`)"),
        ),
        where: optional(
          withCliForm(
            oneOf(
              ["project", "user"],
              "install for all your projects, in ~/.agents/skills (default: for this project)",
            ),
            {
              name: "user",
              sets: "user",
            },
          ),
        ),
        to: optional(withCliForm(text("install into this directory of skills"), { value: "DIR" })),
        offline,
        ...approvalFields,
        approval: optional(
          text("the `approval` that a dry run returned: the skills are installed only if the plan is still the same"),
        ),
      }),
      output: "PlanResult",
      effects: ["write", "network"],
      cli: {
        arguments: ["source"],
        omits: { approval: "the user approves at the prompt, or with `--yes` or `--accept`" },
      },
      http: USE_PLANS_REASON,
      appServer: { method: "skills/install", omits: { yes: "the call itself confirms the installation" } },
      async run(input, context) {
        const { source, fromDependencies = false, skills, except, where, to } = input;
        if (fromDependencies === (source !== undefined))
          throw new InputError("`add` takes one source", "use SOURCE or `--from-dependencies`, not both");
        if (to !== undefined && where === "user")
          throw new InputError("`--user` and `--to` name two target directories", "use one of them");
        const [directory] = await context.pathsNamed(to === undefined ? [] : [to]);
        const { applyApproved, openInstallerFor } = await import("../install/apply-approved.ts");
        const installer = await openInstallerFor(input, context);
        const plan = await installer.planAdd({
          source: source ?? "npm:.",
          where: directory === undefined ? (where ?? "project") : { directory },
          ...(skills ? { skills } : {}),
          ...(except ? { except } : {}),
        });
        const done = await applyApproved(plan, { verb: "Install" }, input, installer, context);
        if (done.applied.length === 0) return done;
        return { ...done, unseen: await findUnseen(done.applied, context.load) };
      },
      answer: async (done) => (await import("../install/apply-approved.ts")).appliedReviewAnswer(done),
      failed: ({ hasFailed }) => hasFailed,
    }),
  },
});

/**
 * Returns the installed skills that some hosts on this machine do not see, with one command that makes them visible.
 * The list is empty if all hosts see them.
 */
async function findUnseen(applied: readonly Applied[], load: LoadOptions): Promise<readonly UnseenByHosts[]> {
  if (applied.length === 0) return [];
  const { hostsHere } = await import("../hosts/detect-hosts.ts");
  const here = await hostsHere(load);
  if (here.length === 0) return [];
  const { readHostCells } = await import("../hosts/host-cells.ts");
  const { cellsOf } = await readHostCells(here, load);
  const missing = applied.map(({ name, directory }) => ({
    name,
    hosts: cellsOf(`${directory}/SKILL.md`)
      .filter(({ state }) => state === "not-searched")
      .map(({ host }) => host),
  }));
  const hosts = here.filter((host) => missing.some((each) => each.hosts.includes(host)));
  if (hosts.length === 0) return [];
  const skills = missing.filter((each) => each.hosts.length > 0).map(({ name }) => name);
  const command = quoteCommand(["skillwright", "place", ...skills, "--for", hosts.join(","), "--apply"]);
  return [{ skills, hosts, command }];
}
