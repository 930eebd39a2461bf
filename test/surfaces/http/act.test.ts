import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { serveHttp } from "../../../src/surfaces/http/serve.ts";
import { withSandbox } from "../../run/with-sandbox.ts";
import { skill } from "../cli/run.ts";
import { appFor, type Served } from "./app-for.ts";
import { getter, poster } from "./fits.ts";
import { makePlace } from "./place.ts";

const COMMANDS = "commands:\n  - name: lint\n    description: Looks for mistakes.\n    args:\n      - { name: path }\n";
const SIDECAR =
  "dependencies:\n  tools:\n    - { type: mcp, value: forms, transport: streamable_http, url: https://forms.example/mcp }\n";
const place = makePlace({
  "~/.agents/skills/code/SKILL.md": skill("code", "Looks at code.", COMMANDS).replace(
    "Do it.",
    "On $path: !`echo ran`",
  ),
  "~/.agents/skills/code/scripts/say.sh": 'echo "$1"; cat; exit 3\n',
  "~/.agents/skills/forms/SKILL.md": skill("forms"),
  "~/.agents/skills/forms/agents/openai.yaml": SIDECAR,
  "~/.agents/skills/tool/SKILL.md": skill(
    "tool",
    "Wants a program.",
    "install:\n  - {kind: npm, package: hello-tool, bins: [hello]}\n",
  ),
  ".agents/skills/mine/SKILL.md": skill("mine"),
  ".agents/skills/mine/run.sh": "touch was-run\n",
});
mkdirSync(`${place.directory}/bin`);
const called = `${place.directory}/called`;
place.write({ "../bin/npm": `#!/bin/sh\necho "$@" >> "${called}"\n/bin/cp "$0" "${place.directory}/bin/hello"\n` });
chmodSync(`${place.directory}/bin/npm`, 0o755);

const { environment } = place.load;
if (!environment) throw new Error("no environment");
const PATH = `${place.directory}/bin:${process.env["PATH"]}`;
const load = { ...place.load, environment: { ...environment, variables: { PATH } } };
const served = await appFor(load, { write: true });
const [get, post] = [getter(served), poster(served)];
const refusal = async (path: string, body: object, by: Served = served): Promise<[number, unknown]> => {
  const response = await by.post(path, body);
  return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code];
};

describe("[SV28] commands of skills", () => {
  test("are listed, shown without being run, and called", async () => {
    expect(await get("listCommands", "/api/commands")).toMatchObject({
      commands: [{ name: "lint", usage: "lint [path]", skill: "code" }],
    });
    expect(await get("loadSkill", "/api/skills/code/load?command=lint&arguments=a.ts")).toMatchObject({
      command: { name: "lint" },
      shell: [{ command: "echo ran", refused: expect.any(String) }],
    });
    expect(await refusal("/api/run", { command: "nothing" })).toEqual([404, "SK471"]);
    expect(await refusal("/api/run", { command: "nothing", skill: "code" })).toEqual([404, "SK471"]);
  });

  withSandbox.test("run what the text asks for only after a yes", async () => {
    const given = { command: "lint", arguments: "a.ts" };
    expect(await post("runCommand", "/api/run", given)).toMatchObject({ shell: [{ refused: expect.any(String) }] });
    expect(await post("runCommand", "/api/run", { ...given, yes: true })).toMatchObject({
      text: expect.stringContaining("On a.ts: ran"),
    });
    expect(await post("activateSkill", "/api/skills/code/load", { command: "lint", yes: true })).toMatchObject({
      text: expect.stringContaining("ran"),
    });
  });
});

