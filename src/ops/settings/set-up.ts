/** Implements `config --init`: creates the user's own skill directory with a copy of the embedded skills. */
import { join, resolve } from "node:path";
import { type LoadOptions, loadSkills } from "../../catalog/load/load.ts";
import { type InstalledSystemSkill, installSystemSkills } from "../../install/system-skills/install-system-skills.ts";
import { OperationError } from "../../model/errors.ts";
import { nodeEnvironment, packageRoot, platformDirectories } from "../../platform/environment.ts";
import { makeDirectories } from "../../platform/writing/write-file.ts";
import { SCHEMA } from "../answers/answer.ts";

export interface SetUpResult {
  readonly schema: number;
  readonly status: InstalledSystemSkill["status"];
  readonly path: string;
  /** True if the directory was created. */
  readonly created: boolean;
  /** The copy of the embedded skills; null if the user does not want them. */
  readonly system: InstalledSystemSkill | null;
}

export async function setUp(load: LoadOptions): Promise<SetUpResult> {
  const environment = load.environment ?? nodeEnvironment();
  const home = resolve(environment.cwd, platformDirectories(environment).config);
  const { config } = await loadSkills(load);
  const path = join(home, "skills");
  const created = makeDirectory(path);
  const system = config.defaultSkills ? installSystemSkills({ source: join(packageRoot(), "skills"), home }) : null;
  return { schema: SCHEMA, status: system?.status ?? (created ? "installed" : "unchanged"), path, created, system };
}

/** Creates the directory if necessary. Returns true if it was created. */
function makeDirectory(directory: string): boolean {
  try {
    return makeDirectories(directory);
  } catch (error) {
    throw new OperationError("SK601", `the directory \`${directory}\` cannot be created`, {
      hint: "check the permissions of its parent directories, or set `SKILLWRIGHT_HOME` to another directory",
      cause: error,
    });
  }
}
