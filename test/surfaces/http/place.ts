/** A separate project and home for the server. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";

export interface Place {
  readonly directory: string;
  readonly project: string;
  readonly home: string;
  readonly load: LoadOptions;
  /** Writes files. `~/` is the home; all other paths are in the project. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
}

export function makePlace(files: Readonly<Record<string, string | Uint8Array>>): Place {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-http-")));
  const project = join(directory, "project");
  const home = join(directory, "home");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  const write: Place["write"] = (all) => {
    for (const [name, content] of Object.entries(all)) {
      const path = name.startsWith("~/") ? join(home, name.slice(2)) : join(project, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  };
  write(files);
  const environment = { cwd: project, home, platform: "linux" as const, variables: {} };
  return { directory, project, home, write, load: { cwd: project, environment, defaultSkills: false } };
}