describe("[SV28] scripts", () => {
  const script = "/api/skills/code/script";
  test("are refused without a rule or a yes, and what is none is", async () => {
    expect(await refusal(script, { script: "scripts/say.sh" })).toEqual([422, "SK430"]);
    expect(await refusal(script, { script: "../forms/SKILL.md", yes: true })).toEqual([422, "SK433"]);
    expect(await refusal("/api/skills/mine/script", { script: "run.sh", yes: true })).toEqual([422, "SK501"]);
    expect(await refusal("/api/skills/%2Fetc/script", { script: "passwd", yes: true })).toEqual([403, "SK922"]);
  });

  withSandbox.test("say what they say", async () => {
    const given = { script: "scripts/say.sh", arguments: ["--a;$(id)"], input: "typed\n", yes: true };
    expect(await post("runScript", script, given)).toMatchObject({ code: 3, stdout: "--a;$(id)\ntyped\n", stderr: "" });
  });
});

describe("[SV28] a yes is for what was shown", () => {
  test("packages", async () => {
    const shown = (await get("packages", "/api/packages?skills=tool")) as { approval: string };
    const body = { skills: ["tool"], approval: shown.approval };
    place.write({
      "~/.agents/skills/tool/SKILL.md": skill(
        "tool",
        "Wants another.",
        "install:\n  - {kind: npm, package: other, bins: [hello]}\n",
      ),
    });
    expect(await refusal("/api/packages", body)).toEqual([409, "SK505"]);
    expect(await refusal("/api/packages", { ...body, approval: "" })).toEqual([409, "SK505"]);
    expect(existsSync(called)).toBe(false);
    const { approval } = (await get("packages", "/api/packages?skills=tool")) as { approval: string };
    expect(await post("installPackages", "/api/packages", { ...body, approval })).toMatchObject({
      skills: [{ packages: [{ result: { status: "installed" } }] }],
    });
    expect(readFileSync(called, "utf8")).toBe("install --global --ignore-scripts --no-audit --no-fund -- other\n");
  });

  test("MCP servers, added and taken back", async () => {
    const asked = "/api/servers?skills=forms&host=codex";
    const { approval, edits } = (await get("planServers", asked)) as { approval: string; edits: { path: string }[] };
    const [{ path } = { path: "" }] = edits;
    expect(edits).toMatchObject([{ name: "forms", created: true, patch: expect.stringContaining("forms.example") }]);
    expect(await refusal("/api/servers", { skills: ["forms"], host: "codex", approval: "x" })).toEqual([409, "SK505"]);
    expect(existsSync(path)).toBe(false);
    const given = { skills: ["forms"], host: "codex", approval };
    expect(await post("addServers", "/api/servers", given)).toMatchObject({ applied: true, edits: [{ path }] });
    expect(readFileSync(path, "utf8")).toContain("forms.example");
    expect(await post("undoServer", "/api/servers/undo", { server: "forms" })).toMatchObject({ undone: { path } });
    expect(existsSync(path)).toBe(false);
  });

  test("skills of other MCP servers", async () => {
    const far = makePlace({
      "~/.agents/skills/forms/SKILL.md": "---\nname: forms\ndescription: Forms.\n---\nFill in.\n",
    });
    const serving = await serveHttp({
      ...{ load: far.load, version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: false },
      report: (error) => console.error(error),
    });
    const setting = { far: { url: `${serving.url}mcp`, skills: true } };
    const near = makePlace({ "~/.config/skillwright/config.yaml": JSON.stringify({ mcp: setting }) });
    const one = await appFor(near.load, { write: true });
    const skills = ["mcp:far:forms"];
    const shown = (await getter(one)("viewServed", `/api/served?skills=${skills[0]}`)) as { approval: string };
    expect(shown).toMatchObject({ skills: [{ state: "new", text: expect.stringContaining("Fill in.") }] });
    expect(await refusal("/api/served", { skills }, one)).toEqual([409, "SK505"]);
    await poster(one)("approveServed", "/api/served", { skills, approval: shown.approval });
    const now = async (): Promise<unknown> => getter(one)("viewServed", `/api/served?skills=${skills[0]}`);
    expect(await now()).toMatchObject({ skills: [{ state: "approved" }], approval: shown.approval });
    const history = await getter(one)("skillHistory", `/api/skills/${skills[0]}/history`);
    expect(history).toMatchObject({ digest: expect.stringMatching(/^sha256:/), installed: null, before: [] });
    expect(await refusal("/api/plans", { do: "approve", skills }, one)).toEqual([400, "SK920"]);
    await poster(one)("approveServed", "/api/served", { skills, forget: true });
    expect(await now()).toMatchObject({ skills: [{ state: "new" }] });
    await one.desk.close();
    await serving.close();
  });
});

