/** Compares a Model Signing statement with the files of a manifest. */
import type { X509Certificate } from "node:crypto";
import { hasShape, isMap, matching, object, oneOf, parseJson, string } from "../../../model/schema.ts";
import { type ManifestFile, type SignedManifest, sha256 } from "../manifest.ts";

const STATEMENT = "https://in-toto.io/Statement/v1";
const PREDICATE = "https://model_signing/signature/v1.0";
const NOTES: readonly string[] = [".gitignore", ".gitattributes"];
const MAX_RESOURCES = 10_000;

/** A signed payload with its signature, and the certificates and log entries of its bundle. */
export interface Envelope {
  readonly payload: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  readonly logEntries: readonly unknown[];
}

/**
 * Returns a clause about the first difference, or undefined. Every file must be in the statement, even if
 * `ignore_paths` excludes it, because unsigned files could be changed. Only git's own files are exempt, because they
 * have no effect here.
 */
export function differenceFrom({ files }: SignedManifest, payload: Uint8Array): string | undefined {
  const said = readStatement(payload);
  if (typeof said === "string") return said;
  for (const { path, sha256Hex: hash, executable } of files) {
    const signed = said.get(path);
    if (signed === undefined && isNote({ path, executable })) continue;
    if (signed === undefined) return `\`${path}\` is not covered by it`;
    if (signed !== hash) return `\`${path}\` is not as it was signed`;
  }
  const here = new Set(files.map(({ path }) => path));
  const missing = [...said.keys()].find((path) => !here.has(path));
  return missing === undefined ? undefined : `\`${shown(missing)}\` was signed and is missing`;
}

/** Git's own files may be left out of a signature. */
export function isNote({ path, executable }: Pick<ManifestFile, "path" | "executable">): boolean {
  return NOTES.includes(path) && !executable;
}

/** Returns the paths of a statement; undefined if it is invalid. */
export function signedPaths(payload: Uint8Array): readonly string[] | undefined {
  const said = readStatement(payload);
  return typeof said === "string" ? undefined : [...said.keys()];
}

function readStatement(payload: Uint8Array): ReadonlyMap<string, string> | string {
  const statement = parseJson(payload);
  if (!isMap(statement) || statement["_type"] !== STATEMENT || statement["predicateType"] !== PREDICATE)
    return "it is not about the files of a directory";
  const predicate = isMap(statement["predicate"]) ? statement["predicate"] : {};
  const { serialization, resources } = predicate;
  if (!isMap(serialization) || serialization["method"] !== "files" || serialization["hash_type"] !== "sha256")
    return "it hashes files in a way that is not known";
  if (!Array.isArray(resources) || resources.length > MAX_RESOURCES) return "it lists no files";
  const read = readResources(resources);
  if (read === undefined) return "one of its files cannot be read";
  return isSubject(statement["subject"], [...read.values()]) ? read : "its subject is not the hash of its files";
}

const RESOURCE = object({
  algorithm: oneOf(["sha256"], "the hash function"),
  name: string("the path of the file"),
  digest: matching(/^[0-9a-f]{64}$/, "the hash of the file"),
});

function readResources(resources: readonly unknown[]): ReadonlyMap<string, string> | undefined {
  const files = new Map<string, string>();
  for (const each of resources) {
    if (!hasShape(each, RESOURCE) || files.has(each.name)) return undefined;
    files.set(each.name, each.digest);
  }
  return files;
}

/** Checks the hash of all hashes, in listed order. */
function isSubject(subject: unknown, hashes: readonly string[]): boolean {
  const first: unknown = Array.isArray(subject) && subject.length === 1 ? subject[0] : undefined;
  const digest = isMap(first) && isMap(first["digest"]) ? first["digest"]["sha256"] : undefined;
  return digest === sha256(Buffer.from(hashes.join(""), "hex"));
}

function shown(path: string): string {
  return path.slice(0, 160).replace(/[\p{C}\p{Zl}\p{Zp}`]/gu, "?");
}
