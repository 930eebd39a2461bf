/**
 * Reads lockfiles of other tools: Vercel's `skills-lock.json` and `.skill-lock.json`, `apm.lock.yaml`, dotagents'
 * `agents.lock`. Their hashes are checked if the algorithm is known. These files are untrusted. Only names and
 * addresses are used, and the callers check these.
 */
import { createHash } from "node:crypto";
import { OperationError } from "../../model/errors.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { baseName } from "../../model/text/text.ts";

export interface ImportedLock {
  readonly name: string;
  /** The source as `add` accepts it. */
  readonly source: string;
  /** Returns true if a fetched skill matches the hash in the other lock. Undefined if the other lock has no hash. */
  readonly matches?: (bundle: Bundle) => boolean;
}

const MAX_SKILLS = 1000;

/** Returns the entries sorted by name. Throws SK504 for a file in another format, and SK642 for too many skills. */
export async function importLock(path: string, text: string): Promise<readonly ImportedLock[]> {
  const found = await read(path, text);
  if (found === undefined)
    throw new OperationError("SK504", `\`${path}\` is not a supported lockfile`, {
      hint: "supported: skills-lock.json, .skill-lock.json, apm.lock.yaml, agents.lock",
    });
  if (found.length > MAX_SKILLS)
    throw new OperationError(
      "SK642",
      `\`${path}\` names ${found.length} skills, and at most ${MAX_SKILLS} can be imported`,
      {
        hint: "split the lock, or add the skills from their sources",
      },
    );
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function read(path: string, text: string): Promise<readonly ImportedLock[] | undefined> {
  const name = baseName(path);
  if (name === "agents.lock") return fromDotagents(await toml(text));
  if (/^apm\.lock(?:\.ya?ml)?$/.test(name)) return fromApm(await yaml(text));
  return fromVercel(parseJson(text));
}

async function toml(text: string): Promise<unknown> {
  const { parse } = await import("smol-toml");
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

/** Parses YAML that contains only mappings, lists and texts. */
async function yaml(text: string): Promise<unknown> {
  const { parseYaml, YamlError, toValue } = await import("../../format/yaml/parse-yaml.ts");
  try {
    const { root } = parseYaml(text);
    return root && toValue(root);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Reads project locks (version 1) and global locks (version 3). Entries without a repository cannot be fetched again.
 */
function fromVercel(value: unknown): readonly ImportedLock[] | undefined {
  if (!isMap(value) || !isMap(value["skills"])) return undefined;
  return Object.entries(value["skills"]).flatMap(([name, entry]): ImportedLock[] => {
    if (!isMap(entry)) return [];
    const source = vercelSource(name, entry);
    if (source === undefined) return [];
    const hash = text(entry["computedHash"]);
    return [
      {
        name,
        source,
        ...(hash ? { matches: (bundle: Bundle) => vercelHash(bundle) === hash } : {}),
      },
    ];
  });
}

/**
 * Returns the source of an entry. `source` is complete only for the public git server. For other servers `sourceUrl`
 * has the address, and for a site `source` is only the host.
 */
function vercelSource(name: string, entry: Readonly<Record<string, unknown>>): string | undefined {
  const source = text(entry["source"]);
  const kind = text(entry["sourceType"]);
  const place = kind === "github" ? (source ?? text(entry["sourceUrl"])) : (text(entry["sourceUrl"]) ?? source);
  if (kind === "well-known") return source === undefined ? undefined : `https://${source}#${name}`;
  if (kind === "node_modules") return "npm:.";
  return place && withDirectory(place, directoryOf(text(entry["skillPath"])), text(entry["ref"]));
}

/** Converts `skills/pdf/SKILL.md` or `skills/pdf` into `skills/pdf`. */
function directoryOf(path: string | undefined): string {
  return (path ?? "").replace(/(?:^|\/)SKILL\.md$/i, "");
}

function fromApm(value: unknown): readonly ImportedLock[] | undefined {
  if (!isMap(value) || !Array.isArray(value["dependencies"])) return undefined;
  return value["dependencies"].flatMap((entry: unknown): ImportedLock[] => {
    const repository = isMap(entry) ? text(entry["repo_url"]) : undefined;
    if (!isMap(entry) || repository === undefined) return [];
    const host = text(entry["host"]);
    const place = text(entry["virtual_path"]) ?? "";
    const source = host === undefined || host === "github.com" ? repository : `https://${host}/${repository}.git`;
    return [
      {
        name: baseName(place) || baseName(repository),
        source: withDirectory(source, place, text(entry["resolved_commit"]) ?? text(entry["resolved_ref"])),
      },
    ];
  });
}

function fromDotagents(value: unknown): readonly ImportedLock[] | undefined {
  if (!isMap(value) || !isMap(value["skills"])) return undefined;
  return Object.entries(value["skills"]).flatMap(([name, entry]): ImportedLock[] => {
    if (!isMap(entry)) return [];
    const source = text(entry["source"])?.replace(/^(?:path|git):/, "");
    const url = text(entry["resolved_url"]);
    if (source === undefined) return [];
    const integrity = text(entry["integrity"]);
    const place = text(entry["resolved_path"]) ?? "";
    const local = url === undefined;
    return [
      {
        name,
        source: local ? asPath(source) : withDirectory(url, place, commitOf(entry)),
        ...(integrity ? { matches: (bundle: Bundle) => dotagentsHash(bundle) === integrity } : {}),
      },
    ];
  });
}

/** Returns the commit of an entry. Older files store it under `commit`. */
function commitOf(entry: Readonly<Record<string, unknown>>): string | undefined {
  return text(entry["resolved_commit"]) ?? text(entry["commit"]) ?? text(entry["resolved_ref"]);
}

function asPath(source: string): string {
  return /^[./~]/.test(source) ? source : `./${source}`;
}

/** Adds a directory and a reference, in the syntax of the address. */
function withDirectory(source: string, directory: string, ref: string | undefined): string {
  const [bare = "", named] = source.split("#");
  const inner = directory === "" ? "" : /:/.test(bare) ? `//${directory}` : `/${directory}`;
  const wanted = ref ?? named;
  return bare + inner + (wanted === undefined ? "" : `#${wanted}`);
}

/** Hashes the paths in locale order, each followed by its bytes, without separators. */
function vercelHash({ files }: Bundle): string {
  const hash = sha256();
  for (const file of [...files].sort((a, b) => a.path.localeCompare(b.path, "en"))) {
    hash.update(file.path);
    hash.update(file.bytes);
  }
  return hash.digest("hex");
}

/** Hashes one line for each file: path, NUL, and the hash of its bytes. */
function dotagentsHash({ files }: Bundle): string {
  const lines = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, bytes }) => `${path}\0${sha256().update(bytes).digest("hex")}\n`);
  return `sha256-${sha256().update(lines.join("")).digest("base64")}`;
}

function sha256(): ReturnType<typeof createHash> {
  return createHash("sha256");
}
