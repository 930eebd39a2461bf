/** Reads manifests of an OCI registry, and rejects invalid ones. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { oci } from "../../../src/install/fetch/oci/oci.ts";
import {
  ACCEPTED_MEDIA_TYPES,
  OCI_ANNOTATIONS,
  OCI_MEDIA_TYPES,
  readOciManifest,
} from "../../../src/install/fetch/oci/oci-manifest.ts";
import { makeMachine } from "../context.ts";

const LAYER = { digest: `sha256:${"a".repeat(64)}`, size: 3, mediaType: OCI_MEDIA_TYPES.content };
const read = (value: unknown): unknown => readOciManifest(Buffer.from(JSON.stringify(value)));

test("[J17] a skill has its layers, its name and the time of its release", () => {
  const annotations = {
    "io.agentskills.skill.name": "pdf",
    "org.opencontainers.image.created": "2026-01-02T03:04:05+01:00",
    "org.opencontainers.image.title": "other",
  };
  expect(read({ schemaVersion: 2, layers: [{ ...LAYER, more: 1 }], annotations })).toEqual({
    kind: "skill",
    layers: [LAYER],
    name: "pdf",
    released: "2026-01-02T02:04:05.000Z",
  });
  const odd = { "io.agentskills.skill.name": 1, "org.opencontainers.image.created": "yesterday" };
  for (const more of [{}, { annotations: odd }, { annotations: [] }])
    expect(read({ schemaVersion: 2, layers: [], ...more })).toEqual({ kind: "skill", layers: [] });
});

test("[J17] a collection in a collection is refused, with the way to it", async () => {
  const inner = Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [] }));
  const digest = `sha256:${createHash("sha256").update(inner).digest("hex")}`;
  const outer = { schemaVersion: 2, manifests: [{ digest, size: inner.length, mediaType: OCI_MEDIA_TYPES.index }] };
  const machine = makeMachine();
  const { skills, diagnostics } = await oci.fetch(
    "oci://registry.test/skills/all",
    machine.context({
      fetch: async (url) => ({
        ...{ status: 200, headers: {}, url },
        bytes: url.endsWith(digest) ? inner : Buffer.from(JSON.stringify(outer)),
      }),
    }),
  );
  expect(skills).toEqual([]);
  expect(diagnostics).toMatchObject([
    {
      code: "SK643",
      message: expect.stringContaining("there is a collection inside the collection"),
      help: "name the inner collection instead",
    },
  ]);
  machine.remove();
});

test("[J17] a collection has manifests", () => {
  expect(read({ schemaVersion: 2, manifests: [LAYER] })).toEqual({ kind: "collection", manifests: [LAYER] });
});

test.each([
  ["no object", []],
  ["another version", { schemaVersion: 1, layers: [] }],
  ["neither layers nor manifests", { schemaVersion: 2 }],
  ["both", { schemaVersion: 2, layers: [], manifests: [] }],
  ["a layer that is not an object", { schemaVersion: 2, layers: ["x"] }],
  ["a digest of another kind", { schemaVersion: 2, layers: [{ ...LAYER, digest: `sha512:${"a".repeat(64)}` }] }],
  ["a longer digest", { schemaVersion: 2, layers: [{ ...LAYER, digest: `${LAYER.digest}a` }] }],
  ["no type", { schemaVersion: 2, layers: [{ ...LAYER, mediaType: 1 }] }],
  ["no size", { schemaVersion: 2, layers: [{ ...LAYER, size: "3" }] }],
  ["a negative size", { schemaVersion: 2, layers: [{ ...LAYER, size: -1 }] }],
  ["a broken size", { schemaVersion: 2, layers: [{ ...LAYER, size: 1.5 }] }],
])("[J17] %s is not a manifest", (_, value) => {
  expect(read(value)).toBeUndefined();
});

test("[J17] a request names these types, and a manifest has these annotations", () => {
  expect(ACCEPTED_MEDIA_TYPES.split(", ")).toEqual([
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
  ]);
  expect({ ...OCI_MEDIA_TYPES, ...OCI_ANNOTATIONS }).toEqual({
    manifest: "application/vnd.oci.image.manifest.v1+json",
    index: "application/vnd.oci.image.index.v1+json",
    config: "application/vnd.agentskills.skill.config.v1+json",
    content: "application/vnd.agentskills.skill.content.v1.tar+gzip",
    collection: "application/vnd.agentskills.collection.v1",
    skill: "io.agentskills.skill.name",
    title: "org.opencontainers.image.title",
    description: "org.opencontainers.image.description",
    version: "org.opencontainers.image.version",
    licenses: "org.opencontainers.image.licenses",
    created: "org.opencontainers.image.created",
  });
  expect(OCI_MEDIA_TYPES.skill).toBe("application/vnd.agentskills.skill.v1");
});
