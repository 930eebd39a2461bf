/** Judges the paths of one command line: links followed, `..` resolved, patterns expanded, from every directory that it can be in. */
import { basename, join } from "node:path";
import { systemCode } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import { matchPattern } from "../../../model/text/match-pattern.ts";
import { foldCase } from "../../../model/text/text.ts";
import type { Listing } from "../../../platform/files/files.ts";
import type { Judge } from "../shell/judge.ts";
import { hasProtectedName as isProtectedName } from "./protected-names.ts";
import { realTarget } from "./real-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "./surroundings.ts";

/** Files that a pattern may match, and entries below a directory that is read as a whole. */
const MAX_MATCHES = 2000;
const MAX_BELOW = 20_000;
/** Directories that a line may be in after its `cd` commands. */
const MAX_DIRECTORIES = 8;

type Access =
  | "look"
  | "read"
  | "visible"
  | "add"
  | "copy"
  | "touch"
  | "create"
  | "write"
  | "destination"
  | "move"
  | "tree"
  | "run";

export class LineJudge implements Judge {
  /** True if the answer depended on the disk. */
  looked = false;
  /** A command of the line may have changed what paths mean. */
  uncertain = false;
  readonly #around: Surroundings;
  readonly #mayWrite: (target: string) => boolean;
  readonly #mayRead: (target: string) => boolean;
  #directories: readonly string[];

  constructor(around: Surroundings, may: { read(target: string): boolean; write(target: string): boolean }) {
    this.#around = around;
    this.#mayRead = may.read;
    this.#mayWrite = may.write;
    this.#directories = [around.cwd];
  }

  look(path: string): string | undefined {
    return this.#each(path, "look");
  }

  read(path: string): string | undefined {
    return this.#each(path, "read");
  }

  visible(path: string): string | undefined {
    return this.#each(path, "visible");
  }

  add(path: string): string | undefined {
    return this.#each(path, "add");
  }

  copy(path: string): string | undefined {
    return this.#each(path, "copy");
  }

  move(path: string): string | undefined {
    return this.#each(path, "move");
  }

  destination(path: string): string | undefined {
    return this.#each(path, "destination");
  }

  touch(path: string): string | undefined {
    return this.#each(path, "touch");
  }

  create(path: string): string | undefined {
    return this.#each(path, "create");
  }

  write(path: string): string | undefined {
    return this.#each(path, "write");
  }

  tree(path: string): string | undefined {
    return this.#each(path, "tree");
  }

  run(path: string): string | undefined {
    return this.#each(path, "run");
  }

  output(path: string): string | undefined {
    for (const target of this.#targets(path)) {
      const reason = target === undefined ? UNRESOLVED(path) : writeProblem(target, path, this.#around);
      if (reason !== undefined) return reason;
      if (!this.#mayWrite(target as string)) return `no rule covers writing \`${path}\``;
    }
    return this.uncertain ? UNCERTAIN : undefined;
  }

  /** A redirection reads what a rule for reading covers, or what any program may read. */
  input(path: string): string | undefined {
    const granted = this.#targets(path).every((target) => target !== undefined && this.#mayRead(target));
    return granted && !this.uncertain ? undefined : this.read(path);
  }

  isBelow(path: string, directory: string): boolean {
    const bases = this.#targets(directory);
    return this.#targets(path).every((target, at) => {
      const base = bases[at];
      return target !== undefined && base !== undefined && isWithin(target, base);
    });
  }

