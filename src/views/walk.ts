/**
 * A root and a host's walk rule in, the files that the host comes upon out, in its order. It reads no skill. `whyPassed`
 * answers for a single file why the same rule never gets there; both ask `bars` so that they cannot disagree.
 */
import type { Code } from "../diagnostics/catalogue.ts";
import { systemCode } from "../model/errors.ts";
import type { WalkRule } from "../model/host-profile.ts";
import { compareText } from "../model/text.ts";
import { emptyListing, type Files, type Listing } from "../platform/files.ts";
import type { ViewRoot } from "./host-view.ts";
import { type Ignored, ignoreRules } from "./ignore-files.ts";

/** A file that a host comes upon. */
export interface Sighting {
  readonly path: string;
  readonly directory: string;
  readonly root: ViewRoot;
  /** What its place would have it called. */
  readonly name: string;
  /** It is a FIFO, a socket or a device. */
  readonly special: boolean;
}

export type LimitKind = "directories" | "entries" | "bytes of listings" | "skills" | "patience";

export interface Walk {
  readonly sightings: readonly Sighting[];
  /** The limit that cut the walk short. */
  readonly limit?: LimitKind;
}

const SKILL_FILE = "SKILL.md";
/** No real tree is deeper; a maze of links is. */
const MAX_LEVEL = 200;
/** Of one root, whatever the host would do: a maze of links grows without end. */
const MAX_STEPS = 200_000;
const MAX_LOOPING_STEPS = 10_000;

interface Step {
  readonly directory: string;
  /** 0 is the root. */
  readonly level: number;
  /** Real paths of this directory and those above it; only kept where links are followed. */
  readonly lineage: readonly string[];
}

export function walk(root: ViewRoot, files: Files): Walk {
  return new Walker(root, files).run();
}

class Walker {
  readonly #root: ViewRoot;
  readonly #rule: WalkRule;
  readonly #files: Files;
  readonly #sightings: Sighting[] = [];
  readonly #visited = new Set<string>();
  readonly #ignored: Ignored | undefined;
  #entered = 1;
  #entries = 0;
  #bytes = 0;
  #limit: LimitKind | undefined;

  constructor(root: ViewRoot, files: Files) {
    this.#root = root;
    this.#rule = root.walk;
    this.#files = files;
    this.#ignored = root.walk.ignoreFiles.length > 0 ? ignoreRules(root.path, root.walk.ignoreFiles, files) : undefined;
  }

