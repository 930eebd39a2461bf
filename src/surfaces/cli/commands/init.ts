import { join, resolve } from "node:path";
import { type Installed, installSystemSkills, loadSkills, OperationError } from "../../../index.ts";
import { nodeEnvironment, platformDirectories } from "../../../platform/environment.ts";
import { makeDirectories } from "../../../platform/make-directories.ts";
import { packageRoot } from "../../../platform/package-root.ts";
import type { Command, Context } from "../command.ts";
import { printable } from "../paint.ts";

export const init: Command = {
  usage: "",
  about:
    "Creates your own skills directory, $SKILLWRIGHT_HOME/skills, and keeps a copy of the embedded skills in its .system,\nwhere programs without skillwright can read them. Run again, it repairs or updates that copy, or changes nothing.",
  options: {},
  examples: [
    ["skillwright init", "set up, or bring up to date"],
    ["skillwright init --no-default-skills", "only create the directory"],
    ["skillwright init --json", "for programs: what was done, and where"],
  ],
  positionals: [0, 0],
  async run(context) {
    const environment = context.load.environment ?? nodeEnvironment();
    const home = resolve(environment.cwd, platformDirectories(environment).config);
    const { config } = await loadSkills(context.load);
    const directory = join(home, "skills");
    const created = makeDirectory(directory);
    const system = config.defaultSkills
      ? installSystemSkills({ source: join(packageRoot(), "skills"), home })
      : undefined;
    if (context.json) context.out.line(JSON.stringify(describe(directory, created, system)));
    else print(directory, created, system, context);
    return 0;
  },
};

/** Whether it had to be created. */
function makeDirectory(directory: string): boolean {
  try {
    return makeDirectories(directory);
  } catch (error) {
    throw new OperationError("SK601", `the directory \`${directory}\` cannot be created`, {
      hint: "check the directories above it, or set `SKILLWRIGHT_HOME` to another one",
      cause: error,
    });
  }
}

function describe(path: string, created: boolean, system: Installed | undefined): object {
  const status = system?.status ?? (created ? "installed" : "unchanged");
  return { schema: 1, status, path, created, system: system ?? null };
}

function print(directory: string, created: boolean, system: Installed | undefined, { out, err, paint }: Context): void {
  if (created) out.line(`created ${paint.bold(printable(directory))}`);
  if (system && system.status !== "unchanged")
    out.line(`${system.status} the embedded skills in ${paint.bold(printable(system.path))}`);
  if (!created && (system === undefined || system.status === "unchanged"))
    out.line(`nothing changed: ${printable(directory)} is set up`);
  err.line(
    "next: `skillwright new NAME` starts a skill, `skillwright list` shows all, `skillwright doctor` says what is wrong",
  );
}
