import { resolve } from "node:path";
import type { Environment } from "../../platform/environment.ts";
import { cachedFiles } from "../../platform/files/cached-files.ts";
import type { Files } from "../../platform/files/files.ts";
import type { HeadReading } from "../dialects/plain.ts";
import type { Machine } from "./host-view.ts";
import { Readings } from "./steps/readings.ts";

export interface MachineOptions {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  /** Additional directories with skills. */
  readonly extra: readonly string[];
  /** Additional project directories. */
  readonly added?: readonly string[];
  /** Readings of earlier views; the constructor of `Readings` describes them. */
  readonly earlier?: Map<string, HeadReading>;
}

/**
 * Creates one cached view of a machine for all hosts. The home is the path as the user named it, because hosts do not
 * resolve symlinks in it.
 */
export function openMachine({ environment, files, cwd, extra, added = [], earlier }: MachineOptions): Machine {
  const cached = cachedFiles(files);
  return {
    environment: { ...environment, home: environment.namedHome ?? environment.home },
    files: cached,
    cwd,
    extra: extra.map((path) => resolve(cwd, path)),
    added: added.map((path) => resolve(cwd, path)),
    trusted: true,
    readings: new Readings(cached, earlier),
  };
}
