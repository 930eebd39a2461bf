import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { checkSkills } from "../../../src/ops/check/check-skills.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { poster } from "./fits.ts";
import { makePlace } from "./place.ts";

const place = makePlace({
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.", "disable-model-invocation: true\n"),
  "~/.agents/skills/pdf/evals/trigger-eval.json": '[{"query":"fill in a form","should_trigger":true}]',
  "source/notes/SKILL.md": skill("notes", "Takes notes."),
});
const served = await appFor(place.load, { write: true });
const post = poster(served);
const status = async (path: string, body: object): Promise<[number, unknown]> => {
  const response = await served.post(path, body);
  return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
};

describe("[SV2] new and init", () => {
  test("a skill that passes every check, once", async () => {
    const path = `${place.project}/.agents/skills/release-notes/SKILL.md`;
    const given = { name: "release-notes", description: 'Says: "what\nis new"', evals: true };
    expect(await post("newSkill", "/api/new", given)).toEqual({ schema: 2, name: "release-notes", path });
    const { diagnostics } = await checkSkills([path], place.load);
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(existsSync(`${place.project}/.agents/skills/release-notes/evals/trigger-eval.json`)).toBe(true);
    expect(await status("/api/new", given)).toEqual([422, "SK601"]);
  });

  test.each([
    [{ name: "No Name" }, 400, "SK920"],
    [{ name: "../up" }, 400, "SK920"],
    [{ name: "a", directory: "/etc" }, 403, "SK922"],
    [{ name: "a", directory: "../.." }, 403, "SK922"],
    [{ name: "a", directory: "elsewhere/deep/er" }, 403, "SK922"],
    [{ name: "a", directory: "nowhere" }, 403, "SK922"],
    [{ name: "linked", directory: "skills" }, 403, "SK922"],
  ])("[SV9] %j → %i", async (body, code, sk) => {
    if (!existsSync(`${place.project}/elsewhere`)) {
      mkdirSync(`${place.directory}/outside`);
      mkdirSync(`${place.project}/skills`);
      symlinkSync(`${place.directory}/outside`, `${place.project}/elsewhere`);
      symlinkSync(`${place.directory}/not-there`, `${place.project}/nowhere`);
      symlinkSync(`${place.directory}/outside`, `${place.project}/skills/linked`);
    }
    expect(await status("/api/new", body)).toEqual([code, sk]);
    expect([existsSync(`${place.directory}/not-there`), existsSync(`${place.directory}/outside/SKILL.md`)]).toEqual([
      false,
      false,
    ]);
  });

  test("the user's directory is made, and then is there", async () => {
    const path = `${place.home}/.config/skillwright/skills`;
    const done = { schema: 2, status: "installed", path, created: true, system: null };
    expect(await post("init", "/api/init")).toEqual(done);
    expect(await post("init", "/api/init")).toEqual({ ...done, status: "unchanged", created: false });
  });
});

describe("[SV27] for other hosts, and for others", () => {
  test("a skill is compiled into the project, unless a promise of safety is lost", async () => {
    const given = { skill: "pdf", to: "codex", out: "dist" };
    expect(await post("compile", "/api/compile", given)).toMatchObject({ written: `${place.project}/dist/pdf` });
    expect(existsSync(`${place.project}/dist/pdf/SKILL.md`)).toBe(true);
    expect((await status("/api/compile", { ...given, to: "opencode", out: "dist/oc" }))[0]).toBe(422);
    const accepted = { ...given, to: "opencode", out: "dist/oc", acceptLoss: ["SK480"] };
    expect(await post("compile", "/api/compile", accepted)).toMatchObject({ written: `${place.project}/dist/oc/pdf` });
    expect((await status("/api/compile", given))[0]).toBe(422);
    expect(await status("/api/compile", { ...given, out: `${place.home}/.ssh` })).toEqual([403, "SK922"]);
  });

  test("a registry in the project", async () => {
    const given = { from: "source", to: "site" };
    expect(await post("publish", "/api/publish", given)).toMatchObject({ skills: [{ name: "notes" }] });
    const index = `${place.project}/site/.well-known/agent-skills/index.json`;
    expect(readFileSync(index, "utf8")).toContain('"notes"');
  });

  const PUBLISHED: readonly (readonly [body: object, status: number, code: string])[] = [
    [{ from: "source", to: "/tmp/elsewhere" }, 403, "SK922"],
    [{ from: "/etc", to: "site" }, 403, "SK922"],
    ...["https://example.org", "HTTPS://example.org", "OCI://127.0.0.1:1/a", "a+b.c-1://x", "z9://x"].map(
      (to): [object, number, string] => [{ from: "source", to }, 400, "SK920"],
    ),
    // These texts resemble addresses, but name directories of the project.
    ...["9a://x", "https:/example.org/", "x/oci://y"].map((to): [object, number, string] => [
      { from: "nothing-here", to },
      422,
      "SK602",
    ]),
    [{ from: "source", to: "site", sign: "~/.ssh/id_ed25519" }, 400, "SK920"],
  ];

  test.each(PUBLISHED)("publish %j → %i", async (body, code, sk) => {
    expect(await status("/api/publish", body)).toEqual([code, sk]);
  });
});

