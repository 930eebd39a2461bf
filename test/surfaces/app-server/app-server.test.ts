import { rmSync } from "node:fs";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Environment } from "../../../src/platform/environment.ts";
import { METHODS } from "../../../src/surfaces/app-server/app-server.ts";
import { LineReader } from "../../../src/surfaces/app-server/line-reader.ts";
import { runAppServer } from "../../../src/surfaces/app-server/run-app-server.ts";
import { isAlive, newMark } from "../../alive.ts";
import { withSandbox } from "../../run/with-sandbox.ts";
import { waitFor } from "../../wait.ts";
import { skill } from "../cli/run.ts";
import { makePlace } from "../http/place.ts";
import { CLIENT_INFO, clientFor } from "./client.ts";

const SIDECAR = `interface:
  display_name: PDF tools
  short_description: Forms and pages
  icon_small: ./assets/small.svg
  icon_large: ../../outside.svg
  brand_color: "#112233"
  default_prompt: Fill in a form
dependencies:
  tools:
    - type: mcp
      value: forms
      description: Fills forms
      transport: streamable_http
      url: https://forms.example/mcp
`;
const place = makePlace({
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in forms.", "metadata:\n  short-description: Forms\n"),
  "~/.agents/skills/pdf/agents/openai.yaml": SIDECAR,
  "~/.agents/skills/off/SKILL.md": skill("off"),
  "~/.agents/skills/broken/SKILL.md": "no frontmatter\n",
  "~/.config/skillwright/config.yaml": "disable: [off]\n",
  ".agents/skills/mine/SKILL.md": skill("mine"),
  "other/.git/HEAD": "",
  "more/extra/SKILL.md": skill("extra"),
  "source/notes/SKILL.md": skill("notes", "Takes notes."),
});
const client = clientFor(place.load);
const path = (name: string): string => `${place.home}/.agents/skills/${name}/SKILL.md`;
const described = (name: string): string => `Does ${name} work well. Use when somebody asks for ${name}.`;
const bare = (name: string, more: object = {}): object => ({
  ...{ name, description: described(name), path: path(name), scope: "user", enabled: true, pluginId: null },
  ...more,
});
const PDF = {
  name: "pdf",
  description: "Fill in forms.",
  shortDescription: "Forms",
  interface: {
    displayName: "PDF tools",
    shortDescription: "Forms and pages",
    iconSmall: `${place.home}/.agents/skills/pdf/assets/small.svg`,
    iconSmallUrl: null,
    iconLargeUrl: null,
    brandColor: "#112233",
    defaultPrompt: "Fill in a form",
  },
  dependencies: {
    tools: [
      {
        type: "mcp",
        value: "forms",
        description: "Fills forms",
        transport: "streamable_http",
        url: "https://forms.example/mcp",
      },
    ],
  },
  path: path("pdf"),
  scope: "user",
  enabled: true,
  pluginId: null,
};
const BROKEN = { path: path("broken"), message: expect.any(String) };
const UNTRUSTED = { path: `${place.project}/.agents/skills/mine/SKILL.md`, message: "the folder is not trusted" };

describe("[SV22] out of order", () => {
  const early = clientFor(place.load);
  test("nothing is answered before `initialize`, which happens once", async () => {
    expect(await early.call("skills/list")).toEqual({ id: 1, error: { code: -32600, message: "Not initialized" } });
    expect(await early.call("initialize", { clientInfo: null })).toMatchObject({ error: { code: -32600 } });
    expect(await early.call("initialize", CLIENT_INFO)).toEqual({
      id: 3,
      result: {
        userAgent: "skillwright/0.0.0 (editor; 1.2)",
        codexHome: `${place.home}/.config/skillwright`,
        platformFamily: "unix",
        platformOs: "linux",
      },
    });
    expect(await early.call("initialize", CLIENT_INFO)).toEqual({
      id: 4,
      error: { code: -32600, message: "Already initialized" },
    });
    early.server.take('{"method":"initialized"}');
    await early.server.close();
  });
});

