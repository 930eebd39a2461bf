/**
 * Walks a root with a host's rule and returns the found files in the host's order. It reads no skill. `whyNotFound`
 * explains why the rule misses a file. Both functions call `whyNotEntered`, so they agree.
 */
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import { systemCode } from "../../../model/errors.ts";
import type { WalkRule } from "../../../model/host-profile.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { baseName, compareText, parentPath } from "../../../model/text/text.ts";
import { type Files, isLink, type Listing } from "../../../platform/files/files.ts";
import type { ViewRoot } from "../host-view.ts";
import { hasTooManyLinkPaths } from "./count-link-paths.ts";
import { createIgnoreRules, type IgnoreRules } from "./ignore-files.ts";
import { followPath, listDirectory, type WalkedDirectory, walkedDirectory } from "./walked-directory.ts";
import { whyNotEntered } from "./why-not-entered.ts";

/** A file that a host finds. */
export interface FoundByHost {
  readonly path: string;
  /** The real path, with symlinks resolved. */
  readonly file: string;
  /**
   * The path on which the walk found the file. It is set if the host resolves symlinks and this path differs from
   * `path`.
   */
  readonly found?: string;
  readonly directory: string;
  readonly root: ViewRoot;
  /** The name that the skill gets from the file's path. */
  readonly name: string;
  /**
   * True if the entry is a FIFO, socket or device. `lost` if it is a directory, a broken symlink or an unreadable file.
   */
  readonly special: boolean | "lost";
}

/**
 * The limit that stopped a walk. `patience`: the host would loop forever. `reach`: Skillwright's own limit stopped the
 * walk.
 */
export type LimitKind = "directories" | "entries" | "bytes of listings" | "skills" | "patience" | "reach";

export interface HostWalk {
  readonly sightings: readonly FoundByHost[];
  /** The limit that stopped the walk. */
  readonly limit?: LimitKind;
  /** Number of entered directories. */
  readonly steps: number;
}

const SKILL_FILE = "SKILL.md";
/** Maximum depth. Real trees are less deep; only mazes of symlinks are deeper. */
const MAX_LEVEL = 200;
/** Maximum directories of one root. The limit stops the walk in an endless maze of symlinks. */
const MAX_STEPS = 200_000;
const MAX_LOOPING_STEPS = 10_000;
/** Maximum directories of all roots that a host's settings name. A stranger's project may name `/`. */
const MAX_NAMED_STEPS = 10_000;

/** Maximum bytes of one UTF-16 unit in a URL: three bytes, each written as `%xx`. */
const MOST_URL_BYTES = 9;

const NO_NAMES: readonly string[] = [];

interface Step {
  readonly directory: WalkedDirectory;
  /** Depth of the directory; 0 is the root. */
  readonly level: number;
}

export function walkRoot(root: ViewRoot, files: Files, maxSteps: number = MAX_STEPS): HostWalk {
  const { maxEntries, maxListingBytes } = root.walk;
  if (maxEntries === undefined && maxListingBytes === undefined) return new Walker(root, files, "none").run(maxSteps);
  // A rough count comes first, because an exact count is slow. For nearly all trees, the rough count is far below the
  // limits.
  const rough = new Walker(root, files, "rough");
  const walked = rough.run(maxSteps);
  return rough.isNear ? new Walker(root, files, "exact").run(maxSteps) : walked;
}

/** Walks several roots. Roots that settings name share one limit. */
export function createWalker(files: Files): (root: ViewRoot) => HostWalk {
  let left = MAX_NAMED_STEPS;
  return (root) => {
    if (!root.named) return walkRoot(root, files);
    const walked = walkRoot(root, files, left);
    left -= walked.steps;
    return walked;
  };
}

/** How entries and bytes are counted for the host's limits. */
type Counting = "none" | "rough" | "exact";

class Walker {
  readonly #root: ViewRoot;
  readonly #rule: WalkRule;
  readonly #files: Files;
  readonly #counting: Counting;
  readonly #sightings: FoundByHost[] = [];
  readonly #visited = new Set<string>();
  readonly #ignored: IgnoreRules | undefined;
  readonly #stumbles: RegExp | undefined;
  /** The root with symlinks resolved. */
  #top = "";
  #entered = 1;
  #entries = 0;
  #bytes = 0;
  #limit: LimitKind | undefined;
  /** True if a symlink in the walk leads to one of its own parent directories. */
  #leadsBack = false;

