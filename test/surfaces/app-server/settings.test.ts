import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import fc from "fast-check";
import { parse } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setEnabledInCodex } from "../../../src/ops/settings/set-codex-enabled.ts";
import { AGENT_SKILLS, type Site, startSite } from "../../install/fetch/site.ts";
import { skill } from "../cli/run.ts";
import { makePlace } from "../http/place.ts";
import { CLIENT_INFO, type Client, clientFor } from "./client.ts";

const TOML = `# mine
model = "o3" # keep

[[skills.config]]
name = "docx"
enabled = false

[mcp_servers.forms]
command = "forms"
`;

async function open(place: ReturnType<typeof makePlace>, host?: string): Promise<Client> {
  const client = clientFor({ ...place.load, ...(host === undefined ? {} : { host }) });
  const { result } = await client.call("initialize", CLIENT_INFO);
  expect(result).toMatchObject({ codexHome: `${place.home}/${host === "codex" ? ".codex" : ".config/skillwright"}` });
  return client;
}

async function listed(client: Client): Promise<Record<string, boolean>> {
  const { result } = await client.call("skills/list");
  const { data } = result as { data: { skills: { name: string; enabled: boolean }[] }[] };
  return Object.fromEntries(data.flatMap(({ skills }) => skills.map(({ name, enabled }) => [name, enabled])));
}

describe("[SV29] with `--host codex` it is Codex's own configuration that is edited", () => {
  const place = makePlace({
    "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "~/.agents/skills/docx/SKILL.md": skill("docx"),
    "~/.codex/config.toml": TOML,
  });
  const config = `${place.home}/.codex/config.toml`;
  const path = `${place.home}/.agents/skills/pdf/SKILL.md`;
  const off = TOML.replace("[mcp_servers", `[[skills.config]]\npath = "${path}"\nenabled = false\n\n[mcp_servers`);
  let client: Client;
  beforeAll(async () => {
    client = await open(place, "codex");
  });
  afterAll(() => client.server.close());
  const write = async (params: object): Promise<unknown> =>
    (await client.call("skills/config/write", params))["result"];

  test("an entry for what is left out, none for what is let in, and nothing else", async () => {
    expect(await listed(client)).toEqual({ docx: false, pdf: true });
    expect(await write({ path, name: null, enabled: false })).toEqual({ effectiveEnabled: false });
    expect(readFileSync(config, "utf8")).toBe(off);
    expect(await write({ path, enabled: false })).toEqual({ effectiveEnabled: false });
    expect(readFileSync(config, "utf8")).toBe(off);
    expect(await write({ path, enabled: true })).toEqual({ effectiveEnabled: true });
    expect(parse(readFileSync(config, "utf8"))).toEqual(parse(TOML));
    expect(readFileSync(config, "utf8")).toContain('model = "o3" # keep');
    expect(existsSync(`${place.home}/.config/skillwright/config.yaml`)).toBe(false);
  });

  test("by name, and what another entry says still holds", async () => {
    expect(await write({ path: path.replace("pdf", "docx"), enabled: true })).toEqual({ effectiveEnabled: false });
    expect(await write({ name: "docx", enabled: true })).toEqual({ effectiveEnabled: true });
    expect(parse(readFileSync(config, "utf8"))).not.toHaveProperty("skills");
    const { result } = await client.call("skills/disable", { name: "docx" });
    expect([result, await listed(client)]).toMatchObject([{ effectiveEnabled: false }, { pdf: true, docx: false }]);
  });

  test("what is not there yet can be left out too, as long as it has a name", async () => {
    expect(await write({ name: "later", enabled: false })).toEqual({ effectiveEnabled: false });
    expect(readFileSync(config, "utf8")).toContain('name = "later"');
    expect((await client.call("skills/config/write", { name: " ", enabled: false }))["error"]).toMatchObject({
      code: -32602,
    });
  });

  test("a file that cannot be read is left alone", async () => {
    place.write({ "~/.codex/config.toml": "model = \n" });
    expect((await client.call("skills/config/write", { name: "pdf", enabled: false }))["error"]).toMatchObject({
      code: -32000,
      data: { code: "SK030" },
    });
    expect(readFileSync(config, "utf8")).toBe("model = \n");
  });

  test("what other hosts leave out is not for us to say", async () => {
    const other = await open(place, "claude-code");
    expect((await other.call("skills/config/write", { name: "pdf", enabled: false }))["error"]).toMatchObject({
      code: -32000,
      message: expect.stringContaining("claude-code"),
    });
    await other.server.close();
  });
});

