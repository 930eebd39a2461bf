/** Where the skills of a configured address are kept: one directory for each server, outside of every directory of skills. */
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { type Environment, platformDirectories } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";

// What every file system takes as one name.
const MAX_NAME = 200;

/** The directory of what was pulled from an address; undefined for what is no address of a site. Nothing is looked at. */
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

/** A root with the lowest precedence that there is. */
interface PulledRoot {
  readonly path: string;
  readonly from: string;
  readonly scope: "plugin";
  /** `pull` has asked the user about every byte. */
  readonly namedBy: "user";
}

/** [I16] What was pulled from the configured sites, below everything else: a stranger's skill takes nobody's place. */
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

/** Without its path, which could be a secret. */
function notPulled(url: string, isSite: boolean): Diagnostic {
  if (isSite)
    return diagnostic("SK626", {
      message: `nothing was pulled from \`${new URL(url).host}\` yet`,
      help: "run `skillwright pull`",
    });
  return diagnostic("SK626", {
    message: "`urls` has an entry that is no address of a site",
    help: "correct it; addresses begin with `https:`",
  });
}
