/** Everything that a source may use, in temporary directories of a test. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceContext } from "../../src/install/source.ts";
import { INSTALL_LIMITS } from "../../src/model/skills/bundle.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { nodeFetch } from "../../src/platform/network/node-fetch.ts";
import { nodeSpawn } from "../../src/platform/processes/node-spawn.ts";

export interface Machine {
  /** Directory for the things that a test publishes. */
  readonly work: string;
  readonly home: string;
  readonly temporary: string;
  /** Returns all paths below the directory, sorted. */
  readonly everything: () => string[];
  readonly context: (changes?: Partial<SourceContext>) => SourceContext;
  readonly remove: () => void;
}

export function makeMachine(): Machine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-source-")));
  const [work, home, temporary] = ["work", "home", "temporary"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [work, home, temporary]) mkdirSync(directory);
  return {
    work,
    home,
    temporary,
    everything: () => readdirSync(root, { recursive: true, encoding: "utf8" }).sort(),
    context: (changes) => ({ ...machineContext(work, home, temporary), ...changes }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export function machineContext(cwd: string, home: string = cwd, temporary: string = cwd): SourceContext {
  return {
    environment: { cwd, home, platform: "linux", variables: { PATH: process.env["PATH"], HOME: home } },
    files: nodeFiles,
    fetch: nodeFetch,
    spawn: nodeSpawn,
    limits: INSTALL_LIMITS,
    temporary: () => temporary,
  };
}