describe("Codex's methods", () => {
  beforeAll(() => client.call("initialize", CLIENT_INFO));
  afterAll(() => client.server.close());

  test("[SV20] skills/list", async () => {
    expect((await client.call("skills/list"))["result"]).toEqual({
      data: [{ cwd: place.project, skills: [PDF, bare("off", { enabled: false })], errors: [BROKEN, UNTRUSTED] }],
    });
  });

  test("[SV20] several directories, roots for one of them, unknown fields", async () => {
    const other = `${place.project}/other`;
    const { result } = await client.call("skills/list", {
      cwds: [place.project, other, "/nowhere/at/all"],
      forceReload: null,
      perCwdExtraUserRoots: [
        { cwd: other, extraUserRoots: [`${place.project}/more`] },
        { cwd: "/not/asked/for", extraUserRoots: [`${place.project}/more`] },
      ],
      somethingNew: true,
    });
    const [first, second, third] = (result as { data: { cwd: string; skills: { name: string; scope: string }[] }[] })
      .data;
    expect([first?.cwd, second?.cwd]).toEqual([place.project, other]);
    expect(first?.skills.map(({ name }) => name)).toEqual(["pdf", "off"]);
    expect(second?.skills.map(({ name, scope }) => [name, scope])).toEqual([
      ["extra", "user"],
      ["pdf", "user"],
      ["off", "user"],
    ]);
    expect(third).toEqual({
      cwd: "/nowhere/at/all",
      skills: [],
      errors: [{ path: "/nowhere/at/all", message: expect.any(String) }],
    });
  });

  test("[SV20] relative roots are refused", async () => {
    const roots = [{ cwd: place.project, extraUserRoots: ["more"] }];
    expect((await client.call("skills/list", { cwds: [place.project], perCwdExtraUserRoots: roots }))["error"]).toEqual(
      {
        code: -32600,
        message: "skills/list perCwdExtraUserRoots extraUserRoots paths must be absolute: more",
      },
    );
    expect((await client.call("skills/extraRoots/set", { extraRoots: ["more"] }))["error"]).toMatchObject({
      code: -32600,
    });
  });

  test("[SV20] roots for all directories", async () => {
    const names = async (): Promise<string[]> => {
      const { result } = await client.call("skills/list");
      return (result as { data: { skills: { name: string }[] }[] }).data.flatMap(({ skills }) =>
        skills.map(({ name }) => name),
      );
    };
    expect((await client.call("skills/extraRoots/set", { extraRoots: [`${place.project}/more`] }))["result"]).toEqual(
      {},
    );
    expect(await names()).toEqual(["extra", "pdf", "off"]);
    await client.call("skills/extraRoots/set", { extraRoots: [] });
    expect(await names()).toEqual(["pdf", "off"]);
  });

  test("[SV21] skills/config/write, by path and by name; enable and disable", async () => {
    const result = async (method: string, params: object): Promise<unknown> =>
      (await client.call(method, params))["result"];
    expect(await result("skills/config/write", { path: path("pdf"), name: null, enabled: false })).toEqual({
      effectiveEnabled: false,
    });
    expect((await client.call("skills/list"))["result"]).toMatchObject({
      data: [
        {
          skills: [
            { name: "off", enabled: false },
            { name: "pdf", enabled: false },
          ],
        },
      ],
    });
    expect(await result("skills/enable", { path: path("pdf") })).toMatchObject({ effectiveEnabled: true });
    expect(await result("skills/disable", { name: "pdf" })).toMatchObject({ effectiveEnabled: false });
    expect(await result("skills/config/write", { name: "pdf", enabled: true })).toEqual({ effectiveEnabled: true });
  });

  test.each([
    ["skills/config/write", { enabled: true }, -32602],
    ["skills/config/write", { enabled: true, name: "a", path: "/b" }, -32602],
    ["skills/config/write", { enabled: "yes", name: "a" }, -32602],
    ["skills/config/write", { enabled: true, path: "relative" }, -32600],
    ["skills/config/write", { enabled: true, name: "nobody" }, -32000],
    ["skills/list", { cwds: 5 }, -32602],
    ["skills/list", [], -32602],
    ["skills/list", "x", -32602],
    ["skills/load", {}, -32602],
    ["skills/load", { name: "nobody" }, -32000],
    ["skills/load", { name: "mine", actor: "model" }, -32000],
    ["skills/remote/write", { hazelnutId: "x" }, -32602],
    ["skills/nothing", {}, -32601],
    ["constructor", {}, -32601],
  ])("[SV22] %s %j → %i", async (method, params, code) => {
    const { error } = await client.call(method, params);
    expect(error).toEqual(expect.objectContaining({ code, message: expect.any(String) }));
  });

  test("[SV21] a skill from a source, after a look, or as policy allows", async () => {
    const source = `${place.project}/source`;
    const looked = await client.call("skills/install", { source, where: "user", dryRun: true });
    expect(looked["result"]).toMatchObject({ applied: [], skills: [{ name: "notes", action: "add" }] });
    const { result, error } = await client.call("skills/install", {
      source,
      where: "user",
      accept: [digestIn(looked)],
    });
    expect([error, result]).toMatchObject([undefined, { applied: [{ name: "notes", action: "add" }] }]);
    expect((await client.call("skills/list"))["result"]).toMatchObject({
      data: [{ skills: [{ name: "notes" }, { name: "pdf" }, { name: "off" }] }],
    });
  });

  test("[SV21] what configured sites have: nothing where none is configured", async () => {
    expect((await client.call("skills/remote/read"))["result"]).toEqual({ data: [] });
  });

  test("[SV21] explain, catalog, resolve, load, reload answer as the commands do", async () => {
    const result = async (method: string, params: object): Promise<unknown> =>
      (await client.call(method, params))["result"];
    expect(await result("skills/explain", { name: "broken" })).toMatchObject({
      schema: 2,
      asked: "broken",
      candidates: [{ outcome: "rejected", path: path("broken") }],
    });
    expect(await result("skills/catalog", { window: 200_000 })).toMatchObject({
      counts: { full: 2 },
      entries: [{ address: "notes" }, { address: "pdf" }],
    });
    expect(await result("skills/resolve", { message: "use $pdf here" })).toMatchObject({
      selected: [{ name: "pdf", start: 4, end: 8 }],
    });
    expect(await result("skills/load", { path: path("pdf"), arguments: "one" })).toMatchObject({
      address: "pdf",
      text: expect.stringContaining("Do it."),
      window: expect.anything(),
    });
    expect(await result("skills/reload", {})).toMatchObject({ data: [{ cwd: place.project }] });
  });

  test("[SV21] a change is reported once, and the list contains it", async () => {
    const before = client.said.filter(({ method }) => method === "skills/changed").length;
    const changes = (): number => client.said.filter(({ method }) => method === "skills/changed").length - before;
    place.write({ "~/.agents/skills/fresh/SKILL.md": skill("fresh") });
    // The notification of an earlier test's change may arrive first.
    for (let told = 0, list = ""; !list.includes('"fresh"'); told = changes()) {
      await client.until(() => changes() > told);
      list = JSON.stringify((await client.call("skills/list"))["result"]);
    }
    expect(client.said.findLast(({ method }) => method === "skills/changed")).toEqual({
      method: "skills/changed",
      params: {},
    });
    rmSync(`${place.home}/.agents/skills/fresh`, { recursive: true });
  });

  test("nothing was our own mistake", () => {
    expect(client.mistakes).toEqual([]);
  });
});

