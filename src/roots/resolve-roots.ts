/**
 * Working directory, platform and profile in; the ordered roots to search out, existing or not. Paths are canonical, and
 * a directory that several templates name is searched once. It must never read a skill.
 */
import { posix, win32 } from "node:path";
import { diagnostic } from "../diagnostics/diagnostic.ts";
import type { Diagnostic, Outcome } from "../model/diagnostic.ts";
import { systemCode } from "../model/errors.ts";
import type { HostProfile, RootTemplate } from "../model/host-profile.ts";
import type { Root, Scope } from "../model/root.ts";
import { scopeRank } from "../model/root.ts";
import { type Environment, platformDirectories } from "../platform/environment.ts";
import { emptyListing, type Files, type Listing } from "../platform/files.ts";

/** A root somebody named, with where it was named. */
export interface ExtraRoot {
  readonly path: string;
  readonly from: string;
  readonly scope?: Scope;
}

export interface RootOptions {
  readonly profile: HostProfile;
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly extra: readonly ExtraRoot[];
  /** The embedded skills, read in place, or undefined without them. */
  readonly systemSkills: string | undefined;
}

export function resolveRoots(options: RootOptions): Outcome<Root[]> {
  const wanted = [...extraRoots(options), ...profileRoots(options), ...systemRoots(options)];
  const diagnostics: Diagnostic[] = [];
  const roots = wanted.flatMap((root) => canonical(root, options, diagnostics));
  return { value: unique(roots.sort((a, b) => scopeRank(a.scope) - scopeRank(b.scope))), diagnostics };
}

/** [R2] The nearest directory upwards that holds a marker; without one, the working directory. */
export function findProjectRoot(
  cwd: string,
  markers: readonly string[],
  files: Files,
  environment: Environment,
): string {
  const path = pathFor(environment);
  for (const directory of upwards(cwd, undefined, environment)) {
    if (markers.some((marker) => files.exists(path.join(directory, marker)))) return directory;
  }
  return cwd;
}

type WantedRoot = Omit<Root, "exists">;

function extraRoots({ extra, cwd, environment, profile }: RootOptions): WantedRoot[] {
  const path = pathFor(environment);
  return extra.map(({ path: named, from, scope = "extra" }) => {
    const absolute = path.resolve(cwd, expandHome(named, environment));
    return {
      path: absolute,
      scope,
      label: forward(absolute),
      from,
      followLinks: profile.followLinks.includes(scope),
      configured: true,
      namespace: "",
    };
  });
}

function profileRoots(options: RootOptions): WantedRoot[] {
  const { profile, environment, cwd, projectRoot, files } = options;
  const path = pathFor(environment);
  const directories = platformDirectories(environment);
  const bases = {
    home: environment.home,
    config: directories.config,
    data: directories.data,
    admin: directories.admin,
  };
  const labels = { home: "~", config: "$SKILLWRIGHT_HOME", data: directories.data, admin: directories.admin };
  const chain = upwards(cwd, projectRoot, environment);
  const roots: WantedRoot[] = [];
  const add = (template: RootTemplate, absolute: string, label: string, namespace = ""): void => {
    roots.push({
      path: absolute,
      scope: template.scope,
      label: forward(label),
      from: `profile ${profile.name}`,
      followLinks: profile.followLinks.includes(template.scope),
      configured: false,
      namespace,
    });
  };
  // [R4] Nearest directory first, and in each the profile's own order.
  for (const directory of chain) {
    for (const template of profile.roots) {
      if (template.base !== "project") continue;
      add(
        template,
        path.join(directory, template.path),
        path.join(path.relative(projectRoot, directory), template.path),
      );
    }
  }
  for (const template of profile.roots) {
    if (template.base === "project") continue;
    if (template.plugin) {
      for (const plugin of plugins(path.join(bases[template.base], template.path), files, path))
        add(template, plugin.path, plugin.path, `${plugin.name}:`);
    } else {
      add(template, path.join(bases[template.base], template.path), `${labels[template.base]}/${template.path}`);
    }
  }
  return roots;
}

