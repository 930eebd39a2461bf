import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Withheld } from "./snapshot.ts";

/** Anything that has skills: a directory, memory, an archive, a server. Paths use `/` and are relative to the source. */
export interface SkillSource {
  /** Unique among the sources of one load; shown as the root. */
  readonly name: string;
  /** What it is, in a few words; `source NAME` unless given. */
  readonly from?: string;
  /** Its skills are somebody else's, who serves them: they are never passed on, and never stand in the place of another. */
  readonly foreign?: boolean;
  /** Every file that is or might be a skill file (`pdf/SKILL.md`). */
  list(): readonly string[] | Promise<readonly string[]>;
  /** The whole content of one file; throws when there is none. */
  read(path: string): Uint8Array | Promise<Uint8Array>;
  /**
   * The frontmatter of a skill file, fences included, where it is known without the file. Then a load fetches no file at all;
   * what `read` gives must begin with the same. Undefined: the file is one of another skill, and no skill of its own.
   */
  head?(path: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** What stands before the name of each of its skills. */
  readonly namespace?: string;
  /** Why a skill, by its file, is not put before a model. */
  withheld?(path: string): Withheld | undefined | Promise<Withheld | undefined>;
  /** What is to be said after `list`. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The bytes of one file. Without it a file has to be read before its size can be told. */
  size?(path: string): number | Promise<number>;
  /** Of all files of a skill, by its own file, where that is known without reading them. */
  digest?(path: string): string | undefined;
  /** The files beside and below a skill's own, from its directory, where they are known without asking. */
  resources?(path: string): readonly string[];
  /** Files of this machine on which it hangs what the source gives; who watches the one watches the others. */
  readonly hangsOn?: readonly string[];
  /** Calls the listener whenever the source has something else to give; the function that comes back calls that off. */
  onChange?(listener: () => void): () => void;
  /** To hear of changes takes a connection, and not every one tells of them: what it has is asked of it each time. */
  readonly connects?: boolean;
}