describe("[SV27] a directory where git finds programs", () => {
  const names = [
    ".git",
    ".GIT",
    "sub/.git",
    "module.git/../.git",
    "./.git/.",
    ".git/hooks",
    ".Git/hooks/deep",
    ".agents/.git",
  ];
  test.each(names)("%s is not written", async (out) => {
    const before = readdirSync(place.project, { recursive: true });
    for (const [path, body] of [
      ["/api/compile", { skill: "pdf", to: "codex", out, force: true }],
      ["/api/publish", { from: "source", to: out }],
      ["/api/new", { name: "hooks", directory: out }],
      ["/api/fix", { paths: [out] }],
    ] as const)
      expect([path, await status(path, body)]).toEqual([path, [403, "SK922"]]);
    expect(readdirSync(place.project, { recursive: true })).toEqual(before);
  });
});

test("[O4] answers and refusals escape characters that a terminal would obey or hide", async () => {
  for (const hidden of ["\u202e", "\u009b31m", "\u200b", "\u2066", "\u001b[2J", "\u2028"]) {
    for (const response of [
      await served.get(`/api/skills/${encodeURIComponent(hidden)}`),
      await served.get(`/api/skills/${encodeURIComponent(hidden)}/explain`),
      await served.post("/api/new", { name: hidden }),
    ]) {
      const text = await response.text();
      expect(text.includes(hidden)).toBe(false);
      if (hidden === "\u202e") expect(JSON.stringify(JSON.parse(text))).toContain(hidden);
    }
  }
});

test("[SV27] links below what was named lead nowhere either", async () => {
  const outside = `${place.directory}/outside-of-all`;
  mkdirSync(`${outside}/other`, { recursive: true });
  writeFileSync(`${outside}/other/SKILL.md`, "---\nname: Other\ndescription: Is called otherwise.\n---\n\nBody.\n");
  mkdirSync(`${place.project}/mirror`);
  symlinkSync(outside, `${place.project}/mirror/.well-known`);
  expect(await status("/api/publish", { from: "source", to: "mirror" })).toEqual([422, "SK601"]);
  mkdirSync(`${place.project}/linked/other`, { recursive: true });
  symlinkSync(`${outside}/other/SKILL.md`, `${place.project}/linked/other/SKILL.md`);
  const before = readFileSync(`${outside}/other/SKILL.md`, "utf8");
  await served.post("/api/fix", { paths: ["linked"] });
  expect([readdirSync(outside), readFileSync(`${outside}/other/SKILL.md`, "utf8")]).toEqual([["other"], before]);
  mkdirSync(`${place.project}/skills/half`, { recursive: true });
  symlinkSync(outside, `${place.project}/skills/half/evals`);
  const half = { name: "half", directory: "skills", evals: true };
  expect(await status("/api/new", half)).toEqual([403, "SK922"]);
  expect(existsSync(`${place.project}/skills/half/SKILL.md`)).toBe(false);
});

describe("[SV27] a model is called at the endpoint of the server's settings", () => {
  test("and nowhere else", async () => {
    expect(await status("/api/eval", { model: "m" })).toEqual([400, "SK920"]);
    expect(await status("/api/eval", { model: "m", baseUrl: "http://example.org" })).toEqual([400, "SK920"]);
    const asked: unknown[] = [];
    const model = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.setHeader("content-type", "application/json");
      const call = { id: "1", type: "function", function: { name: "skill", arguments: '{"name":"pdf"}' } };
      const message = { role: "assistant", content: null, tool_calls: [call] };
      const usage = { prompt_tokens: 1000, completion_tokens: 10 };
      response.end(JSON.stringify({ choices: [{ message, finish_reason: "tool_calls" }], usage }));
    });
    await new Promise<void>((done) => model.listen(0, "127.0.0.1", done));
    const at = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
    const { environment } = place.load;
    if (!environment) throw new Error("no environment");
    const variables = { OPENAI_BASE_URL: at, OPENAI_API_KEY: "hush" };
    const told = await appFor({ ...place.load, environment: { ...environment, variables } }, { write: true });
    place.write({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.") });
    const given = { skills: ["pdf"], model: "m", runs: 2, inputPrice: 1, outputPrice: 2.5 };
    expect(await poster(told)("evaluateLive", "/api/eval", given)).toMatchObject({
      skills: [{ name: "pdf", live: { recall: { hits: 2, of: 2 } }, cost: 0.00205 }],
    });
    expect(asked).toEqual(["Bearer hush", "Bearer hush"]);
    await poster(told)("evaluateLive", "/api/eval", given);
    expect(asked.length).toBe(2);
    model.close();
  });
});
