/** Reads a manifest of a registry as untrusted data: the skill's layer, and the publisher's annotations. */
import {
  anything,
  constant,
  integer,
  isMap,
  list,
  matching,
  object,
  optional,
  orNull,
  parseJson,
  readShape,
  type Schema,
  string,
} from "../../../model/schema.ts";

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

/** Accepted media types, the best type first. */
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

const DESCRIPTOR: Schema<Descriptor> = object({
  digest: matching(/^sha256:[0-9a-f]{64}$/, "the SHA-256 digest of the content"),
  size: integer("bytes", 0, Number.MAX_SAFE_INTEGER),
  mediaType: string("the media type of the content"),
});

const DOCUMENT = object({
  schemaVersion: constant([2], "version of the format"),
  layers: optional(orNull(list(DESCRIPTOR))),
  manifests: optional(orNull(list(DESCRIPTOR))),
  annotations: optional(anything("annotations by the publisher")),
});

/** Returns undefined if the bytes are neither an image manifest nor an index. */
export function readOciManifest(bytes: Uint8Array): OciManifest | undefined {
  const document = readShape(parseJson(bytes), DOCUMENT);
  const { layers, manifests, annotations } = document ?? {};
  // A document must have either layers or manifests. If it has both, registries and clients disagree on its meaning.
  if (!layers === !manifests) return undefined;
  if (manifests) return { kind: "collection", manifests };
  const { [OCI_ANNOTATIONS.skill]: name, [OCI_ANNOTATIONS.created]: created } = isMap(annotations) ? annotations : {};
  return {
    kind: "skill",
    layers: layers ?? [],
    ...(typeof name === "string" ? { name } : {}),
    ...(isTime(created) ? { released: new Date(created).toISOString() } : {}),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