describe("[SV13] more plans", () => {
  test("into a directory of the project, and not through a link out of it", async () => {
    place.write({ "source/notes/SKILL.md": skill("notes") });
    symlinkSync(place.directory, `${place.project}/out`);
    const add = { do: "add", source: "./source" };
    expect(await post("plan", "/api/plans", { ...add, to: ".claude/skills" })).toMatchObject({
      skills: [{ directory: `${place.project}/.claude/skills/notes` }],
    });
    expect(await refusal("/api/plans", { ...add, to: "out/skills" })).toEqual([403, "SK922"]);
    // The source is a path, because `npm:` is not at its beginning.
    expect(await post("plan", "/api/plans", { do: "add", source: "./x/npm:/../../source" })).toMatchObject({
      skills: [{ name: "notes" }],
    });
  });

  test("a frozen lock is put there and approves nothing", async () => {
    const { plan } = (await post("plan", "/api/plans", { do: "add", source: "./source" })) as { plan: string };
    await post("applyPlan", `/api/plans/${plan}/apply`, { person: true });
    await post("forgetApprovals", "/api/forget", { skills: ["notes"] });
    expect(await post("settleLocks", "/api/locks/settle")).toEqual({ schema: 2, paths: [] });
    const frozen = (await post("plan", "/api/plans", { do: "install", frozen: true })) as { plan: string };
    await post("applyPlan", `/api/plans/${frozen.plan}/apply`);
    expect(await get("verify", "/api/verify")).toMatchObject({ skills: [{ name: "notes", approved: false }] });
    place.write({ "lock.json": "{}" });
    expect((await refusal("/api/plans", { do: "install", from: "/etc/passwd" }))[0]).toBe(403);
  });

  test("are made with the files that the server was given", async () => {
    const read = new Set<string>();
    const files = new Proxy(nodeFiles, {
      get: (target, key) => {
        const method = Reflect.get(target, key) as unknown;
        if (typeof method !== "function") return method;
        return (...given: unknown[]) => {
          if (typeof given[0] === "string") read.add(given[0]);
          return method.apply(target, given) as unknown;
        };
      },
    });
    place.write({ "given/other/SKILL.md": skill("other") });
    const one = await appFor({ ...load, files }, { write: true });
    await poster(one)("plan", "/api/plans", { do: "add", source: "./given" });
    expect([...read]).toContain(`${place.project}/given/other/SKILL.md`);
    await one.desk.close();
  });

  test("everything that has changed, at once", async () => {
    const { plan } = (await post("plan", "/api/plans", { do: "approve", skills: ["notes"] })) as { plan: string };
    await post("applyPlan", `/api/plans/${plan}/apply`, { person: true });
    place.write({ ".agents/skills/notes/SKILL.md": skill("notes", "By hand.") });
    expect(await post("plan", "/api/plans", { do: "approve", changed: true })).toMatchObject({
      skills: [{ name: "notes", action: "keep" }],
    });
  });

  test("that remove a skill also remove the links to it", async () => {
    await post("placeSkills", "/api/place", { skills: ["notes"], hosts: ["claude-code"] });
    const link = `${place.project}/.claude/skills/notes`;
    const isThere = (): boolean => lstatSync(link, { throwIfNoEntry: false }) !== undefined;
    const before = isThere();
    const { plan } = (await post("plan", "/api/plans", { do: "remove", skills: ["notes"] })) as { plan: string };
    await post("applyPlan", `/api/plans/${plan}/apply`);
    expect([before, isThere()]).toEqual([true, false]);
  });

  test("of sites, when none is configured, are empty", async () => {
    expect(await post("plan", "/api/plans", { do: "pull" })).toMatchObject({ skills: [], removals: [] });
  });
});
