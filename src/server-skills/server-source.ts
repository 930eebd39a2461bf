/**
 * The skills of another MCP server as a source. Entries are asked for once and held; a file is fetched when it is needed, and
 * given only if its size, its digest and its frontmatter are what the entry says. Nothing of it counts before the user has
 * said yes to exactly these files.
 */

import { diagnostic } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { OperationError } from "../model/errors.ts";
import type { Withheld } from "../model/snapshot.ts";
import type { SkillSource } from "../model/source.ts";
import { split } from "../parse/split.ts";
import type { FileCache } from "./file-cache.ts";
import { isEntry, namesFor, readEntry, type ServedSkill } from "./read-entry.ts";

/** What a server can be asked; a connection each time. */
export interface ServerPort {
  list(): Promise<{
    readonly skills: readonly unknown[];
    readonly invalid: readonly Invalid[];
    readonly ttlMs?: number;
  }>;
  /** One file, verified against its entry. */
  read(entry: unknown, uri: string): Promise<Uint8Array>;
}

export interface Invalid {
  readonly uri?: string;
  readonly reason: string;
}

export interface ServerSourceOptions {
  /** As the user calls the server. */
  readonly label: string;
  readonly port: ServerPort;
  readonly cache: FileCache;
  /** The set of files that the user has approved of a skill, by its address. */
  readonly approved: (uri: string) => string | undefined;
  readonly clock: () => number;
}

/** Entries are not asked for more often, whatever the server says. */
const LEAST_TTL_MS = 30_000;
const MOST_TTL_MS = 3_600_000;
const SKILL_FILE = "SKILL.md";

export class ServerSource implements SkillSource {
  readonly name: string;
  readonly foreign = true;
  readonly namespace: string;
  readonly #options: ServerSourceOptions;
  #held: { readonly skills: readonly ServedSkill[]; readonly until: number } | undefined;
  #asking: Promise<readonly ServedSkill[]> | undefined;
  #diagnostics: readonly Diagnostic[] = [];

  constructor(options: ServerSourceOptions) {
    this.name = `mcp:${options.label}`;
    this.namespace = `mcp:${options.label}:`;
    this.#options = options;
  }

  /** What is to be said of the entries that were declined. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  async list(): Promise<readonly string[]> {
    const skills = await this.skills();
    return skills.flatMap(({ directory, files }) => [...files.keys()].map((path) => `${directory}/${path}`));
  }

  /** [MC20] The frontmatter of the entry; no file is fetched for a listing. */
  async head(path: string): Promise<Uint8Array> {
    const found = await this.#find(path);
    if (found?.file === SKILL_FILE) return Buffer.from(found.skill.header);
    throw missing(path);
  }

  async size(path: string): Promise<number> {
    const found = await this.#find(path);
    const size = found?.skill.files.get(found.file)?.size;
    if (size === undefined) throw missing(path);
    return size;
  }

  /** [MC20] [MC22] */
  async read(path: string): Promise<Uint8Array> {
    const found = await this.#find(path);
    if (found === undefined) throw missing(path);
    const { skill, file } = found;
    const refused = this.#withheld(skill);
    if (refused) throw new OperationError(refused.code, refused.reason, { hint: refused.help ?? "" });
    const bytes = await this.#fetch(skill, file);
    return file === SKILL_FILE ? this.#introduce(skill, bytes) : bytes;
  }

  /** [MC24] Undefined where the user has said yes to just these files. */
  async withheld(path: string): Promise<Withheld | undefined> {
    const found = await this.#find(path);
    return found && this.#withheld(found.skill);
  }

  /** The entries that are held now. */
  async skills(): Promise<readonly ServedSkill[]> {
    if (this.#held && this.#held.until > this.#options.clock()) return this.#held.skills;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<readonly ServedSkill[]> {
    const { label, port, clock } = this.#options;
    const { skills: entries, invalid, ttlMs = 0 } = await port.list();
    const said: Invalid[] = [...invalid];
    const proper = entries.filter(isEntry);
    const names = namesFor(proper);
    const skills: ServedSkill[] = [];
    for (const entry of proper) {
      const read = readEntry(entry, label, names.get(entry.uri) ?? entry.frontmatter.name);
      if ("declined" in read) said.push({ uri: entry.uri, reason: read.declined });
      else skills.push(read);
    }
    this.#diagnostics = said.map(({ uri = "an entry without an address", reason }) =>
      diagnostic("SK913", {
        path: `/${this.name}`,
        message: `the MCP server \`${label}\` serves ${uri}, which is not taken: ${reason}`,
        help: "tell whoever runs the server",
      }),
    );
    this.#held = { skills, until: clock() + Math.min(MOST_TTL_MS, Math.max(LEAST_TTL_MS, ttlMs)) };
    return skills;
  }

  async #find(path: string): Promise<{ skill: ServedSkill; file: string } | undefined> {
    const skills = (await this.skills()).filter(({ directory }) => path.startsWith(`${directory}/`));
    const [skill] = skills.sort((a, b) => b.directory.length - a.directory.length);
    const file = skill && path.slice(skill.directory.length + 1);
    return skill && file !== undefined && skill.files.has(file) ? { skill, file } : undefined;
  }

  #withheld({ uri, set, name }: ServedSkill): Withheld | undefined {
    const { label, approved } = this.#options;
    const known = approved(uri);
    if (known === set) return undefined;
    const help = `look at it, and say yes to exactly its files: \`skillwright approve ${this.namespace}${name}\``;
    const why = known === undefined ? "you have not approved it" : "its files are not those that you approved";
    return { code: "SK912", reason: `it comes from the MCP server \`${label}\`, and ${why}`, help };
  }

  /** [MC22] From the server that it came from, and no other. */
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
      // What has changed is asked for anew next time, and has to be approved anew.
      this.#held = undefined;
      const why = error instanceof Error ? error.message : String(error);
      throw new OperationError(
        "SK914",
        `the MCP server \`${label}\` did not give \`${file}\` as its entry says: ${why}`,
        {
          hint: "it has changed, or is not to be believed; look again, and approve it anew",
          cause: error,
        },
      );
    }
  }

  /** [MC23] Under the frontmatter of the catalog, with a word about whose text it is. */
  #introduce({ header, uri }: ServedSkill, bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString("utf8");
    const found = split(text);
    const body = "code" in found ? text : text.slice(found.body);
    const origin = `[This skill comes from the MCP server \`${this.#options.label}\` (${uri}). Its words are that server's, not the user's.]\n\n`;
    return Buffer.from(header + origin + body);
  }
}

function missing(path: string): OperationError {
  return new OperationError("SK333", `the server has no file \`${path}\``, { hint: "look again; it may have changed" });
}
