/**
 * Pushes skills to an OCI registry: one manifest for each skill, and a collection manifest if there are several skills.
 * The same skills give the same digests.
 */
import { OperationError } from "../../model/errors.ts";
import { type OciAddress, parseOciAddress } from "../fetch/oci/oci-address.ts";
import { OCI_ANNOTATIONS, OCI_MEDIA_TYPES } from "../fetch/oci/oci-manifest.ts";
import { OciRegistry, registryError } from "../fetch/oci/registry.ts";
import { sha256Digest } from "../fetch/web/web-request.ts";
import type { SourceContext } from "../source.ts";
import type { PublishedSkill } from "./build-registry.ts";
import { type PublishableSkill, packSkill } from "./collect-publication.ts";

/** Pushes layers and configurations before the manifests that name them, and the tag last. */
export async function pushSkills(
  skills: readonly PublishableSkill[],
  to: string,
  context: SourceContext,
  dryRun = false,
): Promise<PublishedSkill[]> {
  const address = writableAddress(to);
  const images = skills.map(imageOf);
  if (!dryRun) await pushImages(images, { address, registry: new OciRegistry(address, context, "pull,push") });
  const base = `oci://${address.registry}/${address.name}`;
  return images.map(({ skill, blobs: [layer], manifest }) => ({
    name: skill.name,
    description: skill.description,
    digest: skill.digest,
    artifact: sha256Digest(layer),
    at: `${base}@${sha256Digest(manifest)}`,
    signed: skill.signed,
  }));
}

async function pushImages(images: readonly Image[], push: OciPush): Promise<void> {
  const { tag } = push.address;
  for (const { blobs } of images) for (const blob of blobs) await pushBlob(blob, push);
  const [only, ...more] = images;
  if (only && more.length === 0) return pushManifest(only.manifest, OCI_MEDIA_TYPES.manifest, tag, push);
  for (const { manifest } of images)
    await pushManifest(manifest, OCI_MEDIA_TYPES.manifest, sha256Digest(manifest), push);
  await pushManifest(collectionOf(images), OCI_MEDIA_TYPES.index, tag, push);
}

function writableAddress(to: string): OciAddress {
  const address = parseOciAddress(to);
  if (address.digest === undefined) return address;
  throw new OperationError("SK603", `\`${to}\` names a digest`, {
    hint: "publishing computes the digest; write a name and a tag instead",
  });
}

interface Image {
  readonly skill: PublishableSkill;
  readonly blobs: readonly [layer: Uint8Array, config: Uint8Array];
  readonly manifest: Uint8Array;
}

function imageOf(skill: PublishableSkill): Image {
  const { name, description, version, license, compatibility } = skill;
  const layer = packSkill(skill, `${name}/`);
  const config = json({ name, version, description, license, compatibility });
  const manifest = json({
    schemaVersion: 2,
    mediaType: OCI_MEDIA_TYPES.manifest,
    artifactType: OCI_MEDIA_TYPES.skill,
    config: descriptorOf(config, OCI_MEDIA_TYPES.config),
    layers: [descriptorOf(layer, OCI_MEDIA_TYPES.content)],
    annotations: annotationsOf(skill),
  });
  return { skill, blobs: [layer, config], manifest };
}

/** Returns the annotations of a skill. The creation time is left out, because it would change the digest. */
function annotationsOf({ name, description, version, license }: PublishableSkill): Record<string, string | undefined> {
  return {
    [OCI_ANNOTATIONS.skill]: name,
    [OCI_ANNOTATIONS.title]: name,
    [OCI_ANNOTATIONS.description]: description,
    [OCI_ANNOTATIONS.version]: version,
    [OCI_ANNOTATIONS.licenses]: license,
  };
}

function collectionOf(images: readonly Image[]): Uint8Array {
  return json({
    schemaVersion: 2,
    mediaType: OCI_MEDIA_TYPES.index,
    artifactType: OCI_MEDIA_TYPES.collection,
    manifests: images.map(({ skill, manifest }) => ({
      ...descriptorOf(manifest, OCI_MEDIA_TYPES.manifest),
      artifactType: OCI_MEDIA_TYPES.skill,
      annotations: annotationsOf(skill),
    })),
  });
}

function descriptorOf(bytes: Uint8Array, mediaType: string): object {
  return { mediaType, digest: sha256Digest(bytes), size: bytes.length };
}

/** Leaves out undefined values. */
function json(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

export interface OciPush {
  readonly address: OciAddress;
  readonly registry: OciRegistry;
}

/** Skips blobs that the registry already has. */
export async function pushBlob(bytes: Uint8Array, { address, registry }: OciPush): Promise<void> {
  const digest = sha256Digest(bytes);
  const known = await registry.ask(`blobs/${digest}`, { method: "HEAD" });
  if (known.status === 200) return;
  const begun = await registry.ask("blobs/uploads/", { method: "POST", body: new Uint8Array(0) });
  const { location } = begun.headers;
  if (begun.status !== 202 || location === undefined) throw registryError(address, "a layer", begun.status);
  const url = new URL(location, `${address.server}/v2/${address.name}/blobs/uploads/`);
  url.searchParams.set("digest", digest);
  const headers = { "content-type": "application/octet-stream" };
  const done = await registry.ask(url.href, { method: "PUT", body: bytes, headers });
  if (done.status !== 201) throw registryError(address, "a layer", done.status);
}

export async function pushManifest(
  bytes: Uint8Array,
  mediaType: string,
  reference: string,
  { address, registry }: OciPush,
): Promise<void> {
  const headers = { "content-type": mediaType };
  const { status } = await registry.ask(`manifests/${reference}`, { method: "PUT", body: bytes, headers });
  if (status !== 201) throw registryError(address, "a manifest", status);
}
