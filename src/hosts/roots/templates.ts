/**
 * Expands a profile's root templates into directories of this machine, in the host's order, existing or not.
 * `RootTemplate` describes the syntax.
 */
import { posix, win32 } from "node:path";
import { systemCode } from "../../model/errors.ts";
import type { HostProfile, RootTemplate } from "../../model/host-profile.ts";
import type { Namer } from "../../model/skills/root.ts";
import { type Environment, platformDirectories } from "../../platform/environment.ts";
import { emptyListing, type Files, type Listing } from "../../platform/files/files.ts";

export interface TemplateContext {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  readonly projectRoot: string;
  /** Directories that the user adds on the command line. */
  readonly added?: readonly string[];
}

export interface ExpandedRoot {
  readonly template: RootTemplate;
  readonly path: string;
  readonly label: string;
  readonly namespace: string;
  readonly namedBy: Namer;
  /** The folder that names the root: see `NamedRoot`. */
  readonly namedIn: string;
}

/**
 * Returns the directories of all templates. Consecutive templates that walk up through the same parents are expanded
 * together: one directory with all these templates in profile order, then the next directory.
 */
export function expandTemplates(profile: HostProfile, context: TemplateContext): ExpandedRoot[] {
  const found: ExpandedRoot[] = [];
  const atHome = context.cwd === context.environment.home;
  const roots = atHome ? profile.roots.filter((template) => !template.notAtHome) : profile.roots;
  for (let at = 0; at < roots.length; ) {
    const first = roots[at] as RootTemplate;
    if (!walksUp(first)) {
      found.push(...single(first, context));
      at++;
      continue;
    }
    const group: RootTemplate[] = [];
    const isAlone = (first.walkUp ?? profile.walkUp) === "each-nearest-first";
    for (; at < roots.length; at++) {
      const next = roots[at] as RootTemplate;
      if (isAlone && next !== first) break;
      if (!walksUp(next) || next.walkUp !== first.walkUp || next.realRepository !== first.realRepository) break;
      group.push(next);
    }
    for (const directory of chainOf(first, profile, context))
      for (const template of group) found.push(above(template, directory, context));
  }
  return found;
}

function walksUp({ path }: RootTemplate): boolean {
  return path.startsWith("{project}/");
}

/** Returns the directories for a template that walks up, in the host's order. */
function chainOf(template: RootTemplate, profile: HostProfile, context: TemplateContext): string[] {
  const { cwd, environment, files } = context;
  const marked = (): string | undefined =>
    findMarkedDirectory(cwd, profile.projectMarkers, files, environment, template.realRepository);
  const own = template.realRepository === undefined && profile.unmarked !== "top";
  const top = own ? context.projectRoot : (marked() ?? (profile.unmarked === "top" ? undefined : cwd));
  const chain = directoryAndParents(cwd, top, environment);
  const home = profile.homeEnds ? chain.indexOf(environment.home) : -1;
  if (home !== -1) chain.length = home;
  return (template.walkUp ?? profile.walkUp) === "root-first" ? chain.reverse() : chain;
}

/** Returns the nearest directory upwards that contains a marker. */
export function findMarkedDirectory(
  cwd: string,
  markers: readonly string[],
  files: Files,
  environment: Environment,
  repository?: HostProfile["repository"],
): string | undefined {
  const path = pathModuleFor(environment);
  const found = directoryAndParents(cwd, undefined, environment).find((directory) =>
    markers.some((marker) => {
      const at = path.join(directory, marker);
      const plain = repository === undefined || marker !== ".git";
      return files.exists(at) && (plain || isRepository(at, repository, files));
    }),
  );
  // If a `.git` file leads to a missing directory, git itself finds no repository there.
  return repository === "git" && found !== undefined && !leadsToRepository(found, files, path) ? undefined : found;
}

/**
 * Returns true if the `.git` of a directory leads to a repository. A `.git` file contains the path of its repository.
 */
