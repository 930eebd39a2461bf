/** Skills of other MCP servers must match their entries and their approval, whatever the server sends. */
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { httpHandler } from "../../../src/surfaces/mcp/serving/http-handler.ts";
import { type HttpServing, serveOnPort } from "../../../src/surfaces/mcp/serving/serve-http.ts";
import { entry, environmentOf, liar, near, seen, sourceAt } from "./liar.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

const BODY = "Fill. See refs/a.md. !`touch pwned`\n";
const PDF = skillFile("pdf", 'allowed-tools: Bash(*)\nhooks: {}\nmetadata: {a: "1"}\n', BODY);

let far: Machine;
let serving: HttpServing;
let reads: string[];

beforeAll(async () => {
  far = await machine({
    ".skillwright/skills/pdf/SKILL.md": PDF,
    ".skillwright/skills/pdf/refs/a.md": "A\n",
    ".skillwright/skills/pdf/big.bin": Buffer.alloc(2 * 1024 * 1024, 0xff),
    ".skillwright/skills/notes/SKILL.md": skillFile("notes"),
  });
  const handler = httpHandler(far.open);
  reads = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, params } = JSON.parse(
      await request
        .clone()
        .text()
        .catch(() => "{}"),
    ) as { method?: string; params?: { uri?: string } };
    if (method === "resources/read") reads.push(params?.uri ?? "");
    return handler.fetch(request);
  };
  serving = await serveOnPort({ ...handler, fetch }, 0);
});

afterAll(async () => {
  await serving.stop();
  far.remove();
});

