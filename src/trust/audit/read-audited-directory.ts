/**
 * Reads a directory as a bundle, which is the set of a skill's files. Entries that cannot be part of a bundle become
 * findings. Symlinks are never followed.
 */
import { systemCode } from "../../model/errors.ts";
import type { Finding } from "../../model/rules/audit.ts";
import { type Bundle, type BundleFile, INSTALL_LIMITS, type InstallLimits } from "../../model/skills/bundle.ts";
import type { Files } from "../../platform/files/files.ts";
import { finding, selectMostSevere } from "./finding.ts";

export interface DirectoryBundle {
  readonly bundle: Bundle;
  readonly findings: readonly Finding[];
}

/** Maximum findings of one directory. If there are more, the most severe are kept. */
const MAX_FINDINGS = 50;

/**
 * Returns the files sorted by the bytes of their paths, as in every bundle. `.git` is left out, because it is never
 * installed.
 */
export function readAuditedDirectory(
  directory: string,
  files: Files,
  limits: InstallLimits = INSTALL_LIMITS,
): DirectoryBundle {
  const reader = new Reader(directory, files, limits);
  reader.readAll();
  const keyed = reader.kept.map((file) => ({ key: Buffer.from(file.path), file }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return {
    bundle: { files: keyed.map(({ file }) => file) },
    findings: selectMostSevere(reader.findings, MAX_FINDINGS),
  };
}

class Reader {
  readonly kept: BundleFile[] = [];
  readonly findings: Finding[] = [];
  readonly #directory: string;
  readonly #files: Files;
  readonly #limits: InstallLimits;
  #left: number;
  /** Number of files that were not read because of the limit. */
  #missed = 0;

  constructor(directory: string, files: Files, limits: InstallLimits) {
    this.#directory = directory;
    this.#files = files;
    this.#limits = limits;
    this.#left = limits.maxBytes;
  }

  readAll(): void {
    const pending = [""];
    for (let at = 0; at < pending.length && this.#missed === 0; at++) {
      const relative = pending[at] as string;
      const within = (name: string): string => (relative === "" ? name : `${relative}/${name}`);
      const listing = this.#try(relative, () => this.#files.readDirectory(this.#absolute(relative)));
      if (listing === undefined) continue;
      for (const name of listing.links) this.#refuseLink(within(name));
      for (const name of listing.others)
        this.findings.push(finding("SK806", { message: "it is a special file, such as a device", path: within(name) }));
      for (const name of listing.files) this.#read(within(name));
      for (const name of listing.directories) {
        if (name === ".git") continue;
        if (within(name).split("/").length < this.#limits.maxDepth) pending.push(within(name));
        else this.#leaveOut(within(name), `it is deeper than ${this.#limits.maxDepth} directories`);
      }
    }
    if (this.#missed > 0)
      this.#leaveOut("", `there are more than ${this.#limits.maxFiles} files, at least ${this.#missed} more`);
  }

  #absolute(relative: string): string {
    return relative === "" ? this.#directory : `${this.#directory}/${relative}`;
  }

  #read(path: string): void {
    if (this.kept.length >= this.#limits.maxFiles) {
      this.#missed++;
      return;
    }
    const most = Math.min(this.#limits.maxFileBytes, this.#left);
    this.#try(path, () => {
      const bytes = this.#files.readFile(this.#absolute(path), most);
      const executable = (this.#files.lstat(this.#absolute(path)).mode & 0o100) !== 0;
      this.#left -= bytes.length;
      this.kept.push({ path, bytes, executable });
    });
  }

  /** Calls `read`. Errors of the disk become findings, and other errors are thrown. */
  #try<T>(path: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      this.#leaveOut(path, code === "EFBIG" ? "it is too large" : `it cannot be read (${code})`);
      return undefined;
    }
  }

  #leaveOut(path: string, why: string): void {
    const message = `it was not checked: ${why}`;
    this.findings.push(finding("SK815", { message, unread: true, ...(path === "" ? {} : { path }) }));
  }

  #refuseLink(path: string): void {
    const target = this.#target(path);
    const inside = target?.startsWith(`${this.#files.realPath(this.#directory)}/`) ?? false;
    const where = target === undefined ? "leads nowhere" : inside ? "is another file's name" : "leads out of the skill";
    this.findings.push(finding(inside ? "SK814" : "SK806", { message: `it is a link that ${where}`, path }));
  }

  #target(path: string): string | undefined {
    try {
      return this.#files.realPath(this.#absolute(path));
    } catch (error) {
      if (systemCode(error) === "") throw error;
      return undefined;
    }
  }
}
