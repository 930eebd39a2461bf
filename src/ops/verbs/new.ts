import { InputError } from "../../model/errors.ts";
import { flag, object, optional, text, withCliForm } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";

/** The directory that nearly every host reads. */
const DEFAULT_DIRECTORY = ".agents/skills";

export const newSkill = verb({
  name: "new",
  group: "Write",
  summary: "Start a skill that passes every check",
  about: `Starts a skill: a directory of that name with a SKILL.md that passes every check. It goes into ${DEFAULT_DIRECTORY}, which\nnearly every host reads; with --dir into any other directory, such as .claude/skills for Claude Code.`,
  examples: [
    ["skillwright new release-notes", "in this project"],
    ["skillwright new release-notes --evals", "with trigger tests to start from"],
    ["skillwright new pdf --dir ~/.claude/skills", "for Claude Code in all your projects"],
  ],
  operations: {
    new: operation({
      summary: "Start a skill that passes every check",
      input: object({
        name: text("lowercase letters, digits and single hyphens", 64),
        directory: optional(
          withCliForm(text(`the directory of skills in which to put it (default: ${DEFAULT_DIRECTORY})`), {
            name: "dir",
            value: "DIR",
          }),
        ),
        description: optional(text("what it does and when to use it")),
        evals: optional(flag("add requests that should find it and some that should not, for `skillwright eval`")),
      }),
      output: "NewSkill",
      effects: ["read", "write"],
      cli: { arguments: ["name"] },
      http: { path: "/api/new", id: "newSkill" },
      async run({ directory = DEFAULT_DIRECTORY, ...given }, context) {
        const [{ isSkillName, NAME_HELP, newFiles, startSkill }, { projectRootOf }] = await Promise.all([
          import("../start-skill.ts"),
          import("../project-paths.ts"),
        ]);
        if (!isSkillName(given.name)) throw new InputError(`\`${given.name}\` is not a valid skill name`, NAME_HELP);
        const [place = directory] = await context.pathsNamed([directory]);
        // Checks both paths, because a symlink at either path can lead anywhere.
        await context.pathsNamed(newFiles(place, given.name));
        return startSkill({ ...given, directory: place, projectRoot: await projectRootOf(context.load) });
      },
      answer: (started) => started,
    }),
  },
});