  /** [B24] True if writing to a path could change a protected place; `below`: everything below it, too. */
  isProtected(path: string, below: boolean): boolean {
    if (path.startsWith("~")) return path === "~" || isProtectedName(path.slice(1), "");
    const around = this.#around;
    return this.#targets(path).some(
      (target) =>
        target !== undefined &&
        (around.isProtected(target) || hasOtherNames(target, around) || (below && enclosesProtected(target, around))),
    );
  }

  /** `cd` adds directories: it can fail, and it can be in a part that does not run. */
  enter(path: string): string | undefined {
    const targets = this.#targets(path);
    const reason = this.look(path);
    if (reason !== undefined) return reason;
    const all = new Set([...this.#directories, ...targets.flatMap((target) => target ?? [])]);
    if (all.size > MAX_DIRECTORIES) return "the line changes its directory too often";
    this.#directories = [...all];
    return undefined;
  }

  expand(glob: string): readonly string[] | undefined {
    this.looked = true;
    const found = new Set<string>();
    for (const directory of this.#directories) {
      const names = expandIn(glob, directory, this.#around);
      if (names === undefined) return undefined;
      for (const name of names) found.add(name);
    }
    return found.size > MAX_MATCHES ? undefined : [...found];
  }

  #targets(path: string): readonly (string | undefined)[] {
    this.looked = true;
    return this.#directories.map((cwd) => realTarget(path, { ...this.#around, cwd }));
  }

  #each(path: string, access: Access): string | undefined {
    if (this.uncertain) return UNCERTAIN;
    if (this.#directories.length === 1 && isBare(path) && !linksIn(this.#around).has(foldCase(path)))
      return problemAt(join(this.#around.cwd, path), path, access, this.#around);
    for (const target of this.#targets(path)) {
      const reason = target === undefined ? UNRESOLVED(path) : problemAt(target, path, access, this.#around);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
}

const UNRESOLVED = (path: string): string => `\`${path}\` leads to a place that cannot be determined`;
const UNCERTAIN = "an earlier command of the line can change where the paths lead";
export const PROTECTED = "it could change the settings of agents, skills or git";

/** A name that the file system is not asked about. */
function isBareName(path: string): boolean {
  return /^[\w-]*$/.test(path);
}

/** A name in the current directory, without a way to another one. */
function isBare(path: string): boolean {
  return /^(?!\.{1,2}$)[^/\\~\0-\x1f\x7f][^/\\\0-\x1f\x7f]*$/.test(path);
}

function problemAt(target: string, path: string, access: Access, around: Surroundings): string | undefined {
  const { projectRoot, active } = around;
  const isInside = isWithin(target, projectRoot);
  if (!isInside && !(active.some((each) => isWithin(target, each)) && READS.has(access)))
    return `\`${path}\` is outside of the project`;
  switch (access) {
    case "look":
      return undefined;
    case "touch":
      if (isSecret(target, around)) return SECRET(path);
      if (!isBareName(path) && hasOtherNames(target, around)) return PROTECTED;
      return around.isProtected(target) && !active.some((each) => isWithin(target, each)) ? PROTECTED : undefined;
    case "read":
      return readProblem(target, path, around);
    case "visible":
      return readProblem(target, path, around, (name) => !name.startsWith("."));
    case "add":
      // Git leaves ignored files out of a directory, so only a file that is named is a secret.
      return isSecret(target, around) ? SECRET(path) : repositoryBelow(target, path, around);
    case "copy":
      if (hasProtectedName(path, around)) return PROTECTED;
      return readProblem(target, path, around) ?? protectedBelow(target, path, around);
    case "run":
      if (isSecret(target, around)) return SECRET(path);
      return kindAt(target, around) === "file" ? undefined : `\`${path}\` is not a file in the project or the skill`;
    case "create":
      return around.isProtected(target) ? PROTECTED : undefined;
    case "write":
      return writeProblem(target, path, around);
    case "destination":
      // A new name can put a whole directory in the place of a protected one.
      return problemAt(target, path, kindAt(target, around) === "directory" ? "write" : "tree", around);
    case "move":
      return hasProtectedName(path, around) ? PROTECTED : problemAt(target, path, "tree", around);
    case "tree":
      if (enclosesProtected(target, around)) return PROTECTED;
      return writeProblem(target, path, around) ?? protectedBelow(target, path, around);
  }
}

const READS: ReadonlySet<Access> = new Set(["look", "read", "copy", "touch", "run"]);
const SECRET = (path: string): string => `\`${path}\` can hold secrets`;

/** A copy keeps its name, so that `evil/.mcp.json` becomes `.mcp.json` in another directory. */
function hasProtectedName(path: string, { projectRoot, isProtected }: Surroundings): boolean {
  return isProtected(join(projectRoot, basename(path)));
}

/** Entries that count in a walk; the others are not entered either. */
type Counts = (name: string) => boolean;
const ALL: Counts = () => true;

function readProblem(target: string, path: string, around: Surroundings, counts = ALL): string | undefined {
  if (isSecret(target, around)) return SECRET(path);
  const kind = kindAt(target, around);
  if (kind === "file")
    return hasOtherNames(target, around) ? `\`${path}\` has another name, which can be a secret` : undefined;
  if (kind !== "directory") return undefined;
  return walk(target, path, around, counts, (at, name, isLink) => {
    if (holdsSecrets(name)) return `\`${path}\` contains \`${name}\`, which can hold secrets`;
    const leads = isLink ? realTarget(join(at, name), around) : at;
    return leads === undefined || !isWithin(leads, around.projectRoot)
      ? `\`${path}\` contains \`${name}\`, which leads out of the project`
      : undefined;
  });
}

/** A directory that is copied, moved, filled or removed takes the settings in it along. */
function protectedBelow(target: string, path: string, around: Surroundings): string | undefined {
  if (kindAt(target, around) !== "directory") return undefined;
  return walk(
    target,
    path,
    around,
    (name) => name !== "node_modules",
    (at, name) => (around.isProtected(join(around.projectRoot, at.slice(target.length), name)) ? PROTECTED : undefined),
  );
}

/** Git runs programs that the settings of a repository inside of another one name. */
function repositoryBelow(target: string, path: string, around: Surroundings): string | undefined {
  if (kindAt(target, around) !== "directory") return undefined;
  return walk(
    target,
    path,
    around,
    (name) => name !== "node_modules",
    (at, name) =>
      name === ".git" && at !== around.projectRoot ? `\`${path}\` contains another repository` : undefined,
  );
}

/** The names above the project say nothing about a file in it. */
function isSecret(target: string, { projectRoot, active }: Surroundings): boolean {
  const base = [projectRoot, ...active].find((each) => isWithin(target, each)) ?? "";
  return holdsSecrets(target.slice(base.length));
}

/** A hard link is another name of the same file, which can be in a protected place. */
function writeProblem(target: string, path: string, around: Surroundings): string | undefined {
  if (!isWithin(target, around.projectRoot)) return `\`${path}\` is outside of the project`;
  return around.isProtected(target) || hasOtherNames(target, around) ? PROTECTED : undefined;
}

export function hasOtherNames(target: string, { files }: Pick<Surroundings, "files">): boolean {
  try {
    const { kind, links } = files.lstat(target);
    return kind === "file" && links > 1;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

function kindAt(target: string, { files }: Surroundings): string | undefined {
  try {
    return files.stat(target).kind;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** Goes through everything below a directory, without following links. */
function walk(
  directory: string,
  path: string,
  around: Surroundings,
  counts: Counts,
  find: (at: string, name: string, isLink: boolean) => string | undefined,
): string | undefined {
  const pending = [directory];
  let seen = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const listing = listAt(at, around);
    if (listing === undefined) continue;
    const links = new Set(listing.links);
    for (const name of namesIn(listing).filter(counts)) {
      if (++seen > MAX_BELOW) return `\`${path}\` has too many files to be judged`;
      const reason = find(at, name, links.has(name));
      if (reason !== undefined) return reason;
    }
    for (const name of listing.directories) if (counts(name) && name !== ".git") pending.push(join(at, name));
  }
  return undefined;
}

function expandIn(glob: string, directory: string, around: Surroundings): readonly string[] | undefined {
  let found: string[] = [glob.startsWith("/") ? "/" : ""];
  for (const segment of glob.split("/").filter((each) => each !== "")) {
    if (!/[*?]/.test(segment)) found = found.map((base) => base + segment);
    else
      found = found.flatMap((base) => {
        const listing = listAt(join(base.startsWith("/") ? "" : directory, base), around);
        const names = listing === undefined ? [] : namesIn(listing);
        return names.filter((name) => isMatch(segment, name)).map((name) => base + name);
      });
    if (found.length > MAX_MATCHES) return undefined;
    found = found.map((each) => `${each}/`);
  }
  return found.map((each) => each.slice(0, -1)).filter((each) => exists(each, directory, around));
}

function isMatch(pattern: string, name: string): boolean {
  return (!name.startsWith(".") || pattern.startsWith(".")) && matchPattern(pattern, name);
}

/** A pattern matches links that lead nowhere, too. */
function exists(path: string, directory: string, { files }: Surroundings): boolean {
  try {
    files.lstat(path.startsWith("/") ? path : join(directory, path));
    return true;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

function namesIn({ files, directories, links, others }: Listing): readonly string[] {
  return [...files, ...directories, ...links, ...others];
}

function listAt(path: string, { files }: Surroundings): Listing | undefined {
  try {
    return files.readDirectory(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/**
 * The links in the directory of the session. A plain word without a `/` can only leave the project through one of them. They
 * are read again after a moment: a model cannot make a link and use it in two calls within that time.
 */
const FRESH_MS = 20;
let known: { readonly around: Surroundings; readonly at: number; readonly names: ReadonlySet<string> } | undefined;

function linksIn(around: Surroundings): ReadonlySet<string> {
  const now = Date.now();
  if (known?.around === around && now - known.at < FRESH_MS) return known.names;
  const names = new Set((listAt(around.cwd, around)?.links ?? []).map(foldCase));
  known = { around, at: now, names };
  return names;
}

/** True if plain words without a `/` lead to the project for certain. */
export function hasNoLinks(around: Surroundings): boolean {
  return linksIn(around).size === 0;
}
