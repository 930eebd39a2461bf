/** An OCI registry as a source: the real registry if it is installed, and a server that lies. */
import { createHash } from "node:crypto";
import { oci } from "../../../../src/install/fetch/oci/oci.ts";
import { parseOciAddress } from "../../../../src/install/fetch/oci/oci-address.ts";
import { OCI_MEDIA_TYPES } from "../../../../src/install/fetch/oci/oci-manifest.ts";
import { OciRegistry } from "../../../../src/install/fetch/oci/registry.ts";
import { pushBlob, pushManifest } from "../../../../src/install/publish/push-oci.ts";
import { needs } from "../../../needs.ts";
import { answer, slowLoris, wireServer } from "../../../wire-server.ts";
import { startDockerRegistry } from "../../publish/docker-registry.ts";
import { packTree } from "../registry.ts";
import { describeTransport, type Fault, type PublishedTree, skillText, type Transport } from "./contract.ts";
import { webFaults } from "./web-faults.ts";

const PDF: PublishedTree = { "skills/pdf/SKILL.md": skillText("pdf") };
const CONFIG = Buffer.from("{}");

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function described(bytes: Uint8Array, mediaType: string): { mediaType: string; digest: string; size: number } {
  return { mediaType, digest: sha256(bytes), size: bytes.length };
}

function manifestOf(layers: readonly object[], more: object = {}): Buffer {
  const config = described(CONFIG, OCI_MEDIA_TYPES.config);
  return Buffer.from(
    JSON.stringify({ schemaVersion: 2, mediaType: OCI_MEDIA_TYPES.manifest, config, layers, ...more }),
  );
}

needs("docker-registry").describe("the real registry", () => {
  describeTransport("[I20] [J17] oci", async (): Promise<Transport> => {
    const { registry, close } = await startDockerRegistry();
    const text = `oci://${registry}/skills/all:1.0`;
    return {
      kind: "oci",
      source: oci,
      async publish(tree, machine) {
        const address = parseOciAddress(text);
        const push = { address, registry: new OciRegistry(address, machine.context(), "pull,push") };
        const layer = packTree(tree, "");
        for (const blob of [layer, CONFIG]) await pushBlob(blob, push);
        await pushManifest(
          manifestOf([described(layer, OCI_MEDIA_TYPES.content)]),
          OCI_MEDIA_TYPES.manifest,
          address.tag,
          push,
        );
        return text;
      },
      wholeOrNothing: true,
      faults: {
        "a tag that is not there": { code: "SK602", prepare: () => `oci://${registry}/skills/all:9` },
        "a name that is not there": { code: "SK602", prepare: () => `oci://${registry}/skills/none` },
        "a digest that is not there": { code: "SK602", prepare: () => `${text}@sha256:${"0".repeat(64)}` },
      },
      close,
    };
  }, ["waiting"]);
});

describeTransport("[I20] [J17] oci on a wire", async (): Promise<Transport> => {
  const server = await wireServer();
  const registry = server.url.replace("http://", "");
  const text = `oci://${registry}/skills/all`;
  const put = (path: string, bytes: Uint8Array | string): void =>
    server.on(`/v2/skills/all/${path}`, answer(200, bytes));
  const publish = (tree: PublishedTree): string => {
    const layer = packTree(tree, "");
    put(`blobs/${sha256(layer)}`, layer);
    put("manifests/latest", manifestOf([described(layer, OCI_MEDIA_TYPES.content)]));
    return text;
  };
  const layer = packTree(PDF, "");
  const manifested = (code: string, bytes: Uint8Array | string): Fault => ({
    code,
    prepare() {
      publish(PDF);
      put("manifests/latest", bytes);
      return text;
    },
  });
  const good = described(layer, OCI_MEDIA_TYPES.content);
  const inner = Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [] }));
  server.on("/v2/skills/slow/manifests/latest", slowLoris());
  return {
    kind: "oci",
    source: oci,
    publish,
    wholeOrNothing: true,
    stall: () => `oci://${registry}/skills/slow`,
    faults: {
      ...webFaults(server, "/v2/skills/all/manifests/latest", () => publish(PDF)),
      "another layer than its digest": {
        code: "SK605",
        prepare() {
          publish(PDF);
          put(`blobs/${sha256(layer)}`, Buffer.from(layer).fill(0, 20, 40));
          return text;
        },
      },
      "a shorter layer than said": {
        code: "SK605",
        prepare() {
          publish(PDF);
          put(`blobs/${sha256(layer)}`, layer.slice(0, 50));
          return text;
        },
      },
      "another manifest than its digest": {
        code: "SK605",
        prepare() {
          publish(PDF);
          put(`manifests/sha256:${"0".repeat(64)}`, manifestOf([good]));
          return `${text}@sha256:${"0".repeat(64)}`;
        },
      },
      "a layer larger than its manifest says": manifested("SK622", manifestOf([{ ...good, size: 10 }])),
      "a layer beyond the limit": manifested("SK642", manifestOf([{ ...good, size: 2 ** 40 }])),
      "two layers": manifested("SK646", manifestOf([good, good])),
      "no layer": manifested("SK646", manifestOf([])),
      "a layer of another kind": manifested("SK646", manifestOf([{ ...good, mediaType: "text/plain" }])),
      "a manifest that is none": manifested("SK604", "<html>"),
      "a manifest of another version": manifested("SK604", JSON.stringify({ schemaVersion: 1, layers: [] })),
      "a manifest that is a collection too": manifested("SK604", manifestOf([good], { manifests: [] })),
      "a digest of another kind": manifested("SK604", manifestOf([{ ...good, digest: "md5:00" }])),
      "a size below zero": manifested("SK604", manifestOf([{ ...good, size: -1 }])),
      "a collection in a collection": {
        code: "SK643",
        prepare() {
          put(`manifests/${sha256(inner)}`, inner);
          put(
            "manifests/latest",
            JSON.stringify({ schemaVersion: 2, manifests: [described(inner, OCI_MEDIA_TYPES.index)] }),
          );
          return text;
        },
      },
      "too many skills": {
        code: "SK642",
        prepare() {
          const manifests = Array.from({ length: 1001 }, () => described(inner, OCI_MEDIA_TYPES.index));
          put("manifests/latest", JSON.stringify({ schemaVersion: 2, manifests }));
          return text;
        },
      },
      "a password in the address": { code: "SK603", prepare: () => `oci://me:secret@${registry}/skills/all` },
      "a name that is a path": { code: "SK603", prepare: () => `oci://${registry}/../etc` },
    },
    close: server.close,
  };
});
