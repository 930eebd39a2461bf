/**
 * Files of servers' skills that were read before, by digest, in the user's cache: no root leads there, and none of them is called
 * SKILL.md. What comes out is hashed again each time, so it is what the entry says or nothing.
 */
import { hash } from "node:crypto";
import { OperationError, systemCode } from "../../model/errors.ts";
import { SHARED_LIMITS } from "../../model/skills/shared.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { writeFileAtomically } from "../../platform/writing/write-file.ts";
import { removeTree } from "../../platform/writing/write-tree.ts";
import { readJson } from "./read-json.ts";

export class FileCache {
  readonly #directory: string;
  readonly #server: string;
  readonly #files: Files;

  /** `server` is a word that stands for the server in a path. */
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

  /** What cannot be kept is fetched again. */
  #keep(file: string, bytes: string | Uint8Array): void {
    try {
      writeFileAtomically(this.#at(file), bytes, { waits: false });
    } catch (error) {
      if (!(error instanceof OperationError) && systemCode(error) === "") throw error;
    }
  }

  /** The skills that the server had when it was last asked. */
  names(): readonly string[] {
    const names = readJson(this.#at(NAMES), this.#files)?.["names"];
    return Array.isArray(names) ? names.filter((each) => typeof each === "string") : [];
  }

  keepNames(names: readonly string[]): void {
    if (JSON.stringify(names) !== JSON.stringify(this.names())) this.#keep(NAMES, `${JSON.stringify({ names })}\n`);
  }

  #at(file: string): string {
    return `${this.#directory}/${this.#server}/${file}`;
  }
}

/** No digest is called that. */
const NAMES = "names.json";

function fileOf(digest: string): string {
  return digest.slice("sha256:".length);
}

/** What was kept of servers that are none any more. */
export function forgetServers(directory: string, known: readonly string[]): void {
  let names: readonly string[] = [];
  try {
    names = Object.values(nodeFiles.readDirectory(directory)).flat();
  } catch (error) {
    if (systemCode(error) === "") throw error;
  }
  for (const name of names) if (!known.includes(name)) removeTree(`${directory}/${name}`);
}
