/**
 * Fetches skills of an OCI registry: `oci://registry/name` with an optional `:tag` and `@sha256:…`. An address names
 * one skill or a collection.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import type { Origin } from "../../../model/skills/origin.ts";
import { baseName, compareText } from "../../../model/text/text.ts";
import { describeRefusal } from "../../../trust/bundle/refusal.ts";
import type { FetchedSource, Source, SourceContext, SourceSkill } from "../../source.ts";
import { archiveSkills } from "../archives/archive.ts";
import { sha256Digest } from "../web/web-request.ts";
import { OCI_SCHEME, type OciAddress, parseOciAddress } from "./oci-address.ts";
import { ACCEPTED_MEDIA_TYPES, type Descriptor, type OciManifest, readOciManifest } from "./oci-manifest.ts";
import { OciRegistry } from "./registry.ts";

export const oci: Source = { kind: "oci", recognises: (text) => text.startsWith(OCI_SCHEME), fetch };

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
// Limit for all skills of a collection together, as a multiple of the limit for one skill. All of them are in memory
// until the user has chosen some.
const SOURCE_FACTOR = 8;

/** Checks the manifest against its digest, and each layer against the manifest. */
async function fetch(text: string, context: SourceContext): Promise<FetchedSource> {
  throwIfStopped(context.signal, "fetching");
  const address = parseOciAddress(text);
  const registry = new OciRegistry(address, context, "pull");
  const { manifest, digest } = await readAt(address.digest ?? address.tag, address, registry);
  const origin = { kind: "oci", source: address.text, resolved: digest } as const;
  if (manifest.kind === "skill") return skillsOf(manifest, { address, registry, origin, context });
  return collectionOf(manifest.manifests, { address, registry, origin, context });
}

interface Pull {
  readonly address: OciAddress;
  readonly registry: OciRegistry;
  readonly origin: Omit<Origin, "path">;
  readonly context: SourceContext;
}

async function readAt(
  reference: string,
  address: OciAddress,
  registry: OciRegistry,
): Promise<{ manifest: OciManifest; digest: string }> {
  const bytes = await registry.read(`manifests/${reference}`, "manifest", MAX_MANIFEST_BYTES, {
    accept: ACCEPTED_MEDIA_TYPES,
  });
  const manifest = readOciManifest(bytes);
  if (manifest) return { manifest, digest: sha256Digest(bytes) };
  throw new OperationError("SK604", `the registry returned something other than a manifest for \`${address.text}\``, {
    hint: "check that the server is a registry, and that the name and the tag belong to a skill",
  });
}

async function collectionOf(manifests: readonly Descriptor[], pull: Pull): Promise<FetchedSource> {
  const { address, registry, context } = pull;
  if (manifests.length > context.limits.maxSkills)
    return nothing(
      describeRefusal("SK642", { what: `there are more than ${context.limits.maxSkills} skills`, help: CHOOSE }),
    );
  const found: SourceSkill[] = [];
  const diagnostics: Diagnostic[] = [];
  let left = SOURCE_FACTOR * context.limits.maxBytes;
  for (const { digest } of manifests) {
    const { manifest } = await readAt(digest, address, registry);
    const one = manifest.kind === "skill" ? await skillsOf(manifest, pull) : nothing(nested());
    found.push(...one.skills);
    diagnostics.push(...one.diagnostics);
    left -= one.skills.reduce(
      (sum, { bundle }) => bundle.files.reduce((total, { bytes }) => total + bytes.length, sum),
      0,
    );
    if (left < 0)
      return nothing(describeRefusal("SK642", { what: "its skills together exceed the size limit", help: CHOOSE }));
  }
  return { skills: found.sort((a, b) => compareText(a.name, b.name)), diagnostics };
}

const CHOOSE = "name a single skill of the collection";

function nested(): Diagnostic {
  return describeRefusal("SK643", {
    what: "there is a collection inside the collection",
    help: "name the inner collection instead",
  });
}

/**
 * Returns the skills of a manifest. A skill must have exactly one layer, because a second layer could hide files of the
 * first.
 */
async function skillsOf(
  { layers, name, released }: OciManifest & { kind: "skill" },
  pull: Pull,
): Promise<FetchedSource> {
  const { address, registry, origin, context } = pull;
  const [layer] = layers;
  if (layer === undefined || layers.length > 1 || !/tar(?:\+|\.)gzip$/.test(layer.mediaType)) {
    const what = `\`${address.text}\` is not a skill: it has ${layers.length === 1 ? "a layer of another kind" : `${layers.length} layers`}`;
    return nothing(describeRefusal("SK646", { what, help: "a skill has one layer, which is a gzipped tar file" }));
  }
  if (layer.size > context.limits.maxBytes) {
    const what = `its layer has more than ${context.limits.maxBytes} bytes`;
    return nothing(
      describeRefusal("SK642", { what, help: "a skill is a small directory; keep data and dependencies elsewhere" }),
    );
  }
  const bytes = await registry.read(`blobs/${layer.digest}`, "layer", layer.size);
  const more = { artifact: layer.digest, ...(released === undefined ? {} : { released }) };
  return archiveSkills(bytes, { ...origin, ...more }, name ?? baseName(address.name), context);
}

function nothing(finding: Diagnostic): FetchedSource {
  return { skills: [], diagnostics: [finding] };
}
