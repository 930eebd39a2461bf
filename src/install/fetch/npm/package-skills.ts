/** Where a package.json says its skills are. */
import type { Diagnostic, Outcome } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { isMap } from "../../../model/schema.ts";
import { INSTALL_LIMITS } from "../../../model/skills/bundle.ts";
import { checkPath } from "../../../trust/bundle/check-path.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";

const MAX_DECLARED = 200;

/** `skills`, `agents.skills` and `pi.skills`: a path, or a list of paths or of objects with a `path`. */
export function packagePlaces(manifest: unknown, file: string): Outcome<string[]> {
  if (!isMap(manifest)) return { value: [], diagnostics: [] };
  const { skills, agents, pi } = manifest;
  const lists = [skills, isMap(agents) ? agents["skills"] : undefined, isMap(pi) ? pi["skills"] : undefined];
  return declaredPlaces(lists.flat(), file);
}

/** Paths inside, without `./`; what is none is SK608. */
export function declaredPlaces(declared: readonly unknown[], file: string): Outcome<string[]> {
  const value: string[] = [];
  const diagnostics: Diagnostic[] = [];
  diagnostics.push(...tooMany(declared.length, MAX_DECLARED, "places of skills", file));
  for (const each of declared.slice(0, MAX_DECLARED)) {
    if (each === undefined) continue;
    const path = isMap(each) ? each["path"] : each;
    const place = typeof path === "string" ? path.replace(/^\.\/|\/$/g, "").replace(/\/SKILL\.md$/i, "") : undefined;
    if (place === "" || place === ".") value.push("");
    else if (place !== undefined && checkPath(place, INSTALL_LIMITS) === undefined) value.push(place);
    else diagnostics.push(ignored(file, `declares skills at ${shown(path)}, which is no path inside`));
  }
  return { value, diagnostics };
}

function shown(value: unknown): string {
  return typeof value === "string" ? `\`${showPath(value)}\`` : "something that is no text";
}

/** Only the first `max` of what a source declares are taken: an error, because skills may be missing. */
export function tooMany(count: number, max: number, what: string, file?: string): Diagnostic[] {
  if (count <= max) return [];
  const has = file === undefined ? "the source has" : `\`${file}\` declares`;
  return [
    diagnostic("SK642", {
      path: file,
      message: `${has} ${count} ${what}, and only the first ${max} are taken: ${count - max} not considered`,
      help: "name a directory of the source nearer to the skills",
    }),
  ];
}

/** What a manifest says in vain. */
export function ignored(file: string, what: string, help = "ask its author; only paths inside are taken"): Diagnostic {
  return diagnostic("SK608", { path: file, message: `\`${file}\` ${what}`, help });
}

const MAX_MANIFEST_BYTES = 1024 * 1024;

/** JSON of a stranger's, or undefined. */
export function parseManifest(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_MANIFEST_BYTES) return undefined;
  try {
    return JSON.parse(
      Buffer.from(bytes)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
