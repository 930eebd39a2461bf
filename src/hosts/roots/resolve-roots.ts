/**
 * Resolves the ordered roots of a profile for a working directory and a platform, including roots that do not exist.
 * Paths are canonical. If several templates name a directory, it is searched once. No skill is read.
 */
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { type NamedRoot, type Namer, SCOPES, type Scope } from "../../model/skills/root.ts";
import { type Environment, platformDirectories } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { expandHome, expandTemplates, findMarkedDirectory, forwardSlashes, pathModuleFor } from "./templates.ts";

/** A root that is not in the profile, with the file or option that names it and the owner of that file or option. */
export interface ExtraRoot {
  readonly path: string;
  readonly from: string;
  readonly namedBy: Namer;
  /** The folder that names the root: see `NamedRoot` (default: the root itself). */
  readonly namedIn?: string;
  readonly scope?: Scope;
}

export interface RootOptions {
  readonly profile: HostProfile;
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly extra: readonly ExtraRoot[];
  /**
   * The directory of the embedded skills, which are read in place. Undefined if the caller does not want these skills.
   */
  readonly systemSkills: string | undefined;
}

export function resolveRoots(options: RootOptions): Outcome<NamedRoot[]> {
  const wanted = [...extraRoots(options), ...profileRoots(options), ...systemRoots(options)];
  const diagnostics: Diagnostic[] = [];
  const roots = wanted.flatMap((root) => canonical(root, options, diagnostics));
  return { value: uniqueRoots(roots.sort((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope))), diagnostics };
}

/** Returns the nearest directory upwards that contains a marker, or the working directory. */
export function findProjectRoot(
  cwd: string,
  markers: readonly string[],
  files: Files,
  environment: Environment,
  repository?: HostProfile["repository"],
): string {
  return findMarkedDirectory(cwd, markers, files, environment, repository) ?? cwd;
}

type WantedRoot = Omit<NamedRoot, "exists">;

function extraRoots({ extra, cwd, environment, profile }: RootOptions): WantedRoot[] {
  const path = pathModuleFor(environment);
  return extra.map(({ path: named, from, namedBy, namedIn, scope = "extra" }) => {
    const absolute = path.resolve(cwd, expandHome(named, environment));
    return {
      path: absolute,
      scope,
      label: forwardSlashes(absolute),
      from,
      namedBy,
      namedIn: namedIn ?? absolute,
      followLinks: profile.engine?.followLinks.includes(scope) ?? true,
      configured: true,
      namespace: "",
    };
  });
}

function profileRoots(options: RootOptions): WantedRoot[] {
  const { profile } = options;
  return expandTemplates(profile, options).map(({ template, path, label, namespace, namedBy, namedIn }) => ({
    path,
    scope: template.scope,
    label,
    from: `profile ${profile.name}`,
    namedBy,
    namedIn,
    followLinks: profile.engine?.followLinks.includes(template.scope) ?? true,
    configured: false,
    namespace,
  }));
}

function systemRoots({ systemSkills, profile }: RootOptions): WantedRoot[] {
  if (systemSkills === undefined || !profile.engine?.systemSkills) return [];
  return [
    {
      path: systemSkills,
      scope: "system",
      label: "embedded",
      from: "embedded",
      namedBy: "package",
      namedIn: systemSkills,
      followLinks: false,
      configured: false,
      namespace: "",
    },
  ];
}

function canonical(root: WantedRoot, { files, environment }: RootOptions, diagnostics: Diagnostic[]): NamedRoot[] {
  // Most directories that a profile names do not exist. This check is thirty times as fast as catching an error.
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

/**
 * Keeps one root per directory: the root with the highest precedence. A directory of the user never becomes a root of
 * the repository.
 */
export function uniqueRoots<R extends Pick<NamedRoot, "scope" | "path">>(roots: readonly R[]): R[] {
  const user = new Set(roots.filter((root) => root.scope === "user").map((root) => root.path));
  const seen = new Set<string>();
  return roots.filter((root) => {
    if (seen.has(root.path) || (root.scope === "repo" && user.has(root.path))) return false;
    seen.add(root.path);
    return true;
  });
}

/** Replaces `\` by `/` on Windows. The engine joins paths with `/`, which Windows also accepts. */
function forwardOn(path: string, { platform }: Environment): string {
  return platform === "win32" ? forwardSlashes(path) : path;
}

/**
 * Returns the profile with one more root, `directory`, at the lowest precedence. It is used for hosts that have
 * embedded skills only on request.
 */
export function withDefaultSkills(profile: HostProfile, directory: string): HostProfile {
  return { ...profile, roots: [...profile.roots, { scope: "system", path: directory }] };
}

// Maximum length of a name. Every file system supports names of this length.
const MAX_NAME = 200;

/**
 * Returns the directory for skills that are pulled from an address. Each server has its own directory, outside of all
 * skill directories. Returns undefined if the text is not the address of a site.
 */
export function pulledDirectory(url: string, environment: Environment): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { protocol, host, pathname, search } = new URL(url);
  const server = `${protocol === "http:" ? "http+" : ""}${encode(host)}`;
  const place = encode(`${pathname.replace(/\/+$/, "")}${search}`) || "top";
  if (server.length > MAX_NAME || place.length > MAX_NAME) return undefined;
  return `${platformDirectories(environment).data}/urls/${server}/${place}/skills`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[*'()!~]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
}

/** A root of pulled skills, with the lowest precedence. */
interface PulledRoot {
  readonly path: string;
  readonly from: string;
  readonly scope: "plugin";
  /** Treated as a root that the user named, because `update --sites` showed the user all contents for approval. */
  readonly namedBy: "user";
}

/** Returns the roots of pulled skills. They have the lowest precedence, so that they never override other skills. */
export function pulledRoots(
  urls: readonly string[],
  environment: Environment,
  files: Files,
): Outcome<readonly PulledRoot[]> {
  const value: PulledRoot[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const url of new Set(urls)) {
    const path = pulledDirectory(url, environment);
    if (path !== undefined && files.exists(path))
      value.push({ path, from: "`urls`", scope: "plugin", namedBy: "user" });
    else diagnostics.push(notPulled(url, path !== undefined));
  }
  return { value, diagnostics };
}

/**
 * Returns the diagnostic for an address from which no skills were downloaded. The diagnostic does not show the
 * address's path, because the path could be a secret.
 */
function notPulled(url: string, isSite: boolean): Diagnostic {
  if (isSite)
    return diagnostic("SK626", {
      message: `no skills were downloaded from \`${new URL(url).host}\` yet`,
      help: "run `skillwright update --sites`",
    });
  return diagnostic("SK626", {
    message: "`urls` has an entry that is not the address of a site",
    help: "correct it; addresses begin with `https:`",
  });
}
