import { InputError } from "../../model/errors.ts";
import { flag, object, optional, text, withCliForm } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";

/** The directory that nearly every host reads. */
const DEFAULT_DIRECTORY = ".agents/skills";

export const newSkill = verb({
  name: "new",
  group: "Write",
  summary: "Create a skill that passes every check",
  about: `Creates a directory of that name with a SKILL.md that passes every check. The directory is created in ${DEFAULT_DIRECTORY},\nwhich nearly every host reads, or in the directory of --dir, such as .claude/skills for Claude Code.`,
  examples: [
    ["skillwright new release-notes", "create a skill in this project"],
    ["skillwright new release-notes --evals", "create a skill with example trigger tests"],
    ["skillwright new pdf --dir ~/.claude/skills", "create a skill for Claude Code in all your projects"],
  ],
  operations: {
    new: operation({
      summary: "Create a skill that passes every check",
      input: object({
        name: text("the name of the skill: lowercase letters, digits and single hyphens", 64),
        directory: optional(
          withCliForm(text(`the directory in which the skill's directory is created (default: ${DEFAULT_DIRECTORY})`), {
            name: "dir",
            value: "DIR",
          }),
        ),
        description: optional(text("the description: what the skill does and when to use it")),
        evals: optional(flag("add example requests for `skillwright eval`")),
      }),
      output: "NewSkill",
      effects: ["read", "write"],
      cli: { arguments: ["name"] },
      http: { path: "/api/new", id: "newSkill" },
      async run({ directory = DEFAULT_DIRECTORY, ...given }, context) {
        const [{ isSkillName, SKILL_NAME_HELP, newSkillFiles, createSkill }, { projectRootOf }] = await Promise.all([
          import("../start-skill.ts"),
          import("../project-paths.ts"),
        ]);
        if (!isSkillName(given.name))
          throw new InputError(`\`${given.name}\` is not a valid skill name`, SKILL_NAME_HELP);
        const [place = directory] = await context.pathsNamed([directory]);
        // Checks both paths, because a symlink at either path can lead anywhere.
        await context.pathsNamed(newSkillFiles(place, given.name));
        return createSkill({ ...given, directory: place, projectRoot: await projectRootOf(context.load) });
      },
      answer: (started) => started,
    }),
  },
});