function leadsToRepository(directory: string, files: Files, path: typeof posix): boolean {
  const marker = path.join(directory, ".git");
  if (!files.exists(marker) || files.stat(marker).kind === "directory") return true;
  const text = textIfAny(marker, files) ?? "";
  const [, named = ""] = /^gitdir: *([^\n]*?)\s*$/.exec(text) ?? [];
  return named !== "" && files.exists(path.join(path.resolve(directory, named), "HEAD"));
}

const MAX_GIT_FILE_BYTES = 10_000;

function textIfAny(file: string, files: Files): string | undefined {
  try {
    return Buffer.from(files.readFile(file, MAX_GIT_FILE_BYTES)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/**
 * Returns true if a `.git` entry is a repository. A `.git` file is always accepted, because it contains the path of a
 * repository.
 */
function isRepository(marker: string, kind: NonNullable<HostProfile["repository"]>, files: Files): boolean {
  if (files.stat(marker).kind !== "directory") return true;
  const parts = kind === "head" ? ["HEAD"] : ["HEAD", "objects", "refs"];
  return parts.every((part) => files.exists(`${marker}/${part}`));
}

function above(template: RootTemplate, directory: string, { environment, projectRoot }: TemplateContext): ExpandedRoot {
  const path = pathModuleFor(environment);
  const rest = template.path.slice("{project}/".length);
  const label = path.join(path.relative(projectRoot, directory), rest);
  return {
    template,
    path: path.join(directory, rest),
    label: forwardSlashes(label),
    namespace: "",
    namedBy: "project",
    namedIn: directory,
  };
}

function single(template: RootTemplate, context: TemplateContext): ExpandedRoot[] {
  const path = pathModuleFor(context.environment);
  const at = (full: string, label: string): ExpandedRoot => ({
    template,
    path: full,
    label: forwardSlashes(label),
    namespace: "",
    namedBy: templateNamer(template, context),
    namedIn: path.dirname(full),
  });
  const { variables, platform } = context.environment;
  const { whenVariable, unlessVariable, elsewhere } = template;
  if (whenVariable !== undefined && !variables[whenVariable]) return [];
  if (unlessVariable !== undefined && variables[unlessVariable]) return [];
  if (template.unlessExists !== undefined && context.files.exists(expandPath(template.unlessExists, context).path))
    return [];
  const [, base, rest = ""] = /^\{(added|below)\}\/(.*)$/s.exec(template.path) ?? [];
  if (base === "added")
    return (context.added ?? []).map((directory) => at(path.join(directory, rest), path.join(directory, rest)));
  if (base === "below")
    return below(context, path, rest).map((found) => at(found, path.relative(context.projectRoot, found)));
  const written = platform === "linux" ? template.path : (elsewhere?.[platform] ?? template.path);
  const { path: full, label } = expandPath(written, context);
  if (!template.plugin) return [at(full, label)];
  return plugins(full, context.files, path).map((plugin) => ({
    ...at(plugin.path, plugin.path),
    namespace: template.bare ? "" : `${plugin.name}:`,
  }));
}

/** Returns who controls a template: the project, the caller, a variable, the administrator or the user. */
export function templateNamer({ scope, path }: RootTemplate, { environment: { variables } }: TemplateContext): Namer {
  const [, head = "", name = ""] = /^(\{\w+\}|\$\{(\w+)[^}]*\}|)/s.exec(path) ?? [];
  if (head === "{added}") return "caller";
  if (scope === "repo" || ["{cwd}", "{root}", "{project}", "{below}"].includes(head)) return "project";
  if (scope === "admin") return "admin";
  const moving = MOVED_BY[head] ?? [name];
  return moving.some((each) => variables[each]) ? "environment" : "user";
}

/** The environment variables that move Skillwright's own directories. */
const MOVED_BY: Readonly<Record<string, readonly string[]>> = {
  "{config}": ["SKILLWRIGHT_HOME", "XDG_CONFIG_HOME"],
  "{data}": ["XDG_DATA_HOME"],
};

const MAX_BELOW = 4000;
const MAX_BELOW_LEVELS = 6;

/**
 * Returns directories of this name in subdirectories of the working directory, but not in the working directory itself.
 * Hidden directories and dependencies are skipped.
 */
function below({ cwd, files }: TemplateContext, path: typeof posix, rest: string): string[] {
  const [top = ""] = rest.split("/");
  const found: string[] = [];
  const queue = [{ directory: cwd, level: 0 }];
  for (let at = 0; at < queue.length && at < MAX_BELOW; at++) {
    const { directory, level } = queue[at] as { directory: string; level: number };
    const { directories } = listOrNothing(directory, files);
    if (level > 0 && directories.includes(top) && files.exists(path.join(directory, rest)))
      found.push(path.join(directory, rest));
    if (level >= MAX_BELOW_LEVELS) continue;
    for (const name of directories)
      if (!name.startsWith(".") && name !== "node_modules")
        queue.push({ directory: path.join(directory, name), level: level + 1 });
  }
  return found;
}

/** Converts a path of a profile into an absolute path and a label. */
export function expandPath(written: string, context: TemplateContext): { path: string; label: string } {
  const { environment, cwd, projectRoot } = context;
  const path = pathModuleFor(environment);
  const [, head = "", rest = ""] = /^(\{\w+\}|\$\{[^}]*\}|)\/?(.*)$/s.exec(written) ?? [];
  const under = (base: string, label = base): { path: string; label: string } => ({
    path: path.join(base, rest),
    label: label === "" ? rest : `${label}/${rest}`,
  });
  if (head.startsWith("${")) {
    const [name = "", fallback = ""] = head.slice(2, -1).split(":-");
    const value = environment.variables[name];
    if (value) return under(path.resolve(cwd, value), `$${name}`);
    return under(expandHome(fallback, environment), fallback);
  }
  if (head === "{cwd}") return under(cwd, path.relative(projectRoot, cwd));
  if (head === "{root}") return under(projectRoot, "");
  if (head === "") {
    const absolute = expandHome(written, environment);
    return { path: path.isAbsolute(absolute) ? absolute : path.join(cwd, absolute), label: written };
  }
  const { config, data, admin } = platformDirectories(environment);
  if (head === "{config}") return under(config, "$SKILLWRIGHT_HOME");
  return head === "{data}" ? under(data) : under(admin);
}

/**
 * Returns the plugins that a template's `*` matches. Each plugin is returned with the name in its manifest, or with its
 * directory's name.
 */
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

/** Returns the entries of a directory. A directory that cannot be listed is treated as empty, so it has no plugins. */
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

/** Returns the `name` of a plugin's manifest if it can be a namespace. */
function manifestName(directory: string, files: Files, path: typeof posix): string | undefined {
  for (const manifest of [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "plugin.json"]) {
    try {
      const value: unknown = JSON.parse(
        Buffer.from(files.readFile(path.join(directory, manifest), MAX_MANIFEST_BYTES)).toString("utf8"),
      );
      const name = typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
      if (typeof name === "string" && /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
    } catch (error) {
      // The manifest is not valid, so the directory's name is used.
      if (!(error instanceof SyntaxError) && systemCode(error) === "") throw error;
    }
  }
  return undefined;
}

const MAX_LEVELS = 256;

/** Returns the directory and its parents, up to and including `top`. */
export function directoryAndParents(from: string, top: string | undefined, environment: Environment): string[] {
  const path = pathModuleFor(environment);
  const chain: string[] = [];
  for (let directory = from; chain.length < MAX_LEVELS; directory = path.dirname(directory)) {
    chain.push(directory);
    if (directory === top || path.dirname(directory) === directory) break;
  }
  return chain;
}

export function pathModuleFor({ platform }: Environment): typeof posix {
  return platform === "win32" ? win32 : posix;
}

export function expandHome(path: string, { home }: Pick<Environment, "home">): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

export function forwardSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