  run(): Walk {
    const queue: Step[] = [this.#step(this.#root.path, 0, [])];
    const depthFirst = this.#rule.order === "depth";
    const most = this.#rule.loops ? MAX_LOOPING_STEPS : MAX_STEPS;
    for (let steps = 0; queue.length > 0; steps++) {
      if (steps === most) this.#limit = "patience";
      const next = (depthFirst ? queue.pop() : queue[steps]) as Step | undefined;
      if (next === undefined || this.#limit === "patience") break;
      const children = this.#enter(next);
      if (this.#limit !== undefined && this.#limit !== "directories") break;
      queue.push(...(depthFirst ? children.reverse() : children));
    }
    if (this.#rule.flat && depthFirst) this.#sightings.sort(byComponents);
    const { maxSkills } = this.#rule;
    if (maxSkills === undefined || this.#sightings.length <= maxSkills)
      return { sightings: this.#sightings, ...(this.#limit ? { limit: this.#limit } : {}) };
    return { sightings: this.#sightings.slice(0, maxSkills), limit: "skills" };
  }

  #step(directory: string, level: number, above: readonly string[]): Step {
    if (this.#rule.directoryLinks === "ignored" && !this.#rule.directoriesOnce)
      return { directory, level, lineage: above };
    return { directory, level, lineage: [...above, follow(directory, this.#files) ?? directory] };
  }

  /** Notes the skills of a directory and returns the directories to enter next. */
  #enter(step: Step): Step[] {
    const { directory, level } = step;
    const rule = this.#rule;
    if (rule.opensDirectly && level > 0) {
      this.#open(directory);
      return [];
    }
    const listing = this.#within(directory, list(directory, this.#files));
    this.#ignored?.enter(directory);
    const found = this.#skillFile(step, listing);
    if (rule.flat && level === 0 && (found === undefined || rule.atRoot !== "alone"))
      this.#flatFiles(directory, listing);
    if (found !== undefined && !found.special && (level === 0 ? rule.atRoot === "alone" : !rule.insideSkills))
      return [];
    return level < Math.min(rule.depth, MAX_LEVEL) ? this.#children(step, listing) : [];
  }

  /** A listing as far as the limits let the host read it. */
  #within(directory: string, listing: Listing): Listing {
    const { maxEntries, maxListingBytes, stumbles } = this.#rule;
    const readable = stumbles === undefined ? listing : without(listing, new RegExp(stumbles, "u"));
    if (maxEntries === undefined && maxListingBytes === undefined) return readable;
    const links = readable.links.filter((name) => follow(`${directory}/${name}`, this.#files) !== undefined);
    const counted = { ...readable, links };
    const names = [...counted.files, ...counted.directories, ...counted.links, ...counted.others].sort(byBytes);
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
      if (this.#limit !== undefined && this.#limit !== "directories") return only(counted, seen);
      seen.add(name);
    }
    return counted;
  }

  #isDirectory(path: string): boolean {
    const target = follow(path, this.#files);
    return target !== undefined && this.#files.stat(target).kind === "directory";
  }

  #skillFile({ directory, level }: Step, listing: Listing): Sighting | undefined {
    const rule = this.#rule;
    if (level === 0 && rule.atRoot === "ignored") return undefined;
    for (const name of skillNames(listing, rule)) {
      const path = `${directory}/${name}`;
      if (this.#ignored?.file(path)) continue;
      if (listing.links.includes(name) && !this.#leadsToFile(path)) continue;
      return this.#sight(path, directory, baseOf(directory), listing.others.includes(name));
    }
    return undefined;
  }

  /** Whatever stands there is noticed, also when it cannot be read. */
  #open(directory: string): void {
    const path = `${directory}/${SKILL_FILE}`;
    try {
      this.#sight(path, directory, baseOf(directory), this.#files.stat(path).kind !== "file");
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      if (code !== "ENOENT") this.#sight(path, directory, baseOf(directory), true);
    }
  }

  #sight(path: string, directory: string, name: string, special: boolean): Sighting {
    const shown = this.#rule.resolved ? (follow(path, this.#files) ?? path) : path;
    const home = shown === path ? directory : shown.slice(0, shown.lastIndexOf("/"));
    const sighting = {
      path: shown,
      directory: home,
      root: this.#root,
      name: home === directory ? name : baseOf(home),
      special,
    };
    this.#sightings.push(sighting);
    return sighting;
  }

  #flatFiles(directory: string, listing: Listing): void {
    for (const name of [...listing.files, ...listing.links].sort(byBytes)) {
      const path = `${directory}/${name}`;
      if (!name.endsWith(".md") || name.startsWith(".") || name === SKILL_FILE || this.#ignored?.file(path)) continue;
      if (listing.links.includes(name) && !this.#leadsToFile(path)) continue;
      this.#sight(path, directory, this.#rule.flatName === "file" ? name.slice(0, -3) : baseOf(directory), false);
    }
  }

  #leadsToFile(path: string): boolean {
    const { fileLinks } = this.#rule;
    const target = fileLinks === "ignored" ? undefined : follow(path, this.#files);
    if (target === undefined || this.#files.stat(target).kind !== "file") return false;
    return fileLinks === "followed" || isInside(target, this.#root.path, this.#files);
  }

  #children({ directory, level, lineage }: Step, listing: Listing): Step[] {
    const rule = this.#rule;
    const steps: Step[] = [];
    const links = new Set(rule.directoryLinks === "ignored" ? [] : listing.links);
    for (const name of [...listing.directories, ...links].sort(ORDERS[rule.sorted ?? "bytes"])) {
      if (bars(name, rule) !== undefined) continue;
      const path = `${directory}/${name}`;
      if (links.has(name) && !rule.opensDirectly && !this.#mayFollow(path, lineage)) continue;
      if (this.#ignored?.directory(path)) continue;
      const step = this.#step(path, level + 1, lineage);
      if (rule.directoriesOnce) {
        const real = step.lineage.at(-1) ?? path;
        if (this.#visited.has(real) || real === lineage[0]) continue;
        this.#visited.add(real);
      }
      if (rule.maxDirectories !== undefined && this.#entered >= rule.maxDirectories) {
        this.#limit ??= "directories";
        continue;
      }
      this.#entered++;
      steps.push(step);
    }
    return steps;
  }

  /** A link to a directory, but not to one that it lies in. */
  #mayFollow(path: string, lineage: readonly string[]): boolean {
    const target = follow(path, this.#files);
    if (target === undefined || this.#files.stat(target).kind !== "directory") return false;
    if (lineage.includes(target) && this.#rule.depth > 1 && !this.#rule.loops) return false;
    return this.#rule.directoryLinks === "followed" || isInside(target, this.#root.path, this.#files);
  }
}

/** The order in which a walk that goes deep at once meets files and directories alike. */
function byComponents(a: Sighting, b: Sighting): number {
  return byBytes(a.path.replaceAll("/", "\0"), b.path.replaceAll("/", "\0"));
}

const FILE_URL = "file://".length;

/** Bytes of a path in a file URL. */
function urlBytes(path: string): number {
  let bytes = 0;
  for (const byte of Buffer.from(path)) bytes += byte <= 0x20 || byte >= 0x7f || ESCAPED.has(byte) ? 3 : 1;
  return bytes;
}
const ESCAPED = new Set(Buffer.from('"<>`#?{}%\\'));

function without(listing: Listing, names: RegExp): Listing {
  const keep = (each: readonly string[]): string[] => each.filter((name) => !names.test(name));
  return {
    files: keep(listing.files),
    directories: keep(listing.directories),
    links: keep(listing.links),
    others: keep(listing.others),
  };
}

function only(listing: Listing, names: ReadonlySet<string>): Listing {
  const keep = (each: readonly string[]): string[] => each.filter((name) => names.has(name));
  return {
    files: keep(listing.files),
    directories: keep(listing.directories),
    links: keep(listing.links),
    others: keep(listing.others),
  };
}

/** `SKILL.md`, and other spellings where the host takes them. */
function skillNames(listing: Listing, rule: WalkRule): string[] {
  if (!rule.anyCase) {
    const there =
      listing.files.includes(SKILL_FILE) || listing.links.includes(SKILL_FILE) || listing.others.includes(SKILL_FILE);
    return there ? [SKILL_FILE] : [];
  }
  return [...listing.files, ...listing.links, ...listing.others]
    .filter((name) => isSkillFile(name, rule))
    .sort(compareText);
}

function isSkillFile(name: string, { anyCase }: WalkRule): boolean {
  return name === SKILL_FILE || (anyCase && name.length === 8 && name.toLowerCase() === "skill.md");
}

/** By UTF-8 bytes, which is by code points; UTF-16 puts the rarest characters elsewhere. */
export function byBytes(a: string, b: string): number {
  return SURROGATE.test(a) || SURROGATE.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : compareText(a, b);
}
const SURROGATE = /[\ud800-\udfff]/;

/** As English dictionaries sort, whatever the machine speaks. */
export function byLocale(a: string, b: string): number {
  return LOCALE.compare(a, b);
}
const LOCALE = new Intl.Collator("en");
const ORDERS: Readonly<Record<NonNullable<WalkRule["sorted"]>, (a: string, b: string) => number>> = {
  bytes: byBytes,
  "bytes-descending": (a, b) => byBytes(b, a),
  locale: (a, b) => byLocale(a, b) || byBytes(a, b),
};

/** Why a directory of this name is not entered, if it is not. */
function bars(name: string, rule: WalkRule): Code | undefined {
  if (rule.skipped.includes(name)) return "SK704";
  return !rule.hidden && name.startsWith(".") ? "SK703" : undefined;
}

/** Why the walk of this root never comes upon this file, which lies below it. */
export function whyPassed(path: string, root: ViewRoot, files: Files): Code {
  const rule = root.walk;
  const inside = path.slice(root.path.length + 1).split("/");
  const name = inside.pop() as string;
  let directory = root.path;
  if (rule.atRoot === "alone" && inside.length > 0 && list(directory, files).files.includes(SKILL_FILE)) return "SK708";
  for (const [at, each] of inside.entries()) {
    const bar = bars(each, rule);
    if (bar) return bar;
    if (at >= rule.depth) return "SK702";
    if (at > 0 && !rule.insideSkills && list(directory, files).files.includes(SKILL_FILE)) return "SK708";
    directory = `${directory}/${each}`;
    if (rule.directoryLinks !== "followed" && isLink(directory, files)) return "SK706";
  }
  if (!isSkillFile(name, rule)) return "SK707";
  if (inside.length === 0 && rule.atRoot === "ignored") return "SK709";
  if (rule.fileLinks !== "followed" && isLink(path, files)) return "SK706";
  return rule.ignoreFiles.length > 0 ? "SK704" : "SK705";
}

function isLink(path: string, files: Files): boolean {
  try {
    return files.lstat(path).kind === "link";
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

function isInside(target: string, root: string, files: Files): boolean {
  const top = follow(root, files) ?? root;
  return target === top || target.startsWith(`${top}/`);
}

/** Where a path leads, or undefined when that is nowhere. */
export function follow(path: string, files: Files): string | undefined {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** What cannot be listed is empty to every host. */
export function list(directory: string, files: Files): Listing {
  try {
    return files.readDirectory(directory);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return emptyListing();
  }
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
