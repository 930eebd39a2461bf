/** Compares a Model Signing statement with the files of a manifest. */
import type { X509Certificate } from "node:crypto";
import {
  constant,
  findShapeProblem,
  type Infer,
  list,
  matching,
  object,
  oneOf,
  parseJson,
  string,
} from "../../../model/schema.ts";
import { type ManifestFile, type SignedManifest, sha256 } from "../manifest.ts";

const NOTES: readonly string[] = [".gitignore", ".gitattributes"];
const MAX_RESOURCES = 10_000;

/** A signed payload with its signature, and the certificates and log entries of its bundle. */
export interface SignedEnvelope {
  readonly payload: Buffer;
  readonly signature: Buffer;
  readonly certificates: readonly X509Certificate[];
  readonly logEntries: readonly unknown[];
}

/**
 * Returns a clause about the first difference between the statement and the files; undefined if there is none. Every
 * file must be in the statement, even one that `ignore_paths` excludes, because an unsigned file could be changed. Only
 * git's own files may be missing, because they have no effect here.
 */
export function describeDifference({ files }: SignedManifest, payload: Uint8Array): string | undefined {
  const said = readStatement(payload);
  if (typeof said === "string") return said;
  for (const { path, sha256Hex: hash, executable } of files) {
    const signed = said.get(path);
    if (signed === undefined && isGitOwnFile({ path, executable })) continue;
    if (signed === undefined) return `\`${path}\` is not covered by it`;
    if (signed !== hash) return `\`${path}\` is not as it was signed`;
  }
  const here = new Set(files.map(({ path }) => path));
  const missing = [...said.keys()].find((path) => !here.has(path));
  return missing === undefined ? undefined : `\`${shown(missing)}\` was signed and is missing`;
}

/** Returns true for git's own files. A signature may leave them out. */
export function isGitOwnFile({ path, executable }: Pick<ManifestFile, "path" | "executable">): boolean {
  return NOTES.includes(path) && !executable;
}

/** Returns the paths in a statement. Returns undefined if the statement is invalid. */
export function signedPaths(payload: Uint8Array): readonly string[] | undefined {
  const said = readStatement(payload);
  return typeof said === "string" ? undefined : [...said.keys()];
}

function readStatement(payload: Uint8Array): ReadonlyMap<string, string> | string {
  const statement = parseJson(payload);
  const problem = findShapeProblem(statement, STATEMENT.json);
  if (problem) return PROBLEMS.find(([part]) => problem.at.startsWith(part))?.[1] ?? OTHER;
  const { predicate, subject } = statement as Infer<typeof STATEMENT>;
  const files = new Map(predicate.resources.map(({ name, digest }) => [name, digest]));
  if (files.size < predicate.resources.length) return UNREADABLE;
  // The hash of all file hashes in the order of the list.
  const all = sha256(Buffer.from([...files.values()].join(""), "hex"));
  return subject[0]?.digest.sha256 === all ? files : WRONG_SUBJECT;
}

const STATEMENT = object({
  _type: constant(["https://in-toto.io/Statement/v1"], "the type of the statement"),
  predicateType: constant(["https://model_signing/signature/v1.0"], "the type of the predicate"),
  predicate: object({
    serialization: object({
      method: constant(["files"], "the method that hashes the files"),
      hash_type: constant(["sha256"], "the hash function"),
    }),
    resources: list(
      object({
        algorithm: oneOf(["sha256"], "the hash function"),
        name: string("the path of the file"),
        digest: matching(/^[0-9a-f]{64}$/, "the hash of the file"),
      }),
      "files and their hashes",
      MAX_RESOURCES,
    ),
  }),
  subject: list(object({ digest: object({ sha256: string("the hash of all hashes") }) }), "exactly one subject", 1),
});

const OTHER = "it is not about the files of a directory";
const UNREADABLE = "one of its files cannot be read";
const WRONG_SUBJECT = "its subject is not the hash of its files";

/** The parts of a statement, each with the problem for messages about an invalid statement. */
const PROBLEMS: readonly (readonly [part: string, problem: string])[] = [
  ["predicate.serialization", "it hashes files in a way that is not known"],
  ["predicate.resources[", UNREADABLE],
  ["predicate.resources", "it lists no files"],
  ["subject", WRONG_SUBJECT],
];

function shown(path: string): string {
  return path.slice(0, 160).replace(/[\p{C}\p{Zl}\p{Zp}`]/gu, "?");
}
