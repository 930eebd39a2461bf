/**
 * Caches files of servers' skills by digest in the user's cache. No root contains this cache, and no file in it is
 * called SKILL.md. Each read verifies the digest.
 */

import { hash } from "node:crypto";
import { OperationError, systemCode } from "../../model/errors.ts";
import { stringsIn } from "../../model/schema.ts";
import { SHARED_LIMITS } from "../../model/skills/shared.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { readJson } from "../../platform/files/read-json.ts";
import { writeFileAtomically } from "../../platform/writing/write-file.ts";
import { removeTree } from "../../platform/writing/write-tree.ts";

export class FileCache {
  readonly #directory: string;
  readonly #server: string;
  readonly #files: Files;

  /** `server` identifies the server in the cache's path. */
  constructor(directory: string, server: string, files: Files) {
    this.#directory = directory;
    this.#server = server;
    this.#files = files;
  }

  read(digest: string): Uint8Array | undefined {
    try {
      const bytes = this.#files.readFile(this.#at(fileOf(digest)), SHARED_LIMITS.bytes);
      return `sha256:${hash("sha256", bytes, "hex")}` === digest ? bytes : undefined;
    } catch (error) {
      if (systemCode(error) === "") throw error;
      return undefined;
    }
  }

  write(digest: string, bytes: Uint8Array): void {
    this.#keep(fileOf(digest), bytes);
  }

  /** Caches a file. If that fails, the file is fetched again later. */
  #keep(file: string, bytes: string | Uint8Array): void {
    try {
      writeFileAtomically(this.#at(file), bytes, { waits: false });
    } catch (error) {
      if (!(error instanceof OperationError) && systemCode(error) === "") throw error;
    }
  }

  /** Returns the skills that the server listed last. */
  names(): readonly string[] {
    const names = readJson(this.#at(NAMES), this.#files)?.["names"];
    return stringsIn(names);
  }

  keepNames(names: readonly string[]): void {
    if (JSON.stringify(names) !== JSON.stringify(this.names())) this.#keep(NAMES, `${JSON.stringify({ names })}\n`);
  }

  #at(file: string): string {
    return `${this.#directory}/${this.#server}/${file}`;
  }
}

/** The file with the names of the skills. No cached file has this name, because all of them are named by a digest. */
const NAMES = "names.json";

function fileOf(digest: string): string {
  return digest.slice("sha256:".length);
}

/** Removes the caches of servers that are no longer configured. */
export function forgetServers(directory: string, known: readonly string[]): void {
  let names: readonly string[] = [];
  try {
    names = Object.values(nodeFiles.readDirectory(directory)).flat();
  } catch (error) {
    if (systemCode(error) === "") throw error;
  }
  for (const name of names) if (!known.includes(name)) removeTree(`${directory}/${name}`);
}
