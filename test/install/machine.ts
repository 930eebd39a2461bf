/** A temporary project, home and directory for sources, with an installer. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadSkills } from "../../src/catalog/load/load.ts";
import type { Snapshot } from "../../src/model/skills/snapshot.ts";
import { type Installer, type InstallerOptions, openInstaller } from "../../src/ops/open-installer.ts";
import type { Environment } from "../../src/platform/environment.ts";
import { systemError } from "../../src/platform/files/files.ts";

export class Machine {
  readonly directory: string = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-install-")));
  readonly project: string = join(this.directory, "project");
  readonly home: string = join(this.directory, "home");
  readonly data: string = join(this.home, ".local/share/skillwright");
  readonly config: string = join(this.home, ".config/skillwright");

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(join(this.project, ".git"), { recursive: true });
    mkdirSync(this.home, { recursive: true });
    this.write(files);
  }

  get environment(): Environment {
    return { cwd: this.project, home: this.home, platform: "linux", variables: {} };
  }

  /** Writes files. Paths start at the temporary directory. A name that ends with `*` is executable. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = this.path(name.replace(/\*$/, ""));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      chmodSync(path, name.endsWith("*") ? 0o755 : 0o644);
    }
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Returns every file below the directory with its content. Paths of the machine are hidden. */
  tree(name: string): Record<string, string> {
    const root = this.path(name);
    const names = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(files.sort().map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")]));
  }

  installer(options: InstallerOptions = {}): Promise<Installer> {
    return openInstaller({ environment: this.environment, resolve: unknownName, ...options });
  }

  async add(source: string, options: InstallerOptions = {}): Promise<void> {
    const installer = await this.installer(options);
    await installer.apply(await installer.planAdd({ source, where: "project" }), { person: true });
  }

  async load(): Promise<Snapshot> {
    return (await loadSkills({ environment: this.environment, defaultSkills: false })).snapshot;
  }

  /** Returns each loaded skill, and why it is withheld. */
  async offered(): Promise<Record<string, string>> {
    const { skills } = await this.load();
    return Object.fromEntries(skills.map(({ skill, withheld }) => [skill.name, withheld?.code ?? "offered"]));
  }

  hide(text: string): string {
    return text.replaceAll(this.directory, "<tmp>");
  }
}

/** Fails every lookup, so no test contacts a name server. */
async function unknownName(hostname: string): Promise<never> {
  throw systemError("ENOTFOUND", hostname);
}

export function skill(name: string, body = "Do it.", more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name} work. Use when somebody asks for ${name}.\n${more}---\n\n${body}\n`;
}
