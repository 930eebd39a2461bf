/**
 * The skills of another MCP server as a source. Entries are requested once and cached. A file is fetched on demand, and
 * returned only if its size, digest and frontmatter match the entry. Skills are withheld until the user approves
 * exactly these files.
 */

import { splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import type { Withheld } from "../../model/skills/snapshot.ts";
import { quoteForeignText } from "../../model/text/display/foreign-text.ts";
import { parentPath } from "../../model/text/text.ts";
import { faultOf, ServerFault } from "./connection/server-fault.ts";
import type { FileCache } from "./file-cache.ts";
import {
  assignDirectories,
  assignSkillNames,
  declinedEntryPath,
  isEntry,
  readEntry,
  type ServedSkill,
} from "./read-entry.ts";

/** Requests to a server. Each request has its own connection, except inside `together`. */
export interface ServerPort {
  list(): Promise<{
    readonly skills: readonly unknown[];
    readonly invalid: readonly InvalidEntry[];
    readonly ttlMs?: number;
  }>;
  /** Returns one file, verified against its entry. */
  read(entry: unknown, uri: string): Promise<Uint8Array>;
  /** Runs all requests of `action` on one connection. */
  together<T>(action: () => Promise<T>): Promise<T>;
  /**
   * Calls `changed` when the server notifies the client that its skills may have changed. Returns a function that stops
   * the notifications.
   */
  listen(changed: () => void): () => void;
}

export interface InvalidEntry {
  readonly uri?: string;
  readonly reason: string;
}

export interface ServerSourceOptions {
  /** The user's label of the server. */
  readonly label: string;
  readonly port: ServerPort;
  readonly cache: FileCache;
  /** Returns the digest of the files that the user approved for the skill with this address. */
  readonly approved: (uri: string) => string | undefined;
  readonly clock: () => number;
  /** The file with the approvals. */
  readonly approvals?: string;
  /** Returns diagnostics of the file with the approvals. */
  readonly damaged?: () => readonly Diagnostic[];
  /** How long a load waits for the entries (default: until the server answers or fails). */
  readonly patienceMs?: number;
  /** Called if the server answers after a load has stopped waiting. */
  readonly onLateAnswer?: () => void;
}

interface Held {
  readonly skills: readonly ServedSkill[];
  readonly byDirectory: ReadonlyMap<string, ServedSkill>;
  /** The time at which the entries are requested again. */
  readonly until: number;
}

/** Minimum time between two requests for entries, even if the server allows a shorter time. */
const LEAST_TTL_MS = 30_000;
const MOST_TTL_MS = 3_600_000;
const MAX_SKILLS = 10_000;
const MAX_REMARKS = 20;
const SKILL_FILE = "SKILL.md";

export class ServerSource implements SkillSource {
  readonly name: string;
  readonly from: string;
  readonly foreign = true;
  readonly connects = true;
  readonly namespace: string;
  readonly hangsOn: readonly string[];
  readonly #options: ServerSourceOptions;
  #held: Held | undefined;
  #asking: Promise<Held> | undefined;
  #failed: { readonly error: unknown; readonly until: number } | undefined;
  #diagnostics: readonly Diagnostic[] = [];
  /** True while a request still runs although the load no longer waits for it. */
  #isLate = false;
  readonly #listeners = new Set<() => void>();

  constructor(options: ServerSourceOptions) {
    this.name = `mcp:${options.label}`;
    this.from = `the MCP server \`${options.label}\``;
    this.hangsOn = options.approvals === undefined ? [] : [options.approvals];
    this.namespace = `mcp:${options.label}:`;
    this.#options = options;
  }

  /** Diagnostics of declined entries. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#diagnostics, ...(this.#options.damaged?.() ?? [])];
  }

  async list(): Promise<readonly string[]> {
    const { skills } = await this.#entriesSoon();
    return skills.flatMap(({ directory, files }) => [...files.keys()].map((path) => `${directory}/${path}`));
  }

  /** Returns the frontmatter of the entry. A listing fetches no file. */
  async head(path: string): Promise<Uint8Array | undefined> {
    const found = await this.#find(path);
    return found?.file === SKILL_FILE ? Buffer.from(found.skill.header) : undefined;
  }

  async size(path: string): Promise<number> {
    const found = await this.#find(path);
    const size = found?.skill.files.get(found.file)?.size;
    if (size === undefined) throw missing(path);
    return size;
  }

  /** Returns the digest to which an approval is bound. */
  digest(path: string): string | undefined {
    return this.#heldAt(path)?.set;
  }

  /** Returns the files of the entry. Files of a nested skill belong to that skill. */
  resources(path: string): readonly string[] {
    const paths = [...(this.#heldAt(path)?.files.keys() ?? [])];
    const inner = paths.flatMap((each) => (each.endsWith(`/${SKILL_FILE}`) ? [each.slice(0, -SKILL_FILE.length)] : []));
    return paths.filter((each) => each !== SKILL_FILE && !inner.some((directory) => each.startsWith(directory))).sort();
  }

  async read(path: string): Promise<Uint8Array> {
    const found = await this.#find(path);
    if (found === undefined) throw missing(path);
    const { skill, file } = found;
    const refused = this.#withheld(skill);
    if (refused) throw new OperationError(refused.code, refused.reason, { hint: refused.help ?? "" });
    const bytes = await this.#fetch(skill, file);
    return file === SKILL_FILE ? this.#introduce(skill, bytes) : bytes;
  }

  /** Returns why a skill is withheld; undefined if the user has approved exactly these files. */
  async withheld(path: string): Promise<Withheld | undefined> {
    const found = await this.#find(path);
    return found && this.#withheld(found.skill);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    const stop = this.#options.port.listen(() => {
      this.#held = undefined;
      this.#failed = undefined;
      listener();
    });
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  }

  /** Returns the current entries. */
  async skills(): Promise<readonly ServedSkill[]> {
    return (await this.#entries()).skills;
  }

  /**
   * Returns the entries, or throws if the server takes too long. The request continues, and its answer is reported as a
   * change, so that a program that watches the skills loads again.
   */
  async #entriesSoon(): Promise<Held> {
    const { patienceMs } = this.#options;
    if (patienceMs === undefined) return this.#entries();
    const late = new ServerFault(`it has not answered within ${patienceMs / 1000} seconds`);
    if (this.#isLate) throw late;
    const asking = this.#entries();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<never>((_, reject) => {
      const giveUp = (): void => {
        if (!this.#isLate) void this.#tellLater(asking);
        reject(late);
      };
      timer = setTimeout(giveUp, patienceMs);
    });
    try {
      return await Promise.race([asking, patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #tellLater(asking: Promise<Held>): Promise<void> {
    this.#isLate = true;
    // A failure is reported by the next load.
    const [{ status }] = await Promise.allSettled([asking]);
    this.#isLate = false;
    if (status === "rejected") return;
    this.#options.onLateAnswer?.();
    for (const listener of this.#listeners) listener();
  }

  async #entries(): Promise<Held> {
    const now = this.#options.clock();
    if (this.#held && this.#held.until > now) return this.#held;
    // After a failure, the error is cached for a while. A watcher reloads often and must not wait for an unreachable
    // server each time.
    if (this.#failed && this.#failed.until > now) throw this.#failed.error;
    this.#asking ??= this.#ask()
      .catch((error: unknown) => {
        this.#failed = { error, until: this.#options.clock() + LEAST_TTL_MS };
        throw error;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #ask(): Promise<Held> {
    const { label, port, clock, cache } = this.#options;
    const { skills: entries, invalid, ttlMs = 0 } = await port.list();
    const said: InvalidEntry[] = [...invalid];
    const proper = entries.filter(isEntry).slice(0, MAX_SKILLS);
    const names = assignSkillNames(proper);
    const directories = assignDirectories(proper);
    const skills: ServedSkill[] = [];
    for (const entry of proper) {
      const { uri, frontmatter } = entry;
      const called = names.get(uri) ?? frontmatter.name;
      const read = readEntry(entry, { server: label, called, directory: directories.get(uri) ?? "" });
      if ("declined" in read) said.push({ uri, reason: read.declined });
      else skills.push(read);
    }
    this.#diagnostics = this.#remarks(said, entries.length - MAX_SKILLS);
    cache.keepNames(skills.map(({ name }) => name));
    const byDirectory = new Map(skills.map((skill) => [skill.directory, skill]));
    this.#held = { skills, byDirectory, until: clock() + Math.min(MOST_TTL_MS, Math.max(LEAST_TTL_MS, ttlMs)) };
    return this.#held;
  }

  /** Limits the number of diagnostics, because the server controls how many errors it sends. */
  #remarks(said: readonly InvalidEntry[], left: number): Diagnostic[] {
    const declined = said.slice(0, MAX_REMARKS).map(({ uri, reason }) => {
      const what = uri === undefined ? "an entry without an address" : quoteForeignText(uri);
      return {
        at: uri === undefined ? "" : declinedEntryPath(uri),
        what: `serves ${what}, which is refused: ${reason}`,
      };
    });
    const more = said.length - declined.length;
    const all = [
      ...declined,
      ...(more > 0 ? [{ at: "", what: `serves ${more} more entries that are refused` }] : []),
      ...(left > 0 ? [{ at: "", what: `lists more than ${MAX_SKILLS} skills; ${left} are ignored` }] : []),
    ];
    return all.map(({ at, what }) =>
      diagnostic("SK913", {
        path: `/${this.name}${at}`,
        message: `the MCP server \`${this.#options.label}\` ${what}`,
        help: "tell the operator of the server",
      }),
    );
  }

  /** Returns the innermost skill that contains this file. */
  async #find(path: string): Promise<{ skill: ServedSkill; file: string } | undefined> {
    const { byDirectory } = await this.#entries();
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const skill = byDirectory.get(path.slice(0, end));
      const file = path.slice(end + 1);
      if (skill?.files.has(file)) return { skill, file };
    }
    return undefined;
  }

  #heldAt(path: string): ServedSkill | undefined {
    return this.#held?.byDirectory.get(parentPath(path));
  }

  #withheld({ uri, set, name }: ServedSkill): Withheld | undefined {
    const { label, approved } = this.#options;
    const known = approved(uri);
    if (known === set) return undefined;
    const help = `review it, then approve exactly its files: \`skillwright approve ${this.namespace}${name}\``;
    const why = known === undefined ? "you have not approved it" : "its files are not those that you approved";
    return { code: "SK912", reason: `it comes from the MCP server \`${label}\`, and ${why}`, help };
  }

  /** Fetches a file only from the server of the skill. */
  async #fetch(skill: ServedSkill, file: string): Promise<Uint8Array> {
    const { cache, port, label } = this.#options;
    const { digest, uri } = skill.files.get(file) as { digest: string; uri: string };
    const kept = cache.read(digest);
    if (kept) return kept;
    try {
      const bytes = await port.read(skill.entry, uri);
      cache.write(digest, bytes);
      return bytes;
    } catch (error) {
      // The skill has changed. Its entry is requested again at the next use, and needs a new approval.
      this.#held = undefined;
      const why = faultOf(error).message;
      throw new OperationError(
        "SK914",
        `the MCP server \`${label}\` returned a \`${file}\` that differs from its catalog entry (${why})`,
        {
          hint: "the skill has changed; review it and approve it again",
          cause: error,
        },
      );
    }
  }

  /** Puts the catalog's frontmatter and a note about the text's origin before the body. */
  #introduce({ header, uri }: ServedSkill, bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString("utf8");
    const found = splitFrontmatter(text);
    const body = "code" in found ? text : text.slice(found.body);
    const origin = `[This skill comes from the MCP server \`${this.#options.label}\` (\`${uri}\`). Its words are that server's, not the user's.]\n\n`;
    return Buffer.from(header + origin + body);
  }
}

function missing(path: string): OperationError {
  return new OperationError("SK333", `the server has no file \`${path}\``, {
    hint: "list the files again; the skill may have changed",
  });
}
