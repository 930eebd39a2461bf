/**
 * Builds the files of a registry: a well-known index, and one archive for each skill. The names of archives are their
 * digests. Any web server or object store can serve the files. The code uses no disk, network or clock, so the same
 * skills give the same bytes.
 */
import { sha256 } from "../../trust/signatures/manifest.ts";
import { type PublishableSkill, packSkill } from "./collect-publication.ts";

/** A file of the registry. `path` is relative to the served directory. */
export interface RegistryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface PublishedSkill {
  readonly name: string;
  readonly description: string;
  /** Digest of the skill's directory. */
  readonly digest: string;
  /** Digest of the archive, as in the index. */
  readonly artifact: string;
  /** The location: a path in the registry, or an address. */
  readonly at: string;
  readonly signed: boolean;
}

export interface BuiltRegistry {
  /**
   * The files of the registry. The index is last: if the files are copied in this order, the index never names a
   * missing archive.
   */
  readonly files: readonly RegistryFile[];
  readonly skills: readonly PublishedSkill[];
}

const BASE = ".well-known/agent-skills";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

export function buildRegistry(publishable: readonly PublishableSkill[]): BuiltRegistry {
  const made = publishable.map(archiveOf);
  const entries = made.map(({ skill: { name, description, artifact }, url }) => ({
    name,
    type: "archive",
    description,
    url,
    digest: artifact,
  }));
  const index = `${JSON.stringify({ $schema: SCHEMA, skills: entries }, null, 2)}\n`;
  const archives = new Map(made.map(({ file }) => [file.path, file]));
  return {
    files: [...archives.values(), { path: `${BASE}/index.json`, bytes: Buffer.from(index) }],
    skills: made.map(({ skill }) => skill),
  };
}

/**
 * Packs a skill and describes it for the index. The URL is relative to the index, so that the registry can be served
 * from anywhere.
 */
function archiveOf(skill: PublishableSkill): { skill: PublishedSkill; file: RegistryFile; url: string } {
  const bytes = packSkill(skill);
  const hex = sha256(bytes);
  const url = `archives/${hex}.tar.gz`;
  const path = `${BASE}/${url}`;
  const { name, description, digest, signed } = skill;
  return {
    skill: { name, description, digest, artifact: `sha256:${hex}`, at: path, signed },
    file: { path, bytes },
    url,
  };
}