  constructor(root: ViewRoot, files: Files, counting: Counting) {
    this.#counting = counting;
    this.#root = root;
    this.#rule = root.walk;
    this.#files = files;
    this.#stumbles = root.walk.stumbles === undefined ? undefined : new RegExp(root.walk.stumbles, "u");
    this.#ignored =
      root.walk.ignoreFiles.length > 0 ? createIgnoreRules(root.path, root.walk.ignoreFiles, files) : undefined;
  }

  run(maxSteps: number): HostWalk {
    const steps = this.#go(Math.min(maxSteps, this.#rule.loops ? MAX_LOOPING_STEPS : MAX_STEPS));
    if (
      this.#rule.tangles &&
      this.#leadsBack &&
      !this.#limit &&
      hasTooManyLinkPaths(this.#top, this.#rule, this.#files)
    )
      this.#limit = "patience";
    const { flat, flatBelow, order } = this.#rule;
    if (order === "last-first" || ((flat || flatBelow) && order === "depth")) this.#sightings.sort(byComponents);
    const { maxSkills } = this.#rule;
    if (maxSkills === undefined || this.#sightings.length <= maxSkills)
      return { sightings: this.#sightings, steps, ...(this.#limit ? { limit: this.#limit } : {}) };
    return { sightings: this.#sightings.slice(0, maxSkills), steps, limit: "skills" };
  }

  /** Enters directories one by one, and returns how many it entered. */
  #go(most: number): number {
    const { path } = this.#root;
    const start = this.#rule.rootResolved ? (followPath(path, this.#files) ?? path) : path;
    const directory = walkedDirectory(start, this.#files);
    this.#top = directory.real;
    const queue: Step[] = [{ directory, level: 0 }];
    const { order } = this.#rule;
    // The real directories that the second half of the walk entered. A maze has few of them, because the same
    // directories repeat; a large tree has many.
    const late = new Set<string>();
    for (let steps = 0; ; steps++) {
      const next = order === undefined || order === "breadth" ? queue[steps] : queue.pop();
      if (next === undefined) return steps;
      if (order === "last-first" && this.#isAgain(next)) continue;
      const isEager = order === "last-first" || order === "skills-first";
      if (steps >= most) {
        this.#limit = late.size < most / 4 ? "patience" : "reach";
        return steps;
      }
      if (steps >= most / 2) late.add(next.directory.real);
      const children = this.#enter(next);
      if (this.#limit !== undefined && this.#limit !== "directories") return steps + 1;
      const later = isEager ? children.filter((child) => !this.#isSkill(child)) : children;
      if (isEager) for (const child of children) if (this.#isSkill(child)) this.#enter(child);
      if (order === "skills-first" && this.#rule.flat && next.level === 0)
        this.#flatFiles(next.directory, next.directory.listing);
      for (const child of order === "depth" || order === "skills-first" ? later.reverse() : later) queue.push(child);
    }
  }

  /** Returns true if the walk has entered this directory before, through another path. */
  #isAgain({ directory }: Step): boolean {
    const isAgain = this.#visited.has(directory.real);
    this.#visited.add(directory.real);
    return isAgain;
  }

  #isSkill({ directory }: Step): boolean {
    return skillNames(directory.listing, this.#rule).length > 0 || this.#isUnlisted(directory);
  }

  /**
   * Returns true if a directory cannot be listed, but its skill can be opened. A host that opens skills without a
   * listing finds such a skill.
   */
  #isUnlisted({ path, listing }: WalkedDirectory): boolean {
    const { files, directories, links, others } = listing;
    if (this.#rule.order !== "skills-first" || files.length + directories.length + links.length + others.length > 0)
      return false;
    return this.#files.exists(`${path}/SKILL.md`);
  }

  /** Records the skills of a directory and returns the directories to enter next. */
  #enter(step: Step): Step[] {
    const { directory, level } = step;
    const rule = this.#rule;
    if (level > 0 && (rule.opensDirectly || this.#isUnlisted(directory))) {
      this.#open(directory);
      return [];
    }
    const listing = this.#within(directory.path, directory.listing);
    this.#ignored?.enter(directory.path, listing);
    const found = this.#skillFile(step, listing);
    const isFlat = level === 0 ? rule.flat : rule.flatBelow === true && found === undefined;
    if (isFlat && rule.order !== "skills-first" && (found === undefined || rule.atRoot !== "alone"))
      this.#flatFiles(directory, listing);
    if (found !== undefined && !found.special && (level === 0 ? rule.atRoot === "alone" : !rule.insideSkills))
      return [];
    return level < Math.min(rule.depth, MAX_LEVEL) ? this.#children(step, listing) : [];
  }

  /** Returns the part of a listing that the host's limits allow. */
  #within(directory: string, listing: Listing): Listing {
    const { maxEntries, maxListingBytes } = this.#rule;
    const stumbles = this.#stumbles;
    const readable = stumbles ? only(listing, (name) => !stumbles.test(name)) : listing;
    if (this.#counting === "none") return readable;
    if (this.#counting === "rough") {
      this.#countRoughly(directory, readable);
      return readable;
    }
    const links = readable.links.filter((name) => followPath(`${directory}/${name}`, this.#files) !== undefined);
    const counted = { ...readable, links };
    const names = [...counted.files, ...counted.directories, ...counted.links, ...counted.others].sort(compareByBytes);
    const above = FILE_URL + urlBytes(`${directory}/`);
    const unlisted = new Set([
      ...counted.others,
      ...links.filter((name) => !this.#isDirectory(`${directory}/${name}`)),
    ]);
    const seen = new Set<string>();
    for (const name of names) {
      this.#entries++;
      if (!unlisted.has(name)) this.#bytes += above + urlBytes(name) + 64;
      if (maxEntries !== undefined && this.#entries > maxEntries) this.#limit = "entries";
      else if (maxListingBytes !== undefined && this.#bytes > maxListingBytes) this.#limit = "bytes of listings";
      if (this.#limit !== undefined && this.#limit !== "directories") return only(counted, (each) => seen.has(each));
      seen.add(name);
    }
    return counted;
  }

  /** Adds an upper bound of the entries and bytes of a directory. */
  #countRoughly(directory: string, { files, directories, links, others }: Listing): void {
    const entries = files.length + directories.length + links.length + others.length;
    this.#entries += entries;
    this.#bytes += entries * (FILE_URL + directory.length * MOST_URL_BYTES + 65);
    for (const names of [files, directories, links, others])
      for (const name of names) this.#bytes += name.length * MOST_URL_BYTES;
  }

  /** Returns true if the rough count is above a limit, so that only an exact count can decide. */
  get isNear(): boolean {
    const { maxEntries = Number.POSITIVE_INFINITY, maxListingBytes = Number.POSITIVE_INFINITY } = this.#rule;
    return this.#entries > maxEntries || this.#bytes > maxListingBytes;
  }

  #isDirectory(path: string): boolean {
    const target = followPath(path, this.#files);
    return target !== undefined && this.#files.stat(target).kind === "directory";
  }

  #skillFile({ directory, level }: Step, listing: Listing): FoundByHost | undefined {
    const rule = this.#rule;
    if (level === 0 && rule.atRoot === "ignored") return undefined;
    for (const name of skillNames(listing, rule)) {
      if (this.#ignored?.file(directory.at(name))) continue;
      const link = listing.links.length > 0 && listing.links.includes(name);
      if (link && !this.#leadsToFile(directory.at(name))) {
        if (rule.fileLinks === "followed") this.#sight(directory, name, directory.name, false, "lost");
        continue;
      }
      return this.#sight(
        directory,
        name,
        directory.name,
        link,
        listing.others.length > 0 && listing.others.includes(name),
      );
    }
    return undefined;
  }

  /** Records the skill file of a directory if an entry with its name exists, even if the entry cannot be read. */
  #open(directory: WalkedDirectory): void {
    // The directory has been listed before, so a regular `SKILL.md` needs no other check.
    if (directory.listing.files.includes(SKILL_FILE)) {
      this.#sight(directory, SKILL_FILE, directory.name, false, false);
      return;
    }
    const path = directory.at(SKILL_FILE);
    let link = false;
    try {
      link = this.#files.lstat(path).kind === "link";
      const { kind } = this.#files.stat(path);
      this.#sight(directory, SKILL_FILE, directory.name, link, kind === "other" || (kind === "file" ? false : "lost"));
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      if (link || code !== "ENOENT") this.#sight(directory, SKILL_FILE, directory.name, false, "lost");
    }
  }

  #sight(
    directory: WalkedDirectory,
    name: string,
    called: string,
    link: boolean,
    special: FoundByHost["special"],
  ): FoundByHost {
    const path = directory.at(name);
    const file = directory.realAt(name, link);
    const root = this.#root;
    const home = link ? parentPath(file) : directory.real;
    const sighting: FoundByHost =
      this.#rule.resolved && file !== path
        ? { path: file, file, found: path, directory: home, root, name: baseName(home), special }
        : { path, file, directory: directory.path, root, name: called, special };
    this.#sightings.push(sighting);
    return sighting;
  }

  #flatFiles(directory: WalkedDirectory, listing: Listing): void {
    const links = this.#rule.order === "skills-first" ? NO_NAMES : listing.links;
    for (const name of [...listing.files, ...links].sort(compareByBytes)) {
      if (!name.endsWith(".md") || name === SKILL_FILE || (name.startsWith(".") && !this.#rule.hiddenSkills)) continue;
      if (this.#rule.order === "skills-first" && this.#hasSkill(directory, name.slice(0, -3))) continue;
      const link = listing.links.includes(name);
      if (this.#ignored?.file(directory.at(name)) || (link && !this.#leadsToFile(directory.at(name)))) continue;
      this.#sight(directory, name, this.#rule.flatName === "file" ? name.slice(0, -3) : directory.name, link, false);
    }
  }

  /** Returns true if a directory with this name is a skill. */
  #hasSkill(directory: WalkedDirectory, name: string): boolean {
    const { directories, links } = directory.listing;
    const link = links.includes(name);
    return (
      (link || directories.includes(name)) && skillNames(directory.child(name, link).listing, this.#rule).length > 0
    );
  }

  #leadsToFile(path: string): boolean {
    const { fileLinks } = this.#rule;
    const target = fileLinks === "ignored" ? undefined : followPath(path, this.#files);
    if (target === undefined || this.#files.stat(target).kind !== "file") return false;
    return fileLinks === "followed" || isInsideRoot(target, this.#root.path, this.#files);
  }

  #children(step: Step, listing: Listing): Step[] {
    const rule = this.#rule;
    const steps: Step[] = [];
    const links = rule.directoryLinks === "ignored" ? NO_NAMES : listing.links;
    const sorted = rule.sorted ?? "bytes";
    // Listings are in UTF-16 order, which is the byte order except for rare characters.
    const names =
      links.length === 0 && sorted === "bytes" && !listing.directories.some((name) => SURROGATE.test(name))
        ? listing.directories
        : [...listing.directories, ...links].sort(ORDERS[sorted]);
    const level = step.level + 1;
    for (const name of names) {
      if (whyNotEntered(name, rule) !== undefined && !(rule.hiddenSkills && this.#hasSkill(step.directory, name)))
        continue;
      const link = links.length > 0 && links.includes(name);
      const directory = step.directory.child(name, link);
      if (link && !rule.opensDirectly && !this.#mayFollow(directory)) continue;
      if (this.#ignored?.directory(directory.path)) continue;
      if (rule.directoriesOnce && rule.order !== "last-first") {
        if (this.#visited.has(directory.real) || directory.real === this.#top) continue;
        this.#visited.add(directory.real);
      }
      if (rule.maxDirectories !== undefined && this.#entered >= rule.maxDirectories) {
        this.#limit ??= "directories";
        continue;
      }
      this.#entered++;
      steps.push({ directory, level });
    }
    return steps;
  }

  /** Returns true for a symlink to a directory that is not one of its own parents. */
  #mayFollow({ path, parent }: WalkedDirectory): boolean {
    const target = followPath(path, this.#files);
    if (target === undefined || this.#files.stat(target).kind !== "directory") return false;
    if (this.#rule.depth > 1 && !this.#rule.loops)
      for (let at = parent; at !== undefined; at = at.parent)
        if (at.real === target) {
          this.#leadsBack = true;
          return false;
        }
    return this.#rule.directoryLinks === "followed" || isInsideRoot(target, this.#root.path, this.#files);
  }
}

/** Orders files as a depth-first walk finds them. */
function byComponents(a: FoundByHost, b: FoundByHost): number {
  return compareByBytes(a.path.replaceAll("/", "\0"), b.path.replaceAll("/", "\0"));
}

const FILE_URL = "file://".length;

/** Returns the bytes of a path in a file URL. */
function urlBytes(path: string): number {
  let bytes = 0;
  for (const byte of Buffer.from(path)) bytes += byte <= 0x20 || byte >= 0x7f || ESCAPED.has(byte) ? 3 : 1;
  return bytes;
}
const ESCAPED = new Set(Buffer.from('"<>`#?{}%\\'));

function only({ files, directories, links, others }: Listing, isKept: (name: string) => boolean): Listing {
  return {
    files: files.filter(isKept),
    directories: directories.filter(isKept),
    links: links.filter(isKept),
    others: others.filter(isKept),
  };
}

/** Returns `SKILL.md`, and the other spellings that the host accepts. */
function skillNames(listing: Listing, rule: WalkRule): string[] {
  if (!rule.anyCase) {
    const there =
      listing.files.includes(SKILL_FILE) || listing.links.includes(SKILL_FILE) || listing.others.includes(SKILL_FILE);
    return there ? [SKILL_FILE] : [];
  }
  return [...listing.files, ...listing.links, ...listing.others]
    .filter((name) => isHostSkillFile(name, rule))
    .sort(compareText);
}

function isHostSkillFile(name: string, { anyCase }: WalkRule): boolean {
  return name === SKILL_FILE || (anyCase && isSkillFile(name));
}

/** Orders by UTF-8 bytes, which is the order of code points. UTF-16 differs for rare characters. */
export function compareByBytes(a: string, b: string): number {
  return SURROGATE.test(a) || SURROGATE.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : compareText(a, b);
}
const SURROGATE = /[\ud800-\udfff]/;

/** Orders like an English dictionary, on every machine. */
export function compareByLocale(a: string, b: string): number {
  return LOCALE.compare(a, b);
}
const LOCALE = new Intl.Collator("en");
const ORDERS: Readonly<Record<NonNullable<WalkRule["sorted"]>, (a: string, b: string) => number>> = {
  bytes: compareByBytes,
  "bytes-descending": (a, b) => compareByBytes(b, a),
  locale: (a, b) => compareByLocale(a, b) || compareByBytes(a, b),
};

/** Returns why the walk of this root does not find a file below it. */
export function whyNotFound(path: string, root: ViewRoot, files: Files): Code {
  const rule = root.walk;
  const inside = path.slice(root.path.length + 1).split("/");
  const name = inside.pop() as string;
  let directory = root.path;
  if (rule.atRoot === "alone" && inside.length > 0 && listDirectory(directory, files).files.includes(SKILL_FILE))
    return "SK708";
  for (const [at, each] of inside.entries()) {
    const bar = whyNotEntered(each, rule);
    if (bar) return bar;
    if (at >= rule.depth) return "SK702";
    if (at > 0 && !rule.insideSkills && listDirectory(directory, files).files.includes(SKILL_FILE)) return "SK708";
    directory = `${directory}/${each}`;
    if (rule.directoryLinks !== "followed" && isLink(directory, files)) return "SK706";
  }
  if (!isHostSkillFile(name, rule)) return "SK707";
  if (inside.length === 0 && rule.atRoot === "ignored") return "SK709";
  if (rule.fileLinks !== "followed" && isLink(path, files)) return "SK706";
  return rule.ignoreFiles.length > 0 ? "SK704" : "SK705";
}

function isInsideRoot(target: string, root: string, files: Files): boolean {
  const top = followPath(root, files) ?? root;
  return isInside(target, top);
}
