/** A separate machine with skills, and a server on it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { type OpenMcp, openMcp } from "../../../src/surfaces/mcp/open-mcp.ts";

export interface Machine {
  readonly directory: string;
  readonly environment: Environment;
  readonly skills: Skills;
  readonly open: OpenMcp;
  readonly remarks: readonly Diagnostic[];
  /** Writes files. Paths start at the project; `~/` is the home. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(): void;
}

export type Tree = Readonly<Record<string, string | Uint8Array>>;

export async function machine(
  files: Tree,
  options: LoadOptions = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-mcp-")));
  const write = (tree: Tree): void => {
    for (const [name, content] of Object.entries(tree)) {
      const link = name.endsWith("->");
      const path = join(directory, name.replace(/^~/, "home").replace(/->$/, ""));
      mkdirSync(dirname(path), { recursive: true });
      if (link) symlinkSync(content.toString(), path);
      else writeFileSync(path, content);
    }
  };
  write({ ".git/HEAD": "ref: refs/heads/main\n", ...files });
  const environment = { cwd: directory, home: join(directory, "home"), platform: "linux" as const, variables };
  const skills = await openSkills({ cwd: directory, environment, trust: "all", defaultSkills: false, ...options });
  const remarks: Diagnostic[] = [];
  const open = await openMcp(skills, { version: "1.2.3", onRemark: (each) => remarks.push(each) });
  return {
    directory,
    environment,
    skills,
    open,
    remarks,
    write,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Returns the text of a skill's file. */
export function skillFile(name: string, more = "", body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use for ${name}.\n${more}---\n${body}`;
}
