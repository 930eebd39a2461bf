/**
 * Roots in, skill files out: breadth first, in sorted order, within named limits. Each SKILL.md is opened directly and
 * its head handed to `onSkill` before the next one is looked for, so that one buffer serves all of them. Out: what stood
 * in the way, as diagnostics. It must never know what is inside a file.
 *
 * A directory that holds no subdirectory need not be listed once its SKILL.md has been opened. File systems that count
 * hard links say so (2 links); whether this one counts is proven on directories that were listed anyway.
 */
import { diagnostic } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { systemCode } from "../model/errors.ts";
import type { Limits } from "../model/limits.ts";
import type { Root } from "../model/root.ts";
import { emptyListing, type Files, type Listing } from "../platform/files.ts";

/** A file that is, or would be, a skill. Valid only during the call that hands it out: copy what is kept. */
export interface FoundFile {
  path: string;
  directory: string;
  root: Root;
  /** Where a link leads, when one was followed on the way. */
  realPath: string | undefined;
  /** How the file differs from a plain readable SKILL.md. */
  problem: FileProblem | undefined;
  /** Bytes of its head now in the buffer; 0 when it was not read. */
  headBytes: number;
  /** Whether `agents/` stands beside it. */
  sidecars: boolean;
}

export type FileProblem = "case" | "link" | "unreadable" | "special" | "too-large";

export interface ScanOptions {
  readonly files: Files;
  readonly limits: Limits;
  readonly buffer: Uint8Array;
  readonly resourceDirectories: readonly string[];
  readonly skippedDirectories: readonly string[];
  readonly onSkill: (found: FoundFile) => void;
  /** Told of every directory that is not entered, and why; only `explain` listens. */
  readonly onSkipped?: (directory: string, why: SkipReason) => void;
}

export type SkipReason = "hidden" | "ignored" | "resource" | "link" | "limit";

/** Scans the roots in order; a file that several paths lead to is handed out once, under its own place if that is in reach. */
export function scan(roots: readonly Root[], options: ScanOptions): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const searched = roots.filter((root) => root.exists && root.source === undefined);
  const overlap = searched.some((root) =>
    searched.some((other) => other !== root && other.path.startsWith(`${root.path}/`)),
  );
  const identity = new Identity(overlap);
  const scans = searched.map((root) => new RootScan(root, options, identity, diagnostics));
  for (const each of scans) each.run();
  // Links come after all real directories, so that a skill is known by its own place before any link to it.
  for (const each of scans) each.followLinks();
  for (const each of scans) each.report();
  return diagnostics;
}

/** Which real files were handed out. The table is only built once two paths can lead to the same file. */
class Identity {
  readonly #emitted: string[] = [];
  readonly linkTargets: Map<string, string> = new Map();
  #first: Map<string, string> | undefined;

  constructor(needed: boolean) {
    if (needed) this.#first = new Map();
  }

  /** Call before the first link is entered. */
  demand(): void {
    this.#first ??= new Map(this.#emitted.map((path) => [path, path]));
  }

  /** The path under which the file was handed out before, or undefined and it is noted. */
  claim(real: string, path: string): string | undefined {
    if (this.#first === undefined) {
      this.#emitted.push(real);
      return undefined;
    }
    const earlier = this.#first.get(real);
    if (earlier === undefined) this.#first.set(real, path);
    return earlier;
  }
}

/** A directory that was listed. Directories whose only content is a skill never become one. */
interface Step {
  readonly path: string;
  /** The real path; differs from `path` only below a link. */
  readonly real: string;
  readonly depth: number;
  readonly parent: Step | undefined;
  readonly listing: Listing;
  /** It holds a SKILL.md, or stands inside a directory that does. */
  readonly insideSkill: boolean;
  readonly isSkill: boolean;
  /** Something at or below it is a skill. */
  fruitful: boolean;
}

/** What came of opening a skill file: bytes of its head (-1 when it is too large), or a system code. */
interface Opened {
  head: number;
  code: string;
}

const NO_FILE: Opened = { head: 0, code: "ENOENT" };
const SKILL_FILE = "/SKILL.md";

interface Link {
  readonly path: string;
  readonly parent: Step;
}