function digestIn(answer: Record<string, unknown>): string {
  const { skills } = answer["result"] as { skills: { digest: string }[] };
  return skills[0]?.digest ?? "";
}

describe("[SV22] whatever comes in", () => {
  test.each([
    ["not json", null, -32700],
    ["[]", null, -32600],
    ["42", null, -32600],
    ["null", null, -32600],
    ['{"id":7}', 7, -32600],
    ['{"id":null,"method":"skills/list"}', null, -32600],
    ['{"id":{},"method":"skills/list"}', null, -32600],
    ['{"id":"x","method":5}', "x", -32600],
    ['{"id":"x","method":"skills/list"}', "x", -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"nope"}', 1, -32600],
  ])("%s", async (line, id, code) => {
    const { line: send } = clientFor(place.load);
    expect(await send(line)).toEqual({ id, error: { code, message: expect.any(String) } });
  });

  test("any text is answered or passed over, and the server goes on", async () => {
    const one = clientFor(place.load);
    await one.call("initialize", CLIENT_INFO);
    const names = [...METHODS.keys()].filter((name) => !/install|remote|config|able/.test(name));
    const request = fc.record({
      // A number could be the id of our own call below.
      id: fc.anything().filter((id) => typeof id !== "number"),
      method: fc.oneof(fc.constantFrom(...names), fc.string()),
      params: fc.anything(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          request.map((each) => JSON.stringify(each)),
        ),
        async (line) => {
          one.server.take(line);
        },
      ),
      { numRuns: 150 },
    );
    expect(await one.call("skills/list")).toHaveProperty("result");
    expect(one.mistakes).toEqual([]);
    await one.server.close();
  });

  test("lines come in pieces, and each too long one is reported once", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 1, max: 7 }), (texts, size) => {
        const lines = texts.map((each) => each.replaceAll("\n", " "));
        const heard: string[] = [];
        let long = 0;
        const reader = new LineReader(
          20,
          (line) => heard.push(line),
          () => long++,
        );
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        for (let at = 0; at < bytes.length; at += size) reader.take(bytes.subarray(at, at + size));
        reader.end();
        const fitting = lines.filter((line) => Buffer.byteLength(line) <= 20);
        expect(heard).toEqual(fitting.map((line) => Buffer.from(line).toString().trim()).filter((line) => line !== ""));
        expect(long).toBe(lines.length - fitting.length);
      }),
      { numRuns: 200 },
    );
  });
});

