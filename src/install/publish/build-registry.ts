/**
 * Skills in, the files of a registry out: a well-known index and one archive for each skill, named after its own bytes. Any
 * web server or object store can serve them. Nothing here touches a disk or a network, and there is no clock: the same
 * skills give the same bytes.
 */
import { sha256 } from "../../trust/signatures/manifest.ts";
import { type Publishable, packSkill } from "./collect-publication.ts";

/** A file of the registry; `path` from the directory that is served. */
export interface RegistryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface PublishedSkill {
  readonly name: string;
  readonly description: string;
  /** Of the directory. */
  readonly digest: string;
  /** Of the archive, as the index has it. */
  readonly artifact: string;
  /** Where it can be had: a path in the registry, or an address. */
  readonly at: string;
  readonly signed: boolean;
}

export interface Registry {
  /** The index last: whoever copies them in order never serves an index without its archives. */
  readonly files: readonly RegistryFile[];
  readonly skills: readonly PublishedSkill[];
}

const BASE = ".well-known/agent-skills";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

export function buildRegistry(publishable: readonly Publishable[]): Registry {
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

/** The address is relative to the index, so that the whole can be served from anywhere. */
function archiveOf(skill: Publishable): { skill: PublishedSkill; file: RegistryFile; url: string } {
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