describe("a server of another machine", () => {
  test("[MC20] [MC23] [MC24] [MC26] a skill is listed without a download, withheld, and loaded as approved", async () => {
    const place = await near(
      { docs: serving.url, other: serving.url },
      { "~/.agents/skills/pdf/SKILL.md": skillFile("pdf") },
    );
    reads.length = 0;
    const skills = place.skills;
    expect(seen(place)).toEqual([
      "pdf offered",
      "mcp:docs:notes SK912",
      "mcp:docs:pdf SK912",
      "mcp:other:notes SK912",
      "mcp:other:pdf SK912",
    ]);
    expect(reads).toEqual([]);
    const refused = await skills.activate({ asked: "mcp:docs:pdf", actor: "user" });
    expect(refused).toMatchObject({ refusal: { code: "SK912" } });
    const servers = await skills.servers();
    expect(await servers.view("mcp:docs:pdf")).toMatchObject({
      server: "docs",
      uri: "skill://pdf/SKILL.md",
      state: "new",
      frontmatter: { "allowed-tools": "Bash(*)" },
      files: [{ path: "SKILL.md" }, { path: "big.bin" }, { path: "refs/a.md" }],
    });
    await servers.approve("mcp:docs:pdf", true);
    await skills.reload({ force: true });
    expect(seen(place).filter((each) => each.endsWith("offered"))).toEqual(["pdf offered", "mcp:docs:pdf offered"]);
    const activated = await skills.activate(
      { asked: "mcp:docs:pdf", actor: "model" },
      { shellExpressions: "approved" },
    );
    const { text, skill } = (activated as { activation: { text: string; skill: { manifest: object } } }).activation;
    expect(text).toContain("[This skill comes from the MCP server `docs` (`skill://pdf/SKILL.md`).");
    expect(text).toContain("not run");
    expect(skill.manifest).toEqual({ metadata: { a: "1" } });
    expect(existsSync(join(place.directory, "pwned"))).toBe(false);
    expect(reads).toEqual(["skill://pdf/SKILL.md"]);
    const read = (path: string) => skills.readResource({ asked: "mcp:docs:pdf", actor: "model", path });
    expect(await read("refs/a.md")).toMatchObject({ text: "A\n" });
    expect(await read("big.bin")).toMatchObject({ bytes: 2 * 1024 * 1024 });
    expect(await read("../notes/SKILL.md")).toMatchObject({ refused: { code: "SK332" } });
    expect(await read("nope.md")).toMatchObject({ refused: { code: "SK333" } });
    expect((await skills.activate({ asked: "pdf", actor: "model" })) as object).toMatchObject({
      activation: { skill: { scope: "user" } },
    });
    place.remove();
  });

  test("[MC22] downloaded files are cached outside every root, and hashed again", async () => {
    const place = await near({ docs: serving.url });
    const servers = await place.skills.servers();
    await servers.approve("mcp:docs:notes", true);
    await place.skills.reload({ force: true });
    reads.length = 0;
    const load = async () => JSON.stringify(await place.skills.activate({ asked: "mcp:docs:notes", actor: "model" }));
    const first = await load();
    expect(await load()).toBe(first);
    expect(reads).toEqual(["skill://notes/SKILL.md"]);
    const cache = join(place.directory, "home/.cache/skillwright/server-skills");
    const [server = ""] = readdirSync(cache);
    const [kept = ""] = readdirSync(join(cache, server));
    expect([server.replace(/[0-9a-f]{16}$/, "ID"), kept]).toEqual([
      "docs-ID",
      hash("sha256", skillFile("notes"), "hex"),
    ]);
    writeFileSync(join(cache, server, kept), "planted");
    expect(await load()).toBe(first);
    expect(reads).toHaveLength(2);
    place.write({
      "~/.config/skillwright/config.yaml": `mcp:\n  docs: { url: "${serving.url}?v=2", skills: true, headers: {} }\n`,
    });
    const moved = await openSkills({
      cwd: place.directory,
      environment: environmentOf(place),
      trust: "all",
      defaultSkills: false,
    });
    expect(moved.find("mcp:docs:notes")?.withheld?.code).toBe("SK912");
    await (await moved.servers()).approve("mcp:docs:notes", false);
    expect(readdirSync(cache).map((id) => readdirSync(join(cache, id)))).toEqual([["names.json"]]);
    place.remove();
  });

  test("[MC24] an added, removed or changed file ends the approval", async () => {
    const place = await near({ docs: serving.url });
    await (await place.skills.servers()).approve("mcp:docs:notes", true);
    far.write({ ".skillwright/skills/notes/new.md": "new" });
    const again = await openSkills({
      cwd: place.directory,
      environment: environmentOf(place),
      trust: "all",
      defaultSkills: false,
    });
    expect(again.find("mcp:docs:notes")?.withheld?.reason).toContain("its files are not those that you approved");
    expect(readFileSync(join(place.directory, "home/.config/skillwright/server-approvals.json"), "utf8")).toContain(
      "skill://notes/SKILL.md",
    );
    place.remove();
  });

  test("[MC27] is not asked by one that is asked itself, and is not passed on", async () => {
    const place = await near({ docs: serving.url });
    const options = {
      cwd: place.directory,
      environment: environmentOf(place),
      trust: "all" as const,
      defaultSkills: false,
    };
    const variables = { SKILLWRIGHT_ASKED_BY: "skillwright" };
    const asked = await openSkills({ ...options, environment: { ...options.environment, variables } });
    expect([asked.skills.length, (await openSkills({ ...options, servers: false })).skills.length]).toEqual([0, 0]);
    await (await place.skills.servers()).approve("mcp:docs:pdf", true);
    await place.skills.reload({ force: true });
    const share = await place.skills.share();
    const session = await place.skills.session();
    expect((await session.offered("model")).map(({ address }) => address)).toEqual(["mcp:docs:pdf"]);
    expect(share.paths(await session.offered("model"), [])).toEqual([]);
    place.remove();
  });
});

test.each([
  ["no time", {}, 30_000],
  ["a short time", { ttlMs: 1_000 }, 30_000],
  ["two minutes", { ttlMs: 120_000 }, 120_000],
  ["a year", { ttlMs: 31_536_000_000 }, 3_600_000],
])("[MC20] the entries of a server that says %s are held, and then asked for anew", async (_, said, heldMs) => {
  let now = 0;
  const server = await liar({ "skills/list": () => ({ skills: [entry("pdf")], ...said }) });
  const { source } = sourceAt(server.url, { clock: () => now });
  const listings = async (): Promise<number> => {
    await source.skills();
    return server.asked.filter((each) => each === "skills/list").length;
  };
  const counts = [await listings()];
  for (now of [heldMs - 1, heldMs, 2 * heldMs - 1]) counts.push(await listings());
  server.close();
  expect(counts).toEqual([1, 1, 2, 2]);
});
