/** Publishes to an OCI registry and installs from it: addresses, logins and content. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { oci } from "../../../src/install/fetch/oci/oci.ts";
import { parseOciAddress } from "../../../src/install/fetch/oci/oci-address.ts";
import { OciRegistry } from "../../../src/install/fetch/oci/registry.ts";
import { pushBlob, pushManifest } from "../../../src/install/publish/push-oci.ts";
import type { SourceContext } from "../../../src/install/source.ts";
import { publishSkills } from "../../../src/ops/install/publish-skills.ts";
import { digestBundle } from "../../../src/trust/bundle/digest.ts";
import { needs } from "../../needs.ts";
import { answer, type Say, wireServer } from "../../wire-server.ts";
import { machineContext } from "../context.ts";
import { startDockerRegistry } from "./docker-registry.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;

describe("[J17] an address", () => {
  test.each([
    ["oci://registry.test/owner/pdf", { server: "https://registry.test", name: "owner/pdf", tag: "latest" }],
    ["oci://registry.test/owner/pdf:1.0", { server: "https://registry.test", name: "owner/pdf", tag: "1.0" }],
    [
      `oci://registry.test/owner/pdf:1.0@${DIGEST}`,
      { server: "https://registry.test", name: "owner/pdf", tag: "1.0", digest: DIGEST },
    ],
    [
      `oci://registry.test/owner/pdf@${DIGEST}`,
      { server: "https://registry.test", name: "owner/pdf", tag: "latest", digest: DIGEST },
    ],
    ["oci://localhost:5000/pdf", { server: "http://localhost:5000", name: "pdf", tag: "latest" }],
    ["oci://127.0.0.1:5000/a/b__c/d-e.f:x", { server: "http://127.0.0.1:5000", name: "a/b__c/d-e.f", tag: "x" }],
    ["oci://[::1]:5000/pdf", { server: "http://[::1]:5000", name: "pdf", tag: "latest" }],
    ["oci://my-localhost/pdf", { server: "https://my-localhost", name: "pdf", tag: "latest" }],
    ["oci://127.0.0.1.evil.test/pdf", { server: "https://127.0.0.1.evil.test", name: "pdf", tag: "latest" }],
  ])("%s", (text, expected) => {
    const { server, name, tag, digest, text: again } = parseOciAddress(text);
    expect({ server, name, tag, ...(digest ? { digest } : {}) }).toEqual(expected);
    expect(parseOciAddress(again)).toEqual(parseOciAddress(text));
  });

  test.each([
    "oci://",
    "oci://registry.test",
    "oci://registry.test/",
    "oci://registry.test/Owner/pdf",
    "oci://registry.test/a//b",
    "oci://registry.test/a/../b",
    "oci://registry.test/pdf:",
    "oci://registry.test/pdf:a b",
    "oci://registry.test/pdf:a/b",
    "oci://registry.test/pdf@sha256:00",
    `oci://registry.test/pdf@${DIGEST}@${DIGEST}`,
    "oci://me:pass@registry.test/pdf",
    "oci://registry.test:port/pdf",
    "oci://-registry.test/pdf",
    `oci://registry.test/${"a".repeat(300)}`,
    "oci://registry.test/pdf?x=1",
    "oci://registry.test/pdf#x",
  ])("refused: %s", (text) => {
    expect(() => parseOciAddress(text)).toThrow(expect.objectContaining({ code: "SK603" }));
    expect(() => parseOciAddress(text)).not.toThrow(/pass/);
  });
});

function place(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "skillwright-oci-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const skill = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}.\nlicense: MIT\n---\nDo it.\n`;
const LOGIN = Buffer.from("user:password").toString("base64");

needs("docker-registry").describe("the real registry", () => {
  test("[J17] one skill, and a collection; the same digests twice; back with the same bytes", async () => {
    const { registry, close } = await startDockerRegistry();
    const root = place({ "skills/pdf/SKILL.md": skill("pdf"), "skills/docx/SKILL.md": skill("docx") });
    const publish = (from: string, to: string) => publishSkills({ from, to }, { cwd: root });
    const one = await publish("skills/pdf", `oci://${registry}/skills/pdf:1.0`);
    expect(await publish("skills/pdf", `oci://${registry}/skills/pdf:1.0`)).toEqual(one);
    const all = await publish("skills", `oci://${registry}/skills/all`);
    expect(all.skills.map(({ name }) => name)).toEqual(["docx", "pdf"]);
    const context = machineContext(root);
    const digestsOf = async (text: string) =>
      Object.fromEntries(
        (await oci.fetch(text, context)).skills.map(({ name, bundle }) => [name, digestBundle(bundle)]),
      );
    const [docx, pdf] = all.skills.map(({ digest }) => digest);
    expect(await digestsOf(`oci://${registry}/skills/pdf:1.0`)).toEqual({ pdf });
    expect(await digestsOf(`oci://${registry}/skills/all`)).toEqual({ docx, pdf });
    expect(await digestsOf(all.skills[0]?.at as string)).toEqual({ docx });
    const index = await fetch(`http://${registry}/v2/skills/all/manifests/latest`, {
      headers: { accept: "application/vnd.oci.image.index.v1+json" },
    });
    expect(await index.json()).toMatchObject({
      artifactType: "application/vnd.agentskills.collection.v1",
      manifests: Array(2).fill({ artifactType: "application/vnd.agentskills.skill.v1" }),
    });
    const [found] = (await oci.fetch(`oci://${registry}/skills/pdf:1.0`, context)).skills;
    expect(found?.origin).toEqual({
      kind: "oci",
      source: `oci://${registry}/skills/pdf:1.0`,
      resolved: one.skills[0]?.at.split("@")[1],
      artifact: one.skills[0]?.artifact,
      path: "pdf",
    });
    await close();
  });

  test("[J17] a dry run sends nothing; a digest cannot be published to", async () => {
    const { registry, close } = await startDockerRegistry();
    const root = place({ "skills/pdf/SKILL.md": skill("pdf") });
    const to = `oci://${registry}/skills/pdf`;
    const dry = await publishSkills({ from: "skills", to, dryRun: true }, { cwd: root });
    await expect(oci.fetch(to, machineContext(root))).rejects.toMatchObject({ code: "SK602" });
    expect((await publishSkills({ from: "skills", to }, { cwd: root })).skills).toEqual(dry.skills);
    const publishing = publishSkills({ from: "skills", to: `${to}@${DIGEST}` }, { cwd: root });
    await expect(publishing).rejects.toMatchObject({ code: "SK603" });
    await close();
  });

  test("[J18] that wants a login uses only the credentials that `docker login` stored", async () => {
    const { registry, close } = await startDockerRegistry({ login: true });
    const config = JSON.stringify({ auths: { [registry]: { auth: LOGIN } } });
    const root = place({ "skills/pdf/SKILL.md": skill("pdf"), ".docker/config.json": config });
    const to = `oci://${registry}/skills/pdf`;
    const environment = { cwd: root, home: root, platform: "linux", variables: {} } as const;
    const stranger = { ...environment, home: join(root, "skills") };
    await expect(publishSkills({ from: "skills", to }, { environment: stranger })).rejects.toMatchObject({
      code: "SK602",
    });
    await publishSkills({ from: "skills", to }, { environment });
    expect((await oci.fetch(to, machineContext(root))).skills).toHaveLength(1);
    await expect(oci.fetch(to, machineContext(root, join(root, "skills")))).rejects.toMatchObject({ code: "SK602" });
    await close();
  });
});

test("[J17] a layer is sent to the address that the registry gives, and one that is there is not sent again", async () => {
  const address = parseOciAddress("oci://registry.test/skills/pdf:1.0");
  const bytes = Buffer.from("a layer");
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const asked: string[] = [];
  const isThere = new Set<string>();
  const context: SourceContext = {
    ...machineContext(place({})),
    fetch: async (url, { method = "GET", body }) => {
      asked.push(`${method} ${url} ${Buffer.from(body ?? []).toString()}`);
      const headers = { location: "/upload?state=7" };
      const known = isThere.has(url);
      if (method === "PUT") isThere.add(`https://registry.test/v2/skills/pdf/blobs/${digest}`);
      const status = { GET: 405, HEAD: known ? 200 : 404, POST: 202, PUT: 201 }[method];
      return { status, headers, url, bytes: new Uint8Array() };
    },
  };
  const registry = new OciRegistry(address, context, "pull,push");
  for (let twice = 0; twice < 2; twice++) await pushBlob(bytes, { address, registry });
  await pushManifest(Buffer.from("{}"), "text/plain", "1.0", { address, registry });
  expect(asked).toEqual([
    `HEAD https://registry.test/v2/skills/pdf/blobs/${digest} `,
    "POST https://registry.test/v2/skills/pdf/blobs/uploads/ ",
    `PUT https://registry.test/upload?state=7&digest=${digest.replace(":", "%3A")} a layer`,
    `HEAD https://registry.test/v2/skills/pdf/blobs/${digest} `,
    "PUT https://registry.test/v2/skills/pdf/manifests/1.0 {}",
  ]);
});

describe("[J18] a registry that wants a token", () => {
  /** Answers requests that carry the token. Sends all other requests to the server that issues tokens (the realm). */
  async function tokenRegistry(realm: (url: string) => string) {
    const server = await wireServer();
    const challenge = `Bearer realm="${realm(server.url)}",service="here",scope="repository:x:pull"`;
    const guarded =
      (say: Say): Say =>
      (socket, request) =>
        (request.headers["authorization"] === "Bearer t0ken"
          ? say
          : answer(401, "", { "WWW-Authenticate": challenge }))(socket, request);
    server.on("/v2/pdf/manifests/latest", guarded(answer(200, JSON.stringify({ schemaVersion: 2, layers: [] }))));
    return { server, text: `oci://${server.url.replace("http://", "")}/pdf` };
  }

  test("gets it from where the registry says, for what is asked", async () => {
    const { server, text } = await tokenRegistry((url) => `${url}/token`);
    const config = JSON.stringify({ auths: { [server.url.replace("http://", "")]: { auth: LOGIN } } });
    const home = place({ ".docker/config.json": config });
    server.on("/token?service=here&scope=repository%3Apdf%3Apull", answer(200, '{"token":"t0ken"}'));
    const { diagnostics } = await oci.fetch(text, machineContext(home));
    expect(diagnostics.map(({ code }) => code)).toEqual(["SK646"]);
    expect(server.requests[0]?.headers["accept"]).toContain("application/vnd.oci.image.manifest.v1+json");
    expect(server.requests[0]?.headers["accept"]).toContain("application/vnd.oci.image.index.v1+json");
    expect(server.requests.map(({ path, headers }) => [path, headers["authorization"]])).toEqual([
      ["/v2/pdf/manifests/latest", undefined],
      ["/token?service=here&scope=repository%3Apdf%3Apull", `Basic ${LOGIN}`],
      ["/v2/pdf/manifests/latest", "Bearer t0ken"],
    ]);
    await server.close();
  });

  test.each([
    ["no token", '{"token":5}'],
    ["a token that is more than one line", '{"token":"a\\r\\nX-Evil: 1"}'],
    ["no JSON", "<html>"],
    ["the wrong token", '{"access_token":"other"}'],
  ])("is given %s: SK602", async (_, body) => {
    const { server, text } = await tokenRegistry((url) => `${url}/token`);
    server.on("/token?service=here&scope=repository%3Apdf%3Apull", answer(200, body));
    await expect(oci.fetch(text, machineContext(place({})))).rejects.toMatchObject({ code: "SK602" });
    await server.close();
  });

  test("that never arrives is not awaited after a stop", async () => {
    const { server, text } = await tokenRegistry((url) => `${url}/token`);
    const stop = new AbortController();
    server.on("/token?service=here&scope=repository%3Apdf%3Apull", () => stop.abort());
    await expect(oci.fetch(text, { ...machineContext(place({})), signal: stop.signal })).rejects.toMatchObject({
      code: "SK621",
      message: expect.stringMatching(/the request was stopped$/),
    });
    await server.close();
  });

  test("contacts no private network for it", async () => {
    const { server, text } = await tokenRegistry(() => "https://10.0.0.1/token");
    await expect(oci.fetch(text, machineContext(place({})))).rejects.toMatchObject({ code: "SK620" });
    await server.close();
  });
});