function systemRoots({ systemSkills, profile }: RootOptions): WantedRoot[] {
  if (systemSkills === undefined || !profile.systemSkills) return [];
  return [
    {
      path: systemSkills,
      scope: "system",
      label: "embedded",
      from: "embedded",
      followLinks: false,
      configured: false,
      namespace: "",
    },
  ];
}

/** The plugins that a template's star stands for, each with the name its manifest or directory gives it. */
function plugins(pattern: string, files: Files, path: typeof posix): { path: string; name: string }[] {
  const star = pattern.indexOf("*");
  const parent = path.dirname(pattern.slice(0, star + 1));
  const rest = pattern.slice(star + 2);
  const found: { path: string; name: string }[] = [];
  const { directories, links } = listOrNothing(parent, files);
  for (const name of [...directories, ...links].sort()) {
    if (name.startsWith(".")) continue;
    const directory = path.join(parent, name);
    found.push({ path: path.join(directory, rest), name: manifestName(directory, files, path) ?? name });
  }
  return found;
}

/** No plugins, or a place where nobody can look for them, is the same to us. */
function listOrNothing(path: string, files: Files): Listing {
  if (!files.exists(path)) return emptyListing();
  try {
    return files.readDirectory(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return emptyListing();
  }
}

const MAX_MANIFEST_BYTES = 65_536;

/** The `name` of a plugin's manifest, if it has one that can serve as a namespace. */
function manifestName(directory: string, files: Files, path: typeof posix): string | undefined {
  for (const manifest of [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "plugin.json"]) {
    try {
      const value: unknown = JSON.parse(
        Buffer.from(files.readFile(path.join(directory, manifest), MAX_MANIFEST_BYTES)).toString("utf8"),
      );
      const name = typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
      if (typeof name === "string" && /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
    } catch (error) {
      // No manifest, or not JSON: the directory's name serves.
      if (!(error instanceof SyntaxError) && systemCode(error) === "") throw error;
    }
  }
  return undefined;
}

function canonical(root: WantedRoot, { files, environment }: RootOptions, diagnostics: Diagnostic[]): Root[] {
  // Most roots of a profile are absent, and an error costs thirty times as much as a question.
  if (!root.configured && !files.exists(root.path)) return [{ ...root, exists: false }];
  try {
    const real = files.realPath(root.path);
    const found = { ...root, path: forwardOn(real, environment) };
    if (files.stat(real).kind === "directory") return [{ ...found, exists: true }];
    diagnostics.push(
      diagnostic("SK024", {
        path: root.path,
        message: "the root is not a directory",
        help: `correct it in ${root.from}`,
      }),
    );
    return [{ ...found, exists: false }];
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    if (root.configured)
      diagnostics.push(
        diagnostic("SK022", {
          path: root.path,
          message: `the root cannot be found (${code})`,
          help: `create it, or correct it in ${root.from}`,
        }),
      );
    return [{ ...root, exists: false }];
  }
}

/** [R6] One directory, one root: the first by precedence, except that a directory of the user's own is never the repository's. */
function unique(roots: readonly Root[]): Root[] {
  const user = new Set(roots.filter((root) => root.scope === "user").map((root) => root.path));
  const seen = new Set<string>();
  return roots.filter((root) => {
    if (seen.has(root.path) || (root.scope === "repo" && user.has(root.path))) return false;
    seen.add(root.path);
    return true;
  });
}

const MAX_LEVELS = 256;

/** The directory and all above it, up to and including `top`. */
function upwards(from: string, top: string | undefined, environment: Environment): string[] {
  const path = pathFor(environment);
  const chain: string[] = [];
  for (let directory = from; chain.length < MAX_LEVELS; directory = path.dirname(directory)) {
    chain.push(directory);
    if (directory === top || path.dirname(directory) === directory) break;
  }
  return chain;
}

function pathFor({ platform }: Environment): typeof posix {
  return platform === "win32" ? win32 : posix;
}

export function expandHome(path: string, { home }: Pick<Environment, "home">): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

function forward(path: string): string {
  return path.replaceAll("\\", "/");
}

/** The engine joins with `/`, which Windows understands too. */
function forwardOn(path: string, { platform }: Environment): string {
  return platform === "win32" ? forward(path) : path;
}
