/**
 * Searches roots for skill files: breadth first, in sorted order, within named limits. It opens each SKILL.md directly
 * and passes its head to `onSkill` before it opens the next file, so one buffer is enough. It returns diagnostics, and
 * never interprets content. A directory without subdirectories need not be listed after its SKILL.md was opened. The
 * link count shows this on file systems that count subdirectories: a directory has 2 links, and one more for each
 * subdirectory. Directories that are listed anyway prove whether the file system counts subdirectories.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import type { Root } from "../../model/skills/root.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { emptyListing, type Listing, type Stamp } from "../../platform/files/files.ts";
import {
  brokenLinkFinding,
  cyclicLinkFinding,
  describeUnsearched,
  duplicatePathFinding,
  leavesRootFinding,
  limitFinding,
  linkNotFollowedFinding,
  missingSkillFinding,
  parentLinkFinding,
  unreadableDirectoryFinding,
} from "./findings.ts";
import type { FileProblem, ScanOptions, SkipReason } from "./found-file.ts";
import {
  containsItself,
  Identity,
  listedSkillFile,
  markContainsSkill,
  type ScannedDirectory,
  topmostWithoutSkills,
} from "./visited.ts";

/** Passes each skill file of the roots to `onSkill`, and returns diagnostics of an incomplete search. */
export type Scanner = (roots: readonly Root[], options: ScanOptions) => Diagnostic[];

/**
 * Scans the roots in order. A file with several paths is passed to `onSkill` once. If its real path is in a root, that
 * path is used.
 */
export function scanRoots(roots: readonly Root[], options: ScanOptions): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const there = roots.filter((root) => root.exists && root.source === undefined);
  // If two roots contain a file, the file belongs to the trusted root.
  const searched = [...there.filter(({ trusted }) => trusted), ...there.filter(({ trusted }) => !trusted)];
  const overlap = searched.some((root) =>
    searched.some((other) => other !== root && other.path.startsWith(`${root.path}/`)),
  );
  const identity = new Identity(overlap);
  const scans = searched.map((root) => new RootScan(root, options, identity, diagnostics));
  for (const each of scans) each.run();
  // Symlinks come after all real directories, so that a skill is found at its real path first.
  for (const each of scans) each.followLinks();
  for (const each of scans) each.report();
  return diagnostics;
}

/**
 * The result of opening a skill file: the number of bytes in the buffer (-1 if the file is too large), or a system
 * error code.
 */
interface Opened {
  head: number;
  code: string;
}

/** An empty listing, which is used for an unreadable directory. */
const UNREADABLE: Listing = emptyListing();
const NO_FILE: Opened = { head: 0, code: "ENOENT" };
const SKILL_FILE = "/SKILL.md";

function isDirectory(stamp: Stamp | undefined): boolean {
  return stamp !== undefined && (stamp.mode & 0o170000) === 0o040000;
}

interface Link {
  readonly path: string;
  readonly parent: ScannedDirectory;
}

class RootScan {
  readonly #root: Root;
  readonly #options: ScanOptions;
  readonly #identity: Identity;
  readonly #into: Diagnostic[];
  readonly #queue: ScannedDirectory[] = [];
  readonly #links: Link[] = [];
  readonly #barren: ScannedDirectory[] = [];
  readonly #opened: Opened = { head: 0, code: "" };
  #directories = 0;
  #entries = 0;
  #limit: "max_directories" | "max_entries" | undefined;
  #notEntered = 0;
  /** Directories and symlinks below the depth limit. */
  readonly #tooDeep: string[] = [];
  /** The device number of a file system that is proven to count subdirectories as links; -1 if none is proven yet. */
  #countingDevice = -1;

  constructor(root: Root, options: ScanOptions, identity: Identity, into: Diagnostic[]) {
    this.#root = root;
    this.#options = options;
    this.#identity = identity;
    this.#into = into;
  }

  run(): void {
    this.#visit(this.#root.path + SKILL_FILE, undefined, 0, undefined);
    this.#drain();
  }