describe("[SV29] `[[skills.config]]` as text", () => {
  const place = makePlace({});
  const environment = { cwd: "/", home: place.home, platform: "linux" as const, variables: {} };
  const config = `${place.home}/.codex/config.toml`;
  const edited = async (before: string, name: string, enabled: boolean): Promise<string> => {
    place.write({ "~/.codex/config.toml": before });
    await setEnabledInCodex({ name }, enabled, environment);
    return readFileSync(config, "utf8");
  };

  test.each([
    ["", "a", false, '[[skills.config]]\nname = "a"\nenabled = false\n'],
    ["x = 1", "a", false, 'x = 1\n\n[[skills.config]]\nname = "a"\nenabled = false\n'],
    ['[[skills.config]]\nname = "a"\nenabled = true\n', "a", false, '[[skills.config]]\nname = "a"\nenabled = false\n'],
    ["[skills]\nmax_context_tokens = 9\n", "a", true, "[skills]\nmax_context_tokens = 9\n"],
    ['[[skills.config]]\nname = "a"\npath = "/b"\nenabled = false\n', "a", true, undefined],
  ])("%j, %s → %s", async (before, name, enabled, after) => {
    expect(await edited(before, name, enabled)).toBe(after ?? before);
  });

  test("whatever it is called, off and on again leaves the settings as they were", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" }), async (name) => {
        fc.pre(name.trim() !== "" && name.trim() !== "docx");
        const off = await edited(TOML, name, false);
        expect((parse(off) as { skills: { config: unknown[] } }).skills.config.at(-1)).toEqual({
          name,
          enabled: false,
        });
        expect(parse(await edited(off, name, true))).toEqual(parse(TOML));
      }),
      { numRuns: 60 },
    );
  });

  test("a file that is a link stays one", async () => {
    const linked = makePlace({ "dotfiles/config.toml": "x = 1\n" });
    mkdirSync(`${linked.home}/.codex`);
    symlinkSync(`${linked.project}/dotfiles/config.toml`, `${linked.home}/.codex/config.toml`);
    await setEnabledInCodex({ name: "a" }, false, { ...environment, home: linked.home });
    expect(readFileSync(`${linked.project}/dotfiles/config.toml`, "utf8")).toContain("skills.config");
  });
});

describe("[SV21] skills/remote/read and skills/remote/write with a configured site", () => {
  let site: Site;
  let client: Client;
  let place: ReturnType<typeof makePlace>;
  beforeAll(async () => {
    site = await startSite();
    site.publishArchives({
      "skills/pdf/SKILL.md": skill("pdf", "Fill in forms."),
      "skills/mail/SKILL.md": skill("mail"),
    });
    place = makePlace({ "~/.config/skillwright/config.yaml": `urls: ["${site.url}"]\n` });
    client = await open(place);
  });
  afterAll(async () => {
    await client.server.close();
    await site.close();
  });
  interface Remote {
    readonly id: string;
    readonly name: string;
    readonly description: string;
  }
  const remote = async (method: string): Promise<readonly Remote[]> =>
    ((await client.call(method))["result"] as { data: Remote[] }).data;

  test("what the site has, with ids that can be fetched", async () => {
    const all = await remote("skills/remote/read");
    expect(all.map(({ name, description }) => [name, description])).toEqual([
      ["mail", expect.any(String)],
      ["pdf", "Fill in forms."],
    ]);
    expect(await remote("skills/remote/list")).toEqual(all);
    expect(await listed(client)).toEqual({});
  });

  test("one of them is fetched, listed and no other", async () => {
    const [, pdf] = await remote("skills/remote/read");
    const { result, error } = await client.call("skills/remote/write", { hazelnutId: pdf?.id });
    expect([error, result]).toEqual([undefined, { id: pdf?.id, name: "pdf", path: expect.stringMatching(/\/pdf$/) }]);
    expect(readFileSync(`${(result as { path: string }).path}/SKILL.md`, "utf8")).toContain("Fill in forms.");
    expect(await listed(client)).toEqual({ pdf: true });
    await client.until(({ method }) => method === "skills/changed");
  });

  test("what policy would ask a person about takes its digest", async () => {
    site.publishArchives({ "skills/bad/SKILL.md": `${skill("bad")}\nx\u{e0041}\u{e0042}\n` });
    const [bad] = await remote("skills/remote/read");
    const refused = await client.call("skills/remote/write", { hazelnutId: bad?.id });
    expect(refused["error"]).toMatchObject({ code: -32000, data: { code: "SK505", help: expect.any(String) } });
    expect(await listed(client)).toEqual({ pdf: true });
  });

  test("a site that is gone is an answer without skills, and ids of another are unknown", async () => {
    site.putIndex(`${AGENT_SKILLS}/index.json`, []);
    expect(
      (await client.call("skills/remote/write", { hazelnutId: "https://example.org#pdf" }))["error"],
    ).toMatchObject({
      code: -32602,
    });
    expect(await remote("skills/remote/read")).toEqual([]);
    expect(client.mistakes).toEqual([]);
  });
});