test("[B54] what a policy wants to be asked for is refused, with a way out", async () => {
  const asked = makePlace({
    "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "~/.config/skillwright/policy.yaml": "default: ask\n",
  });
  const other = clientFor(asked.load);
  await other.call("initialize", CLIENT_INFO);
  const { error } = await other.call("skills/load", { name: "pdf" });
  expect(error).toMatchObject({ code: -32000, message: expect.stringContaining("no user can answer") });
});

test("[SV22] on streams: what was asked before the end is answered, a message that is too large is not", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const done = runAppServer(
    { load: place.load, cwd: place.project, version: "0", report: () => undefined },
    { input, output },
    new Promise(() => undefined),
  );
  input.write(`${JSON.stringify({ id: 1, method: "initialize", params: CLIENT_INFO })}\n`);
  input.write(`{"id":2,"method":"skills/list","params":{"cwds":["${"x".repeat(5_000_000)}"]}}\n`);
  input.end('{"id":3,"method":"skills/list","params":{}}');
  await done;
  const said = (output.read() as Buffer)
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(said.length).toBe(3);
  expect(said).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 1, result: expect.anything() }),
      { id: null, error: { code: -32600, message: "the message has more than 4194304 bytes" } },
      expect.objectContaining({ id: 3, result: { data: [expect.objectContaining({ cwd: place.project })] } }),
    ]),
  );
});

withSandbox.test("[SV12] what runs for a client that has gone is ended", async () => {
  const mark = newMark();
  const slow = makePlace({
    "~/.agents/skills/slow/SKILL.md": skill("slow").replace("Do it.", `!\`sleep ${mark}\``),
    "~/.config/skillwright/config.yaml": "run: { shell: [user] }\n",
  });
  const environment = { ...slow.load.environment, variables: { PATH: process.env["PATH"] ?? "" } };
  const other = clientFor({ ...slow.load, environment: environment as Environment });
  await other.call("initialize", CLIENT_INFO);
  const loaded = other.call("skills/load", { name: "slow" });
  await waitFor("the command", () => isAlive(mark));
  await other.server.close();
  expect(isAlive(mark)).toBe(false);
  expect((await loaded)["error"]).toMatchObject({ message: expect.stringContaining("it was stopped") });
});
