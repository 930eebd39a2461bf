/** Reads a manifest of a registry as untrusted data: the skill's layer, and the publisher's annotations. */
import { integer, isMap, matching, object, parseJson, readShape, type Schema, string } from "../../../model/schema.ts";

export const OCI_MEDIA_TYPES = {
  manifest: "application/vnd.oci.image.manifest.v1+json",
  index: "application/vnd.oci.image.index.v1+json",
  skill: "application/vnd.agentskills.skill.v1",
  config: "application/vnd.agentskills.skill.config.v1+json",
  content: "application/vnd.agentskills.skill.content.v1.tar+gzip",
  collection: "application/vnd.agentskills.collection.v1",
} as const;

export const OCI_ANNOTATIONS = {
  skill: "io.agentskills.skill.name",
  title: "org.opencontainers.image.title",
  description: "org.opencontainers.image.description",
  version: "org.opencontainers.image.version",
  licenses: "org.opencontainers.image.licenses",
  created: "org.opencontainers.image.created",
} as const;

/** Accepted media types, best first. */
export const ACCEPTED_MEDIA_TYPES: string = [
  OCI_MEDIA_TYPES.manifest,
  OCI_MEDIA_TYPES.index,
  "application/vnd.docker.distribution.manifest.v2+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
].join(", ");

export interface Descriptor {
  readonly digest: string;
  readonly size: number;
  readonly mediaType: string;
}

export type OciManifest =
  | {
      readonly kind: "skill";
      readonly layers: readonly Descriptor[];
      readonly name?: string;
      readonly released?: string;
    }
  | { readonly kind: "collection"; readonly manifests: readonly Descriptor[] };

/** Returns undefined if the bytes are neither an image manifest nor an index. */
export function readOciManifest(bytes: Uint8Array): OciManifest | undefined {
  const said = parseJson(bytes);
  if (!isMap(said) || said["schemaVersion"] !== 2) return undefined;
  const { layers, manifests } = said;
  // A document must have either layers or manifests, because readers disagree on one that has both.
  if (Array.isArray(layers) === Array.isArray(manifests)) return undefined;
  const list = (Array.isArray(layers) ? layers : (manifests as unknown[])).map((each) => readShape(each, DESCRIPTOR));
  if (!list.every((each) => each !== undefined)) return undefined;
  if (!Array.isArray(layers)) return { kind: "collection", manifests: list };
  const annotations = isMap(said["annotations"]) ? said["annotations"] : {};
  const [name, created] = [annotations[OCI_ANNOTATIONS.skill], annotations[OCI_ANNOTATIONS.created]];
  return {
    kind: "skill",
    layers: list,
    ...(typeof name === "string" ? { name } : {}),
    ...(isTime(created) ? { released: new Date(created).toISOString() } : {}),
  };
}

const DESCRIPTOR: Schema<Descriptor> = object({
  digest: matching(/^sha256:[0-9a-f]{64}$/, "of the bytes"),
  size: integer("bytes", 0, Number.MAX_SAFE_INTEGER),
  mediaType: string("the type of the bytes"),
});

function isTime(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