  followLinks(): void {
    if (this.#links.length > 0) this.#identity.demand();
    for (let at = 0; at < this.#links.length; at++) {
      const link = this.#links[at] as Link;
      if (isSkillFile(link.path.slice(link.parent.path.length + 1))) this.#emitLinkedFile(link);
      else this.#enterLink(link);
      this.#drain();
    }
  }

  report(): void {
    this.#reportLimits();
    for (const path of topmostWithoutSkills(this.#barren)) this.#into.push(missingSkillFinding(path));
  }

  #drain(): void {
    for (let at = 0; at < this.#queue.length; at++) this.#visitChildren(this.#queue[at] as ScannedDirectory);
    this.#queue.length = 0;
  }

  /**
   * Visits a directory, given by the path of its skill file. `linked` is the real path of the directory, if a symlink
   * was followed.
   */
  #visit(file: string, linked: string | undefined, depth: number, parent: ScannedDirectory | undefined): void {
    // A slice shares its memory with the file's path. With thousands of directories this saves much memory.
    const path = file.slice(0, -SKILL_FILE.length);
    if (this.#atLimit(path)) return;
    this.#directories++;
    // A failed open costs as much as ten listings. Therefore a directory in which a skill is unlikely, such as one
    // below a skill, is listed first.
    const early = parent !== undefined && (parent.isSkill || parent.misses > 1) ? this.#list(path) : undefined;
    const absent = early !== undefined && early !== UNREADABLE && listedSkillFile(early) === undefined;
    const { head, code } = absent ? NO_FILE : this.#open(file);
    const plain = code === "" && head > 0;
    if (parent) parent.misses = plain ? 0 : parent.misses + 1;
    const realFile = linked === undefined ? file : linked + SKILL_FILE;
    if (plain && early === undefined && this.#hasNothingToEnter(path)) {
      if (parent) markContainsSkill(parent);
      this.#emit(file, path, realFile, undefined, head, false);
      return;
    }
    const listing = early ?? this.#list(path);
    const name = plain ? "SKILL.md" : listedSkillFile(listing);
    const step: ScannedDirectory = {
      path,
      real: linked ?? path,
      depth,
      parent,
      listing,
      isSkill: name !== undefined,
      insideSkill: name !== undefined || (parent?.insideSkill ?? false),
      fruitful: false,
      misses: 0,
    };
    // An unreadable directory is treated as if it contains a skill, because it may contain one.
    if (name !== undefined || listing === UNREADABLE) markContainsSkill(step);
    if (name !== undefined) {
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

  /** Returns true if a skill's directory has nothing to enter and nothing to report. */
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

  /**
   * Returns true if the skill's directory has no real subdirectories except its resources. It compares the link count
   * of the directory, so the file system must be proven to count links.
   */
  #hasNothingToEnter(path: string): boolean {
    const { files, resourceDirectories, onSkipped } = this.#options;
    if (this.#countingDevice === -1 || onSkipped) return false;
    let inside = files.linksOn(this.#countingDevice, path) - 2;
    if (inside < 0 || inside > resourceDirectories.length) return false;
    const entries = 1 + inside;
    for (let at = 0; inside > 0 && at < resourceDirectories.length; at++)
      if (isDirectory(files.stamp(`${path}/${resourceDirectories[at]}`))) inside--;
    if (inside === 0) this.#entries += entries;
    return inside === 0;
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
      this.#into.push(unreadableDirectoryFinding(path, code));
      return UNREADABLE;
    }
  }

  #proveCounting(path: string, subdirectories: number): void {
    // A file system whose link count includes every entry can also pass this check. That is harmless, because there a
    // directory with a SKILL.md never has exactly 2 links.
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
    const realPath = real === path ? undefined : real;
    this.#options.onSkill({ path, directory, root: this.#root, realPath, problem, headBytes, sidecars });
  }

  /**
   * Passes on an unusual skill file: empty, special, too large, unreadable, a symlink, or with capitals other than in
   * `SKILL.md`.
   */
  #emitOdd(step: ScannedDirectory, name: string, head: number, code: string): void {
    const { path, real, listing } = step;
    const file = `${path}/${name}`;
    if (listing.links.includes(name)) {
      this.#links.push({ path: file, parent: step });
      return;
    }
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

  /** Passes every symlinked file on. A file whose symlink must not be followed is rejected, not ignored. */
  #emitLinkedFile({ path, parent }: Link): void {
    const { files } = this.#options;
    let target = path;
    let problem: FileProblem = "not-followed";
    if (this.#root.followLinks) {
      try {
        const real = files.realPath(path);
        if (this.#follows(real)) {
          target = real;
          this.#reportLeaving(path, target);
          const regular = files.stat(target).kind === "file";
          problem = !regular ? "special" : path.endsWith(SKILL_FILE) ? "link" : "case";
        }
      } catch (error) {
        const code = systemCode(error);
        if (code === "") throw error;
        problem = code === "ELOOP" ? "link-loop" : "broken-link";
      }
    }
    this.#emit(path, parent.path, target, problem, 0, parent.listing.directories.includes("agents"));
  }

  #visitChildren(step: ScannedDirectory): void {
    const { listing, path, real, depth } = step;
    let children = 0;
    // The paths of all files are slices of one text, because many separate texts slow down garbage collection.
    const files = `${path}/${listing.directories.join(`${SKILL_FILE}${path}/`)}${SKILL_FILE}`;
    let start = 0;
    for (const name of listing.directories) {
      const end = start + path.length + 1 + name.length + SKILL_FILE.length;
      const file = files.slice(start, end);
      start = end;
      if (this.#skipped(step, name) || isSkillFile(name)) continue;
      children++;
      if (this.#isTooDeep(step, name)) continue;
      this.#visit(file, path === real ? undefined : `${real}/${name}`, depth + 1, step);
    }
    for (const name of listing.links) {
      if (isSkillFile(name) || this.#skipped(step, name)) continue;
      if (step.insideSkill) {
        this.#options.onSkipped?.(`${path}/${name}`, "link");
        continue;
      }
      if (this.#isTooDeep(step, name)) children++;
      else this.#links.push({ path: `${path}/${name}`, parent: step });
    }
    if (!step.insideSkill && depth > 0 && children === 0) this.#barren.push(step);
  }

  #skipped(step: ScannedDirectory, name: string): boolean {
    const reason = this.#reasonToSkip(name, step.isSkill);
    if (reason === undefined) return false;
    this.#options.onSkipped?.(`${step.path}/${name}`, reason);
    return true;
  }

  #reasonToSkip(name: string, isInSkill: boolean): SkipReason | undefined {
    const { resourceDirectories, skippedDirectories } = this.#options;
    if (name.charCodeAt(0) === 46) return "hidden";
    if (skippedDirectories.includes(name)) return "ignored";
    return isInSkill && resourceDirectories.includes(name) ? "resource" : undefined;
  }

  #isTooDeep({ path, depth }: ScannedDirectory, name: string): boolean {
    if (depth < this.#options.limits.maxDepth) return false;
    this.#tooDeep.push(`${path}/${name}`);
    this.#options.onSkipped?.(`${path}/${name}`, "limit");
    return true;
  }

  #enterLink({ path, parent }: Link): void {
    const target = this.#resolve(path);
    if (target !== undefined && this.#options.files.stat(target).kind !== "directory") return;
    if (target === undefined || this.#isBarred(path, target, parent)) {
      // The symlink was already reported. This mark prevents a second report that the directory contains no skills.
      markContainsSkill(parent);
      return;
    }
    this.#identity.linkTargets.set(target, path);
    this.#reportLeaving(path, target);
    this.#visit(path + SKILL_FILE, target, parent.depth + 1, parent);
  }

  /** Returns true if a symlinked directory must not be entered, and reports why. */
  #isBarred(path: string, target: string, parent: ScannedDirectory): boolean {
    const earlier = this.#identity.linkTargets.get(target);
    if (!this.#follows(target)) this.#linkNotFollowedFinding(path);
    else if (containsItself(target, parent)) this.#into.push(parentLinkFinding(path, target));
    else if (earlier !== undefined) this.#reportTwice(path, earlier);
    else return false;
    return true;
  }

  #follows(target: string): boolean {
    const { followLinks, linksInside, path } = this.#root;
    return followLinks && (!linksInside || isInside(target, path));
  }

  /** Returns the real path of a symlink, or reports why it has none and returns undefined. */
  #resolve(path: string): string | undefined {
    try {
      return this.#options.files.realPath(path);
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      this.#into.push(code === "ELOOP" ? cyclicLinkFinding(path) : brokenLinkFinding(path, code));
      return undefined;
    }
  }

  #reportTwice(path: string, first: string): void {
    if (first !== path) this.#into.push(duplicatePathFinding(path, first));
  }

  #reportLeaving(path: string, target: string): void {
    if (!target.startsWith(`${this.#root.path}/`)) this.#into.push(leavesRootFinding(path, target));
  }