class RootScan {
  readonly #root: Root;
  readonly #options: ScanOptions;
  readonly #identity: Identity;
  readonly #into: Diagnostic[];
  readonly #queue: Step[] = [];
  readonly #links: Link[] = [];
  readonly #barren: Step[] = [];
  readonly #found: FoundFile;
  readonly #opened: Opened = { head: 0, code: "" };
  #directories = 0;
  #entries = 0;
  #limit: "max_directories" | "max_entries" | undefined;
  #notEntered = 0;
  #tooDeep = 0;
  /** The device whose link counts have been proven, or -1. */
  #countingDevice = -1;

  constructor(root: Root, options: ScanOptions, identity: Identity, into: Diagnostic[]) {
    this.#root = root;
    this.#options = options;
    this.#identity = identity;
    this.#into = into;
    this.#found = {
      path: "",
      directory: "",
      root,
      realPath: undefined,
      problem: undefined,
      headBytes: 0,
      sidecars: false,
    };
  }

  run(): void {
    this.#visit(this.#root.path + SKILL_FILE, undefined, 0, undefined);
    this.#drain();
  }

  followLinks(): void {
    if (this.#links.length > 0) this.#identity.demand();
    for (let at = 0; at < this.#links.length; at++) {
      this.#enterLink(this.#links[at] as Link);
      this.#drain();
    }
  }

  report(): void {
    this.#reportLimits();
    this.#reportBarren();
  }

  #drain(): void {
    for (let at = 0; at < this.#queue.length; at++) this.#visitChildren(this.#queue[at] as Step);
    this.#queue.length = 0;
  }

  /** `linked` is where the directory really is, when a link was followed on the way. */
  #visit(file: string, linked: string | undefined, depth: number, parent: Step | undefined): void {
    // A slice shares its characters with the file's path: of thousands of directories each is in memory once.
    const path = file.slice(0, -SKILL_FILE.length);
    if (this.#atLimit(path)) return;
    this.#directories++;
    // What stands below a skill is rarely one itself, and a failed attempt to open costs as much as three listings.
    const early = parent?.isSkill ? this.#list(path) : undefined;
    const { head, code } = early && skillFileIn(early) === undefined ? NO_FILE : this.#open(file);
    const plain = code === "" && head > 0;
    const realFile = linked === undefined ? file : linked + SKILL_FILE;
    if (plain && early === undefined && this.#isLeaf(path)) {
      if (parent) markFruitful(parent);
      this.#emit(file, path, realFile, undefined, head, false);
      return;
    }
    const listing = early ?? this.#list(path);
    const name = plain ? "SKILL.md" : skillFileIn(listing);
    const step: Step = {
      path,
      real: linked ?? path,
      depth,
      parent,
      listing,
      isSkill: name !== undefined,
      insideSkill: name !== undefined || (parent?.insideSkill ?? false),
      fruitful: false,
    };
    if (name !== undefined) {
      markFruitful(step);
      if (plain) this.#emit(file, path, realFile, undefined, head, listing.directories.includes("agents"));
      else this.#emitOdd(step, name, head, code);
      if (this.#hasOnlyResources(listing)) return;
    }
    this.#queue.push(step);
  }

  /** Reads the head of a skill file into the buffer. */
  #open(file: string): Opened {
    const { files, buffer, limits } = this.#options;
    const opened = this.#opened;
    opened.code = "";
    opened.head = 0;
    try {
      opened.head = files.readHead(file, buffer, limits.maxSkillBytes);
    } catch (error) {
      opened.code = systemCode(error);
      if (opened.code === "") throw error;
    }
    return opened;
  }

  /** Whether there is nothing to enter in a skill's directory, and nobody to tell. */
  #hasOnlyResources({ directories, links }: Listing): boolean {
    const { onSkipped, resourceDirectories } = this.#options;
    return !onSkipped && links.length === 0 && directories.every((name) => resourceDirectories.includes(name));
  }

  #atLimit(path: string): boolean {
    const { limits, onSkipped } = this.#options;
    if (this.#limit === undefined && this.#directories >= limits.maxDirectories) this.#limit = "max_directories";
    if (this.#limit === undefined && this.#entries >= limits.maxEntries) this.#limit = "max_entries";
    if (this.#limit === undefined) return false;
    this.#notEntered++;
    onSkipped?.(path, "limit");
    return true;
  }

  /** Whether a directory has no real subdirectory. Never guessed: the file system must have shown that it counts. */
  #isLeaf(path: string): boolean {
    if (this.#countingDevice === -1 || this.#options.onSkipped) return false;
    const stat = this.#options.files.lstat(path);
    return stat.links === 2 && stat.device === this.#countingDevice;
  }

  #list(path: string): Listing {
    try {
      const listing = this.#options.files.readDirectory(path);
      this.#entries += listing.files.length + listing.directories.length + listing.links.length + listing.others.length;
      if (this.#countingDevice === -1) this.#proveCounting(path, listing.directories.length);
      return listing;
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      this.#into.push(
        diagnostic("SK021", {
          path,
          message: `the directory cannot be read (${code})`,
          help: "check its permissions; skills below it are not found",
        }),
      );
      return emptyListing();
    }
  }

  #proveCounting(path: string, subdirectories: number): void {
    // A file system that counts every entry can pass too; there a directory with a SKILL.md never has just 2 links.
    if (subdirectories === 0) return;
    const stat = this.#options.files.stat(path);
    if (stat.links === subdirectories + 2) this.#countingDevice = stat.device;
  }

  #emit(
    path: string,
    directory: string,
    real: string,
    problem: FileProblem | undefined,
    headBytes: number,
    sidecars: boolean,
  ): void {
    const earlier = this.#identity.claim(real, path);
    if (earlier !== undefined) return this.#reportTwice(path, earlier);
    const found = this.#found;
    found.path = path;
    found.directory = directory;
    found.realPath = real === path ? undefined : real;
    found.problem = problem;
    found.headBytes = headBytes;
    found.sidecars = sidecars;
    this.#options.onSkill(found);
  }

  /** A skill file that is empty, a link, special, unreadable, too large, or spelt in another case. */
  #emitOdd({ path, real, listing }: Step, name: string, head: number, code: string): void {
    const file = `${path}/${name}`;
    if (listing.links.includes(name)) return this.#emitLinkedFile(file, path, listing);
    const regular = listing.files.includes(name);
    const problem: FileProblem | undefined = !regular
      ? "special"
      : head === -1
        ? "too-large"
        : code === "ENOENT"
          ? "case"
          : code === ""
            ? undefined
            : "unreadable";
    this.#emit(file, path, `${real}/${name}`, problem, 0, listing.directories.includes("agents"));
  }

  #emitLinkedFile(file: string, directory: string, listing: Listing): void {
    if (!this.#root.followLinks) return this.#notFollowed(file, "links of this scope are not followed");
    const target = this.#resolve(file);
    if (target === undefined) return;
    this.#reportLeaving(file, target);
    this.#identity.demand();
    const regular = this.#options.files.stat(target).kind === "file";
    this.#emit(file, directory, target, regular ? "link" : "special", 0, listing.directories.includes("agents"));
  }

  #visitChildren(step: Step): void {
    const { listing, path, real, depth } = step;
    let children = 0;
    for (const name of listing.directories) {
      if (this.#skipped(step, name) || isSkillFile(name)) continue;
      children++;
      if (this.#isTooDeep(step, name)) continue;
      this.#visit(`${path}/${name}${SKILL_FILE}`, path === real ? undefined : `${real}/${name}`, depth + 1, step);
    }
    for (const name of listing.links) {
      if (isSkillFile(name) || this.#skipped(step, name)) continue;
      if (step.insideSkill) {
        this.#options.onSkipped?.(`${path}/${name}`, "link");
        continue;
      }
      children++;
      if (!this.#isTooDeep(step, name)) this.#links.push({ path: `${path}/${name}`, parent: step });
    }
    if (!step.insideSkill && depth > 0 && children === 0) this.#barren.push(step);
  }

  #skipped(step: Step, name: string): boolean {
    const { resourceDirectories, skippedDirectories, onSkipped } = this.#options;
    const reason: SkipReason | undefined =
      name.charCodeAt(0) === 46
        ? "hidden"
        : skippedDirectories.includes(name)
          ? "ignored"
          : step.isSkill && resourceDirectories.includes(name)
            ? "resource"
            : undefined;
    if (reason === undefined) return false;
    onSkipped?.(`${step.path}/${name}`, reason);
    return true;
  }

  #isTooDeep({ path, depth }: Step, name: string): boolean {
    if (depth < this.#options.limits.maxDepth) return false;
    this.#tooDeep++;
    this.#options.onSkipped?.(`${path}/${name}`, "limit");
    return true;
  }

  #enterLink({ path, parent }: Link): void {
    const target = this.#resolve(path);
    if (target === undefined || this.#options.files.stat(target).kind !== "directory") return;
    if (!this.#root.followLinks) return this.#notFollowed(path, "links of this scope are not followed");
    for (let at: Step | undefined = parent; at; at = at.parent) {
      if (target !== at.real && !at.real.startsWith(`${target}/`)) continue;
      this.#into.push(
        diagnostic("SK016", {
          path,
          message: "the link leads back to a directory that contains it",
          help: "remove the link",
          related: [{ message: "leads to", path: target }],
        }),
      );
      return;
    }
    const earlier = this.#identity.linkTargets.get(target);
    if (earlier !== undefined) {
      markFruitful(parent);
      return this.#reportTwice(path, earlier);
    }
    this.#identity.linkTargets.set(target, path);
    this.#reportLeaving(path, target);
    this.#visit(path + SKILL_FILE, target, parent.depth + 1, parent);
  }

  /** The real path behind a link, or undefined after a word about why there is none. */
  #resolve(path: string): string | undefined {
    try {
      return this.#options.files.realPath(path);
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      if (code === "ELOOP")
        this.#into.push(diagnostic("SK016", { path, message: "the link leads to itself", help: "remove the link" }));
      else
        this.#into.push(
          diagnostic("SK015", {
            path,
            message: `the link leads nowhere (${code})`,
            help: "remove the link or restore what it pointed to",
          }),
        );
      return undefined;
    }
  }

  #reportTwice(path: string, first: string): void {
    if (first === path) return;
    this.#into.push(
      diagnostic("SK019", {
        path,
        message: "this leads to the same skill as another path",
        help: "one of the two places is enough",
        related: [{ message: "found first", path: first }],
      }),
    );
  }

  #reportLeaving(path: string, target: string): void {
    if (target.startsWith(`${this.#root.path}/`)) return;
    this.#into.push(
      diagnostic("SK017", {
        path,
        message: "the link leads out of its root",
        help: "nothing to do, if you put it there",
        related: [{ message: "leads to", path: target }],
      }),
    );
  }

  #notFollowed(path: string, why: string): void {
    this.#options.onSkipped?.(path, "link");
    this.#into.push(
      diagnostic("SK018", { path, message: `the link is not followed: ${why}`, help: "put a real directory there" }),
    );
  }

  /** [S4] Reaching a limit names it, and how much was not looked at. */
  #reportLimits(): void {
    const { limits } = this.#options;
    if (this.#limit !== undefined) {
      const value = this.#limit === "max_directories" ? limits.maxDirectories : limits.maxEntries;
      this.#into.push(limitReached(this.#root.path, this.#limit, value, this.#notEntered, "queued"));
    }
    if (this.#tooDeep > 0)
      this.#into.push(limitReached(this.#root.path, "max_depth", limits.maxDepth, this.#tooDeep, "deeper"));
  }

  /** [S9] The topmost directory under which there is no skill at all. */
  #reportBarren(): void {
    const reported = new Set<Step>();
    for (const leaf of this.#barren) {
      if (leaf.fruitful) continue;
      let top = leaf;
      while (top.parent && top.parent.depth > 0 && !top.parent.fruitful) top = top.parent;
      if (reported.has(top)) continue;
      reported.add(top);
      this.#into.push(
        diagnostic("SK023", {
          path: top.path,
          message: "the directory has no SKILL.md",
          help: "add one with `skillwright new`, or move the directory out of the skills root",
        }),
      );
    }
  }
}

/** This directory and all above it are of use. */
function markFruitful(step: Step): void {
  for (let at: Step | undefined = step; at && !at.fruitful; at = at.parent) at.fruitful = true;
}

/** The entry that is, or was meant to be, the skill file. */
function skillFileIn({ files, directories, links, others }: Listing): string | undefined {
  for (const names of [files, links, others, directories]) if (names.includes("SKILL.md")) return "SKILL.md";
  return files.find(isSkillFile) ?? links.find(isSkillFile);
}

function limitReached(path: string, limit: string, value: number, notEntered: number, word: string): Diagnostic {
  return diagnostic("SK020", {
    path,
    message: `the search stopped at \`limits.${limit}\` (${value}); ${notEntered} ${word} ${notEntered === 1 ? "directory was" : "directories were"} not entered`,
    help: `raise \`limits.${limit}\` in the configuration, or move skills closer to the root`,
  });
}

/** Any spelling of SKILL.md. */
export function isSkillFile(name: string): boolean {
  return name.length === 8 && name.toLowerCase() === "skill.md";
}
