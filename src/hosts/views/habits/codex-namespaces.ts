import { dirname } from "node:path";
import { systemCode } from "../../../model/errors.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Files } from "../../../platform/files/files.ts";
import { readCodexManifest } from "../../dialects/codex/read-codex-manifest.ts";
import type { Habit, Machine, ViewEntry, ViewRoot } from "../host-view.ts";
import { followPath, listDirectory } from "../steps/walked-directory.ts";

/** Prefixes a skill's name with the plugin's name if a plugin manifest is at or above the skill. */
export const codexNamespaces: Habit = {
  entries(entries, _profile, machine) {
    const spaces = new Namespaces(machine.files);
    return entries.map((entry) => named(entry, spaces.of(entry)));
  },
};

const MAX_QUALIFIED = 129;

function named(entry: ViewEntry, namespace: string | undefined): ViewEntry {
  if (namespace === undefined) return entry;
  const name = `${namespace}:${entry.name}`;
  if (entry.outcome !== "visible" || [...name].length <= MAX_QUALIFIED) return { ...entry, name };
  const because = {
    code: "SK718",
    text: `the name with its plugin has more than ${MAX_QUALIFIED} characters`,
  } as const;
  return { ...entry, name, outcome: "rejected", shown: "not", because };
}

class Namespaces {
  readonly #files: Files;
  readonly #own = new Map<string, string | undefined>();
  readonly #above = new Map<string, string | undefined>();

  constructor(files: Machine["files"]) {
    this.#files = files;
  }

  /**
   * Returns the name in the nearest manifest at or above a directory. Manifests above the root apply only to skills
   * inside the root.
   */
  of({ directory, root }: { directory: string; root: ViewRoot }): string | undefined {
    const top = followPath(root.path, this.#files) ?? root.path;
    if (directory !== top && !directory.startsWith(`${top}/`)) return this.#upwards(directory);
    for (let at = directory; at !== top; at = dirname(at)) {
      const name = this.#manifest(at);
      if (name !== undefined) return name;
    }
    return this.#upwards(top);
  }

  #upwards(directory: string): string | undefined {
    if (!this.#above.has(directory)) {
      const parent = dirname(directory);
      const name = this.#manifest(directory) ?? (parent === directory ? undefined : this.#upwards(parent));
      this.#above.set(directory, name);
    }
    return this.#above.get(directory);
  }

  #manifest(directory: string): string | undefined {
    if (!this.#own.has(directory)) this.#own.set(directory, manifestName(directory, this.#files));
    return this.#own.get(directory);
  }
}

const MANIFESTS = [".codex-plugin", ".claude-plugin", ".cursor-plugin"];

/** Returns the name in the first manifest that exists. If that manifest cannot be read, no other manifest is used. */
function manifestName(directory: string, files: Files): string | undefined {
  const { directories, links } = listDirectory(directory, files);
  const there = MANIFESTS.filter((each) => directories.includes(each) || links.includes(each));
  const path = there.map((each) => `${directory}/${each}/plugin.json`).find((each) => isFile(each, files));
  if (path === undefined) return undefined;
  try {
    const name = readCodexManifest(files.readFile(path, MAX_BYTES));
    return name === "" ? baseName(directory) : name;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

function isFile(path: string, files: Files): boolean {
  return files.exists(path) && files.stat(path).kind === "file";
}

const MAX_BYTES = 1_048_576;
