import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

export const packageRoot: string = resolve(import.meta.dirname, "../../..");
export const bin: string = join(packageRoot, "dist", "bin.cjs");

/** The Node that runs the command. CI also runs these tests under a newer one. */
export const node: string = process.env["SKILLWRIGHT_TEST_NODE"] || process.execPath;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly input?: string;
}

/** Place of the project. Most users have their projects below the home. */
export const PROJECT_PLACES = ["beside", "below"] as const;
export type ProjectPlace = (typeof PROJECT_PLACES)[number];

/** A project with its own empty home, on a machine without any program. Names ending in `->` are links. */
export class Sandbox {
  readonly directory: string = realpathSync(mkdtempSync(join(tmpdir(), "test-")));
  readonly home: string = join(this.directory, "home");
  readonly project: string;

  /** The project is `beside` the home, or `below` it. */
  constructor(files: Readonly<Record<string, string>> = {}, place: ProjectPlace = "beside") {
    this.project = join(place === "beside" ? this.directory : this.home, "project");
    // Without a real repository, some hosts search every directory up to the root.
    for (const part of ["objects", "refs"]) mkdirSync(join(this.project, ".git", part), { recursive: true });
    writeFileSync(join(this.project, ".git", "HEAD"), "ref: refs/heads/main\n");
    mkdirSync(this.home, { recursive: true });
    this.write(files);
  }

  /** Resolves a path from the project. `~/` is the home. */
  path(name: string): string {
    return name.startsWith("~/") ? join(this.home, name.slice(2)) : join(this.project, name);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      const link = name.endsWith("->");
      const path = this.path(link ? name.slice(0, -2).trim() : name);
      mkdirSync(dirname(path), { recursive: true });
      if (link) symlinkSync(content, path);
      else writeFileSync(path, content);
    }
  }

  run(args: readonly string[], options: RunOptions = {}): Ran {
    const { status, stdout, stderr, error } = spawnSync(node, [bin, ...args], {
      ...this.placeOf(options),
      encoding: "utf8",
      input: options.input ?? "",
      maxBuffer: 1 << 28,
    });
    if (error) throw error;
    return { code: status, stdout: this.hide(stdout), stderr: this.hide(stderr) };
  }

  /** Returns a command's working directory and variables. */
  protected placeOf({ cwd = this.project, env = {} }: RunOptions): { cwd: string; env: Record<string, string> } {
    return { cwd, env: { PATH: join(this.directory, "bin"), HOME: this.home, COLUMNS: "400", ...env } };
  }

  json(args: readonly string[], options: { env?: Record<string, string> } = {}): Record<string, unknown> {
    return JSON.parse(this.run([...args, "--json"], options).stdout) as Record<string, unknown>;
  }

  /** Hides paths of the machine, which differ between runs. */
  hide(text: string): string {
    return text
      .replaceAll(this.project, "<tmp>/project")
      .replaceAll(this.directory, "<tmp>")
      .replaceAll(packageRoot, "<package>");
  }
}

export function skill(
  name: string,
  description = `Does ${name} work well. Use when somebody asks for ${name}.`,
  more = "",
): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# ${name}\n\nDo it.\n`;
}
