import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Withheld } from "./snapshot.ts";

/**
 * A provider of skills, such as a directory, memory, an archive or a server. Paths use `/` and are relative to the
 * source.
 */
export interface SkillSource {
  /** The source's name, which must be unique in one load. Lists show it in place of a root directory. */
  readonly name: string;
  /** A short description (default: `source NAME`). */
  readonly from?: string;
  /**
   * True if another party provides the skills. Such skills are never shared further, and never override other skills.
   */
  readonly foreign?: boolean;
  /** Returns every file that is or might be a skill file (`pdf/SKILL.md`). */
  list(): readonly string[] | Promise<readonly string[]>;
  /** Returns the whole content of a file. Throws if it does not exist. */
  read(path: string): Uint8Array | Promise<Uint8Array>;
  /**
   * Returns the frontmatter of a skill file with its fences, if the source knows it without fetching the file. A load
   * then fetches no file; `read` must later return text with the same start. Returns undefined if the file belongs to
   * another skill.
   */
  head?(path: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** Prefix of each skill's name. */
  readonly namespace?: string;
  /** Returns why a skill, identified by its file, is hidden from models. */
  withheld?(path: string): Withheld | undefined | Promise<Withheld | undefined>;
  /** Problems that `list` found. */
  readonly diagnostics?: readonly Diagnostic[];
  /**
   * Returns the size of a file in bytes. If this function is missing, Skillwright reads files to determine their size.
   */
  size?(path: string): number | Promise<number>;
  /** Returns the digest of all files of a skill, if the source knows the digest without reading them. */
  digest?(path: string): string | undefined;
  /**
   * Returns the paths of the other files of a skill, relative to its directory, if the source knows them without a
   * request.
   */
  resources?(path: string): readonly string[];
  /** Local files that the source depends on. A watcher of the source also watches them. */
  readonly hangsOn?: readonly string[];
  /** Calls the listener when the source changes. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
  /** True if change notifications need a connection and may be incomplete. The source is then queried each time. */
  readonly connects?: boolean;
}