  #linkNotFollowedFinding(path: string): void {
    this.#options.onSkipped?.(path, "link");
    this.#into.push(linkNotFollowedFinding(path, this.#root.linksInside));
  }

  /** Reports the limits that excluded files, and at least how many files they excluded. */
  #reportLimits(): void {
    const { limits } = this.#options;
    const missed = this.#countTooDeep();
    const report = (limit: string, value: number, what: string): void => {
      this.#into.push(limitFinding(this.#root.path, limit, value, what));
    };
    if (this.#limit !== undefined) {
      const value = this.#limit === "max_directories" ? limits.maxDirectories : limits.maxEntries;
      report(this.#limit, value, describeUnsearched(this.#notEntered));
    }
    if (missed.skills > 0)
      report(
        "max_depth",
        limits.maxDepth,
        `${missed.skills} skill ${missed.skills === 1 ? "file was" : "files were"} not considered`,
      );
    else if (missed.unknown > 0) report("max_depth", limits.maxDepth, describeUnsearched(missed.unknown));
  }

  /**
   * Counts skill files below the depth limit, with the rules and limits of the search. It follows no symlinks there.
   */
  #countTooDeep(): { skills: number; unknown: number } {
    const { limits } = this.#options;
    const pending = this.#deepDirectories();
    let skills = 0;
    let unknown = 0;
    for (let at = 0; at < pending.length; at++) {
      if (this.#directories >= limits.maxDirectories || this.#entries >= limits.maxEntries)
        return { skills, unknown: unknown + pending.length - at };
      const path = pending[at] as string;
      this.#directories++;
      const listing = this.#glance(path);
      if (listing === UNREADABLE) unknown++;
      const isSkill = listedSkillFile(listing) !== undefined;
      if (isSkill) skills++;
      for (const name of listing.directories)
        if (!isSkillFile(name) && this.#reasonToSkip(name, isSkill) === undefined) pending.push(`${path}/${name}`);
    }
    return { skills, unknown };
  }

  /**
   * Returns the directories that were not searched because of the depth limit. Symlinks are replaced by their targets,
   * and targets inside the root are left out.
   */
  #deepDirectories(): string[] {
    const { files } = this.#options;
    const found = this.#tooDeep.flatMap((path) => {
      try {
        const target = files.realPath(path);
        if (target === path) return [path];
        const isOutside = !target.startsWith(`${this.#root.path}/`);
        return isOutside && this.#follows(target) && files.stat(target).kind === "directory" ? [target] : [];
      } catch (error) {
        const code = systemCode(error);
        if (code === "") throw error;
        return code === "ENOENT" || code === "ELOOP" ? [] : [path];
      }
    });
    return [...new Set(found)];
  }

  /** Lists a directory only to count its entries. */
  #glance(path: string): Listing {
    try {
      const listing = this.#options.files.readDirectory(path);
      this.#entries += listing.files.length + listing.directories.length + listing.links.length + listing.others.length;
      return listing;
    } catch (error) {
      if (systemCode(error) === "") throw error;
      return UNREADABLE;
    }
  }
}
