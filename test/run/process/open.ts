import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../../src/model/conversation/control.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";
import { type Entries, makeTree, type Tree } from "../../tree.ts";

export interface Opened {
  readonly tree: Tree;
  readonly skills: Skills;
  /** Returns the digest of a skill. */
  digest(name: string): string;
}

/** Opens skills below `skills/` of a tree as an extra root, with a configuration. */
export async function openRun(
  files: Entries,
  run: Readonly<Record<string, unknown>>,
  more: LoadOptions = {},
): Promise<Opened> {
  const tree = makeTree(
    Object.fromEntries(Object.entries(files).map(([path, entry]) => [`project/skills/${path}`, entry])),
    { PATH: process.env["PATH"], API_KEY: "hush-env" },
  );
  const options = { environment: tree.environment, files: tree.files, roots: [tree.at("project/skills")], ...more };
  const skills = await openSkills({ ...options, defaultSkills: false, config: { run, ...more.config } });
  return { tree, skills, digest: (name) => skills.digest(skills.find(name)!.skill) };
}

const DONE: CommandOutcome = { ended: "exited", code: 0, stdout: "", stderr: "" };

/** Runs nothing. Returns the prepared answer, and records the commands. */
export function saying(
  answer: (command: string, request: CommandRequest) => Partial<CommandOutcome>,
  level: SandboxProvider["level"] = "isolated",
): SandboxProvider & { readonly requests: CommandRequest[] } {
  const requests: CommandRequest[] = [];
  return {
    name: "told",
    level,
    requests,
    run: async (request) => {
      requests.push(request);
      return { ...DONE, ...answer(request.args[request.args.indexOf("-c") + 1] ?? "", request) };
    },
  };
}
