/**
 * Serves skills for the Skills extension: entries with digests, files and directories, by `skill://` address. The
 * library decides about permissions. If it does not share a skill, the skill is not served.
 */
import { ProtocolError, ProtocolErrorCode, type Resource } from "@modelcontextprotocol/server";
import type { Skill as SkillEntry, SkillReadResult, SkillSource } from "@modelcontextprotocol/server/ext/skills";
import type { SkillCommand } from "../../activate/select/slash-commands.ts";
import type { SkillSharing } from "../../activate/share/share-skills.ts";
import type { AgentScope } from "../../model/conversation/offer.ts";
import type { NotSharedReason, SharedPath, SharedSkill } from "../../model/skills/shared.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { baseName, compareText } from "../../model/text/text.ts";
import type { Skills } from "../../ops/open-skills.ts";
import { iconsFor } from "./icons.ts";
import { mimeTypeOf } from "./mime-types.ts";
import { readPage } from "./pages.ts";
import { segmentsOf, skillUri, uriOf } from "./uris.ts";

/** Maximum entries of a page. Each entry lists every file of its skill. */
const PER_PAGE = 100;
const SKILL_FILE = "SKILL.md";
const DIRECTORY = "inode/directory";

/** Called once for each skill that cannot be served. Also called for a skill whose frontmatter had to be changed. */
export type ReportNotShared = (position: SharedPath, said: NotSharedReason) => void;

interface Standing {
  readonly snapshot: Snapshot;
  /** Shared skills, sorted. The keys are their paths. */
  readonly paths: ReadonlyMap<string, SharedPath>;
  readonly byAddress: ReadonlyMap<string, SharedPath>;
  /** Commands that a user may call, sorted by name. */
  readonly commands: readonly SkillCommand[];
}

/** How clients display a skill, besides its name. */
export type SkillDisplay = Pick<Resource, "title" | "icons">;

export class ExtensionSource implements SkillSource {
  readonly #skills: Skills;
  #share: Promise<SkillSharing> | undefined;
  readonly #remark: ReportNotShared;
  readonly #scope: AgentScope | undefined;
  #standing: Standing | undefined;

  constructor(skills: Skills, remark: ReportNotShared, scope?: AgentScope) {
    this.#skills = skills;
    this.#remark = remark;
    this.#scope = scope;
  }

