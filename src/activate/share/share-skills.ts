/**
 * Shares skills with remote clients, if the actor may use the skills. Every file is shared with its digest and size,
 * and every SKILL.md with conforming frontmatter. Bytes are read on request, and their approval and the policy are
 * checked. A file is hashed again only after it has changed.
 */
import { hash } from "node:crypto";
import type { LoadOptions } from "../../catalog/load/load.ts";
import { requireSkillSource } from "../../catalog/read/read-source.ts";
import { policySubjects } from "../../catalog/withhold/open-policy.ts";
import { type ConformedSkill, conformSkill } from "../../format/conform/conform.ts";
import { writeHeader } from "../../format/conform/write-header.ts";
import { splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { OfferedSkill } from "../../model/conversation/offer.ts";
import type { PolicyFile } from "../../model/rules/policy.ts";
import {
  type NotSharedReason,
  SHARED_LIMITS,
  type SharedFile,
  type SharedPath,
  type SharedSkill,
} from "../../model/skills/shared.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { decodeText } from "../../model/text/decode.ts";
import { baseName } from "../../model/text/text.ts";
import { environmentOf } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { describeChange } from "../../trust/approvals/verify-bytes.ts";
import { decidePermission, decidePolicy } from "../../trust/policy/decide-policy.ts";
import { listSkillFiles, readBytes } from "../prepare/resources.ts";
import { listSourceSkillFiles, sourcePathPrefix } from "../prepare/source-resources.ts";
import { bareName, sharePaths } from "./share-paths.ts";

/** The part of the library's main object that is used for sharing. */
export interface ShareContext {
  readonly options: LoadOptions;
  /** Returns the current snapshot. */
  readonly snapshot: () => Snapshot;
  readonly policy: () => readonly PolicyFile[];
}

interface Described {
  /** Stamps (size, times and inode) of the files when they were last hashed. */
  readonly stamps: string;
  readonly answer: SharedSkill | NotSharedReason;
}

const SKILL_FILE = "SKILL.md";

export class SkillSharing {
  readonly #ground: ShareContext;
  readonly #files: Files;
  readonly #described = new Map<string, Described>();

  constructor(ground: ShareContext) {
    this.#ground = ground;
    this.#files = ground.options.files ?? nodeFiles;
  }

  /** Returns the shared path of each skill, sorted by path. Skills of other servers are not shared. */
  paths(forModel: readonly OfferedSkill[], forUser: readonly OfferedSkill[]): readonly SharedPath[] {
    return sharePaths(forModel, forUser, (skill) => isOwn(skill, this.#ground.options));
  }

  /** Returns the description of a skill without its text, or why it is not shared. */
  async describe(shared: SharedPath): Promise<SharedSkill | NotSharedReason> {
    const refused = await this.#judge(shared.loaded.skill, shared.forModel);
    if (refused) return refused;
    const described = await this.#remembered(shared.loaded.skill);
    if ("code" in described || (described.name === baseName(shared.path) && !(shared.nested && isChanged(described))))
      return described;
    return { code: "SK331", reason: "its frontmatter has changed since it was found" };
  }

  async #remembered(skill: Skill): Promise<SharedSkill | NotSharedReason> {
    const paths = await this.#paths(skill);
    const stamps = this.#stamps(skill, paths);
    const before = this.#described.get(skill.id);
    if (stamps !== undefined && before?.stamps === stamps) return before.answer;
    const answer = await this.#describe(skill, paths);
    if (stamps !== undefined) this.#described.set(skill.id, { stamps, answer });
    return answer;
  }

  /** Returns the bytes of a file that `describe` lists; undefined for any other file. */
  async read(shared: SharedPath, path: string): Promise<Uint8Array | undefined> {
    const { forModel, nested, loaded } = shared;
    if (await this.#judge(loaded.skill, forModel)) return undefined;
    if (!(await this.#paths(loaded.skill)).includes(path)) return undefined;
    const bytes = await this.#bytes(loaded.skill, path);
    return bytes === undefined || path !== SKILL_FILE || nested ? bytes : edition(loaded.skill, bytes).bytes;
  }

  /**
   * Returns why a skill is not shared. A remote client cannot ask the user, so a skill that needs the user's consent is
   * not shared.
   */
  async #judge(skill: Skill, forModel: boolean): Promise<NotSharedReason | undefined> {
    const policy = this.#ground.policy();
    if (policy.length === 0) return undefined;
    const { options, snapshot } = this.#ground;
    const ground = { environment: environmentOf(options), files: this.#files, projectRoot: snapshot().projectRoot };
    const subjectOf = await policySubjects(ground, policy);
    const { decision, reason, from } = decidePolicy(policy, subjectOf(skill), "load");
    if (decision !== "allow") return { code: "SK413", reason: `${reason} (${from})` };
    const said = decidePermission(policy, skill.name, undefined);
    return forModel && said.decision !== "allow" ? { code: "SK412", reason: said.from } : undefined;
  }

  async #describe(skill: Skill, paths: readonly string[]): Promise<SharedSkill | NotSharedReason> {
    if (paths.length > SHARED_LIMITS.files) return tooMuch(`more than ${SHARED_LIMITS.files} files`);
    const files: SharedFile[] = [];
    let conformed: ConformedSkill | undefined;
    let total = 0;
    for (const path of paths) {
      let bytes = await this.#bytes(skill, path);
      if (bytes === undefined)
        return { code: "SK333", reason: `\`${path}\` cannot be read, or differs from the approved file` };
      if (path === SKILL_FILE) ({ bytes, conformed } = edition(skill, bytes));
      total += bytes.length;
      if (total > SHARED_LIMITS.bytes) return tooMuch(`more than ${SHARED_LIMITS.bytes} bytes`);
      files.push({ path, digest: `sha256:${hash("sha256", bytes, "hex")}`, size: bytes.length });
    }
    if (conformed === undefined) return { code: "SK330", reason: "its file was removed" };
    const { frontmatter, changes } = conformed;
    const { name, description } = frontmatter as { name: string; description: string };
    return { name, description, frontmatter, files, changes };
  }

  /** Lists the skill file as SKILL.md, whatever its local name is. */
  async #paths(skill: Skill): Promise<readonly string[]> {
    const own = baseName(skill.path);
    if (own.toLowerCase() !== "skill.md") return [SKILL_FILE];
    const source = skill.root.source === undefined ? undefined : requireSkillSource(skill, this.#ground.options);
    const all = source
      ? await listSourceSkillFiles(skill, source)
      : listSkillFiles(skill.directory, this.#files, { whole: true });
    return [SKILL_FILE, ...all.filter((path) => path !== own && path !== SKILL_FILE && isNameable(path))].sort();
  }

  async #bytes(skill: Skill, path: string): Promise<Uint8Array | undefined> {
    const here = path === SKILL_FILE ? baseName(skill.path) : path;
    const bytes = await this.#readBytes(skill, here);
    return bytes === undefined || describeChange(skill, here, bytes) ? undefined : bytes;
  }

  async #readBytes(skill: Skill, path: string): Promise<Uint8Array | undefined> {
    const source = skill.root.source === undefined ? undefined : requireSkillSource(skill, this.#ground.options);
    if (source) return source.read(sourcePathPrefix(skill) + path);
    // For a single-file skill, `path` is the name of its only file.
    const read = readBytes(skill.directory, path, this.#files);
    return "refused" in read ? undefined : read.bytes;
  }

  /**
   * Returns the stamps (size, times and inode) of the files as one text. Returns undefined if the skill is not on a
   * disk.
   */
  #stamps(skill: Skill, paths: readonly string[]): string | undefined {
    if (skill.root.source !== undefined) return undefined;
    const stamps = paths.map((path) => {
      const file = `${skill.directory}/${path === SKILL_FILE ? baseName(skill.path) : path}`;
      const stamp = this.#files.stamp(file);
      // The stamp of a link's target is included, because the target can change while the link stays the same.
      const real = stamp && isLink(stamp.mode) ? this.#files.stamp(this.#files.realPath(file)) : stamp;
      return [path, real?.inode, real?.size, real?.mtimeMs, real?.ctimeMs];
    });
    return JSON.stringify([skill.header, skill.approved?.digest, stamps]);
  }
}

/** Returns the file unchanged if its frontmatter conforms, otherwise with a conforming frontmatter. */
function edition(skill: Skill, bytes: Uint8Array): { bytes: Uint8Array; conformed: ConformedSkill } {
  const { text, notes } = decodeText(bytes);
  const found = splitFrontmatter(text);
  const header = "code" in found ? "" : text.slice(found.start, found.end);
  const conformed = conformSkill(header, { name: bareName(skill), description: skill.description });
  const plain = notes.length === 0 && !("code" in found) && found.notes.length === 0;
  if (plain && conformed.changes.length === 0) return { bytes, conformed };
  const body = text.slice("code" in found ? 0 : found.body);
  const changes = conformed.changes.length === 0 ? ["it was converted to plain UTF-8"] : conformed.changes;
  return {
    bytes: Buffer.from(writeHeader(conformed.frontmatter) + body),
    conformed: { ...conformed, changes },
  };
}

function isChanged({ changes }: SharedSkill): boolean {
  return changes.length > 0;
}

function tooMuch(what: string): NotSharedReason {
  return { code: "SK911", reason: `it has ${what}, which readers need not support` };
}

/** Returns false for a name that is not valid text. Such a name cannot be part of a URI, so the file is not shared. */
function isNameable(path: string): boolean {
  return !path.includes("\ufffd") && Buffer.from(path).toString() === path;
}

const TYPE_MASK = 0o170000;
const LINK = 0o120000;

function isLink(mode: number): boolean {
  return (mode & TYPE_MASK) === LINK;
}

function isOwn({ root }: Skill, { sources = [] }: LoadOptions): boolean {
  return root.source === undefined || sources.some(({ name, foreign }) => name === root.source && foreign !== true);
}