  /** Returns shared skills sorted by path. */
  async sharedPaths(): Promise<ReadonlyMap<string, SharedPath>> {
    return (await this.#stand()).paths;
  }

  /** Returns commands sorted by name. */
  async commands(): Promise<readonly SkillCommand[]> {
    return (await this.#stand()).commands;
  }

  /** Returns the shared skill that has this address. */
  async at(address: string): Promise<SharedPath | undefined> {
    return (await this.#stand()).byAddress.get(address);
  }

  /** Opens the shared skills on the first request. A client that only calls tools never needs them. */
  #shared(): Promise<SkillSharing> {
    this.#share ??= this.#skills.share();
    return this.#share;
  }

  async #stand(): Promise<Standing> {
    const { snapshot } = this.#skills;
    if (this.#standing?.snapshot === snapshot) return this.#standing;
    const scope = this.#scope;
    const share = await this.#shared();
    const all = share.paths(await this.#skills.offered("model", scope), await this.#skills.offered("user", scope));
    this.#standing = {
      snapshot,
      paths: new Map(all.map((position) => [position.path, position])),
      byAddress: new Map(all.map((position) => [position.address, position])),
      commands: [...(await this.#skills.commands(scope ? { scope } : {}))].sort((a, b) => compareText(a.name, b.name)),
    };
    return this.#standing;
  }

  /**
   * Lists the skills that a model may use. A skill that only users may call is not listed, but can be read by its
   * address.
   */
  async list({ cursor }: { cursor?: string }): Promise<{ skills: SkillEntry[]; nextCursor?: string }> {
    const listed = [...(await this.sharedPaths()).values()].filter(({ forModel }) => forModel);
    const { items, nextCursor } = readPage(listed, cursor, { size: PER_PAGE, key: ({ path }) => path });
    const skills: SkillEntry[] = [];
    for (const position of items) {
      const entry = await this.#entry(position);
      if (entry) skills.push(entry);
    }
    return { skills, ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  async get(uri: string): Promise<SkillEntry | undefined> {
    const at = await this.#find(uri);
    return at?.file === SKILL_FILE && !uri.endsWith("/") ? this.#entry(at.position) : undefined;
  }

  async read(uri: string): Promise<SkillReadResult | undefined> {
    const at = await this.#find(uri);
    if (at === undefined) return undefined;
    const bytes = uri.endsWith("/") ? undefined : await (await this.#shared()).read(at.position, at.file);
    if (bytes === undefined) {
      if (await this.readDirectory(uri, {}))
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `${uri} is a directory; use resources/directory/read to list it`,
        );
      return undefined;
    }
    const mimeType = mimeTypeOf(at.file);
    const text = textOf(bytes);
    return text === undefined ? { bytes, mimeType } : { text, mimeType };
  }

  /** Lists the entries of a directory. It can be a directory of a skill, or a directory above skills. */
  async readDirectory(
    uri: string,
    { cursor }: { cursor?: string },
  ): Promise<{ resources: Resource[]; nextCursor?: string } | undefined> {
    const segments = segmentsOf(uri);
    if (segments === undefined) return undefined;
    const children = (await this.#filesBelow(segments)) ?? (await this.#pathsBelow(segments));
    if (children === undefined) return undefined;
    const sorted = [...children.values()].sort((a, b) => compareText(a.uri, b.uri));
    const { items, nextCursor } = readPage(sorted, cursor, { size: PER_PAGE, key: (child) => child.uri });
    return { resources: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /** Lists the SKILL.md of each skill, for clients that only support resources. */
  async resources(cursor: string | undefined): Promise<{ resources: Resource[]; nextCursor?: string }> {
    const { items, nextCursor } = readPage([...(await this.sharedPaths()).values()], cursor, {
      size: PER_PAGE,
      key: ({ path }) => path,
    });
    const look = await this.looks();
    const resources: Resource[] = [];
    for (const position of items) {
      const { path, loaded } = position;
      resources.push({
        uri: skillUri(path),
        name: baseName(path),
        description: loaded.shownDescription ?? loaded.skill.description,
        mimeType: "text/markdown",
        ...(await look(position)),
      });
    }
    return { resources, ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /**
   * Returns a function that determines how a skill is displayed. The function is for one answer, in which the size of
   * icons is limited.
   */
  async looks(): Promise<(position: SharedPath) => Promise<SkillDisplay>> {
    const icons = iconsFor(await this.#shared());
    return async (position) => ({ ...titleOf(position.loaded.skill), ...(await icons(position)) });
  }

  async #entry(position: SharedPath): Promise<SkillEntry | undefined> {
    const shared = await (await this.#shared()).describe(position);
    if ("code" in shared) {
      this.#remark(position, shared);
      return undefined;
    }
    if (shared.changes.length > 0) this.#remark(position, { code: "SK910", reason: shared.changes.join(", ") });
    return entryOf(position, shared);
  }

  /** Returns the innermost skill whose path is a prefix of the address, with the file in this skill. */
  async #find(uri: string): Promise<{ position: SharedPath; file: string } | undefined> {
    const segments = segmentsOf(uri);
    if (segments === undefined) return undefined;
    const paths = await this.sharedPaths();
    for (let length = segments.length; length > 0; length--) {
      const position = paths.get(segments.slice(0, length).join("/"));
      if (position) return { position, file: segments.slice(length).join("/") };
    }
    return undefined;
  }

  async #filesBelow(segments: readonly string[]): Promise<ReadonlyMap<string, Resource> | undefined> {
    const at = await this.#find(segments.map(encodeURIComponent).join("/").replace(/^/, "skill://"));
    if (at === undefined) return undefined;
    const shared = await (await this.#shared()).describe(at.position);
    if ("code" in shared) return undefined;
    const prefix = at.file === "" ? "" : `${at.file}/`;
    const below = shared.files.filter(({ path }) => path.startsWith(prefix));
    if (below.length === 0) return undefined;
    return new Map(below.map(({ path, size }) => childOf(at.position, prefix, path, size, shared)));
  }

  /** Returns the entries of a directory that contains skills. The `user` in `skill://user/pdf` is such a directory. */
  async #pathsBelow(segments: readonly string[]): Promise<ReadonlyMap<string, Resource> | undefined> {
    const prefix = `${segments.join("/")}/`;
    const below = [...(await this.sharedPaths()).keys()].filter((path) => path.startsWith(prefix));
    if (below.length === 0) return undefined;
    return new Map(
      below.map((path) => {
        const name = path.slice(prefix.length).split("/")[0] as string;
        return [name, directory(prefix + name, name)];
      }),
    );
  }
}

function titleOf({ sidecar }: Skill): SkillDisplay {
  const title = sidecar?.interface?.displayName;
  return title === undefined ? {} : { title };
}

function entryOf({ path }: SharedPath, { frontmatter, files }: SharedSkill): SkillEntry {
  return {
    uri: skillUri(path),
    frontmatter: frontmatter as SkillEntry["frontmatter"],
    resources: files.map(({ path: file, digest, size }) => ({ uri: uriOf(path, file), digest, size })),
  };
}

function childOf(
  { path }: SharedPath,
  prefix: string,
  file: string,
  size: number,
  { name, description }: SharedSkill,
): [string, Resource] {
  const [child = "", ...rest] = file.slice(prefix.length).split("/");
  if (rest.length > 0) return [child, directory(`${path}/${prefix}${child}`, child)];
  const own = file === SKILL_FILE ? { name, description } : { name: child };
  return [child, { uri: uriOf(path, file), ...own, mimeType: mimeTypeOf(file), size }];
}

function directory(path: string, name: string): Resource {
  return { uri: uriOf(path), name, mimeType: DIRECTORY };
}

/** Returns the bytes as text. Returns undefined if they are not exactly UTF-8; they are then sent as binary. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
