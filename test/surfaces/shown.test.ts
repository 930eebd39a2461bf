/**
 * The bytes change between the review and the confirmation, for each operation that asks, on each surface. The
 * confirmation is for the shown bytes, or nothing happens.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { INSTALL_LIMITS } from "../../src/model/skills/bundle.ts";
import { openInstaller } from "../../src/ops/open-installer.ts";
import type { OperationContext } from "../../src/ops/operation.ts";
import { surveyProject, trustSurveyed } from "../../src/ops/trust/survey-project.ts";
import { trustedFolders } from "../../src/ops/trust/trust-folder.ts";
import { trustProject } from "../../src/ops/trust/trust-project.ts";
import { needs } from "../needs.ts";
import { TmuxTerminal } from "./agent/tmux.ts";
import { clientFor } from "./app-server/client.ts";
import { bin, skill } from "./cli/run.ts";
import { appFor } from "./http/app-for.ts";
import { makePlace, type Place } from "./http/place.ts";

const SHOWN = skill("pdf", "Shown.");
const SWAPPED = skill("pdf", "Swapped.");
const INSTALLED = ".agents/skills/pdf/SKILL.md";

/** An operation, its preparation, and the file that is replaced. */
interface Operation {
  readonly does: "add" | "install" | "update" | "approve";
  readonly swaps: string;
  readonly prepare: (place: Place) => Promise<void>;
}

async function installShown({ load, write }: Place): Promise<void> {
  write({ "source/pdf/SKILL.md": SHOWN });
  const installer = await openInstaller({
    cwd: load.cwd ?? "",
    ...(load.environment ? { environment: load.environment } : {}),
  });
  await installer.apply(await installer.planAdd({ source: "./source/pdf", where: "project" }), { person: true });
}

const OPERATIONS: readonly Operation[] = [
  { does: "add", swaps: "source/pdf/SKILL.md", prepare: async ({ write }) => write({ "source/pdf/SKILL.md": SHOWN }) },
  {
    does: "install",
    swaps: "source/pdf/SKILL.md",
    async prepare(place) {
      await installShown(place);
      rmSync(`${place.project}/.agents`, { recursive: true });
    },
  },
  {
    does: "update",
    swaps: "source/pdf/SKILL.md",
    async prepare(place) {
      await installShown(place);
      place.write({ "source/pdf/SKILL.md": skill("pdf", "Shown as an update.") });
    },
  },
  { does: "approve", swaps: INSTALLED, prepare: async ({ write }) => write({ [INSTALLED]: SHOWN }) },
];

/** Returns true if a model is offered the replaced text. */
async function isSwappedOffered(place: Place): Promise<boolean> {
  const served = await appFor(place.load);
  const text = await (await served.get("/skill")).text();
  await served.desk.close();
  return text.includes("Swapped.");
}

describe("[Y23] [SV13] bytes that change between the showing and the yes", () => {
  test.each(OPERATIONS.map((each) => [each.does, each] as const))("%s over HTTP", async (does, { swaps, prepare }) => {
    const place = makePlace({});
    await prepare(place);
    const served = await appFor(place.load, { write: true });
    const request = {
      add: { source: "./source/pdf" },
      install: {},
      update: { skills: ["pdf"] },
      approve: { skills: ["pdf"] },
    };
    const planned = (await (await served.post("/api/plans", { do: does, ...request[does] })).json()) as {
      plan: string;
      skills: { digest: string }[];
    };
    expect(planned.skills).toHaveLength(1);
    place.write({ [swaps]: SWAPPED });
    const response = await served.post(`/api/plans/${planned.plan}/apply`, { person: true });
    const answer = (await response.json()) as { applied?: { digest: string }[]; error?: { code: string } };
    if (does === "approve") expect(answer.error?.code).toBe("SK660");
    else expect(answer.applied?.map(({ digest }) => digest)).toEqual([planned.skills[0]?.digest]);
    await served.desk.close();
    expect(await isSwappedOffered(place)).toBe(false);
  });

  test.each(["add", "install"].flatMap((does) => [".agents", ".agents/skills"].map((link) => [does, link] as const)))(
    "[SF4] %s after %s became a symlink out of the project writes nothing",
    async (does, link) => {
      const place = makePlace({ "../outside/skills/keep": "" });
      await OPERATIONS.find((each) => each.does === does)?.prepare(place);
      const outside = `${place.project}/../outside`;
      const installer = await openInstaller({ cwd: place.project, ...place.load });
      const plan =
        does === "add"
          ? await installer.planAdd({ source: "./source/pdf", where: "project" })
          : await installer.planInstall({});
      mkdirSync(dirname(`${place.project}/${link}`), { recursive: true });
      symlinkSync(link === ".agents" ? outside : `${outside}/skills`, `${place.project}/${link}`);
      await expect(installer.apply(plan, { person: true })).rejects.toMatchObject({ code: "SK601" });
      expect(readdirSync(outside, { recursive: true }).sort()).toEqual(["skills", "skills/keep"]);
    },
  );

  test("add through the app server, with the approval of what was shown", async () => {
    const place = makePlace({ "source/pdf/SKILL.md": SHOWN });
    const client = clientFor(place.load);
    await client.call("initialize", { clientInfo: { name: "test", version: "1" } });
    const source = `${place.project}/source/pdf`;
    const shown = (await client.call("skills/install", { source, dryRun: true }))["result"] as { approval: string };
    place.write({ "source/pdf/SKILL.md": SWAPPED });
    const { error } = await client.call("skills/install", { source, approval: shown.approval });
    expect(JSON.stringify(error)).toContain("the approval is for an earlier version of this content");
    expect(existsSync(`${place.project}/${INSTALLED}`)).toBe(false);
    place.write({ "source/pdf/SKILL.md": SHOWN });
    expect((await client.call("skills/install", { source, approval: shown.approval }))["error"]).toBeUndefined();
    expect(readFileSync(`${place.project}/${INSTALLED}`, "utf8")).toBe(SHOWN);
  });
});

const HUGE = ".agents/skills/pdf/huge.sh";
const HUGE_BYTES = INSTALL_LIMITS.maxFileBytes + 1;

function manyHooks(last: string): string {
  return JSON.stringify({ hooks: { Stop: [...Array(60).fill("same"), last].map((command) => ({ command })) } });
}

/** Each case changes one part that trust covers, after the list was shown. */
const CHANGES: readonly (readonly [what: string, file: string, text: string])[] = [
  ["the text of a skill", INSTALLED, SWAPPED],
  ["a script of a skill", ".agents/skills/pdf/run.sh", "#!/bin/sh\n"],
  ["one skill more", ".agents/skills/more/SKILL.md", skill("more")],
  ["a skill beyond those that are listed", ".agents/skills/z59/SKILL.md", skill("z59", "Swapped.")],
  ["an agent", ".skillwright/agents/a/AGENT.md", "---\nname: a\ndescription: Other.\n---\nOther.\n"],
  ["a key of the settings", ".skillwright/config.yaml", "mcp:\n  s: { command: run }\nurls: [https://a.example/]\n"],
  ["a server's command", ".skillwright/config.yaml", "mcp:\n  s: { command: other }\n"],
  ["the policy", ".skillwright/policy.yaml", "permissions: trusted-sources\n"],
  ["the registry", ".npmrc", "registry=https://a.example/\n"],
  ["a skill that only another host finds", ".gemini/skills/late/SKILL.md", skill("late")],
  ["a skill in another directory", "packages/a/.agents/skills/late/SKILL.md", skill("late")],
  ["a command of another host", ".claude/commands/late.md", "Do it.\n"],
  ["a repository inside", "vendor/dep/.git/HEAD", "ref: refs/heads/main\n"],
  ["a hook of a host", ".claude/settings.json", '{"hooks":{"Stop":[{"command":"other"}]}}'],
  ["a hook of a plugin", "plugin/hooks/hooks.json", '{"hooks":{"Stop":[{"command":"other"}]}}'],
  ["a hook beyond the 50 of a file", "plugin/hooks/many.json", manyHooks("other")],
  ["what a host's settings show", ".claude/settings.local.json", '{"skillOverrides":{"pdf":"on"}}'],
  ["a site of a host's settings", "opencode.json", '{"skills":{"urls":["https://other.example/"]}}'],
  ["an MCP server of a host", ".mcp.json", '{"mcpServers":{"s":{"command":"other"}}}'],
  ["a file that is too large to be read, with another one of its size", HUGE, "y".repeat(HUGE_BYTES)],
  ["a configuration that is too large to be read", ".skillwright/policy.yaml", `#${"y".repeat(1_000_000)}\n`],
];

/** `skills` is the number of other skills; the list names 50. */
function project(skills = 1): Place {
  const many = Array.from({ length: skills }, (_, at) => [`.agents/skills/z${at}/SKILL.md`, skill(`z${at}`)] as const);
  return makePlace({
    ...Object.fromEntries(many),
    [INSTALLED]: SHOWN,
    ".skillwright/agents/a/AGENT.md": "---\nname: a\ndescription: Is an agent.\n---\nHello.\n",
    ".skillwright/config.yaml": "mcp:\n  s: { command: run }\n",
    ".claude/settings.json": '{"hooks":{"Stop":[{"command":"one"}]}}',
    ".claude/settings.local.json": '{"skillOverrides":{"pdf":"off"}}',
    "plugin/hooks/hooks.json": '{"hooks":{"Stop":[{"command":"one"}]}}',
    "plugin/hooks/many.json": manyHooks("one"),
    "opencode.json": '{"skills":{"urls":["https://one.example/"]}}',
    ".mcp.json": '{"mcpServers":{"s":{"command":"one"}}}',
    ".skillwright/policy.yaml": `#${"x".repeat(1_000_000)}\n`,
    [HUGE]: "x".repeat(HUGE_BYTES),
  });
}

describe("[Y23] [T10] a project that changes between the list and the yes", () => {
  test.each(CHANGES)("%s: nothing is trusted", async (_, file, text) => {
    const place = project(file.includes("/z59/") ? 60 : 1);
    const { survey } = await surveyProject(place.project, place.load);
    place.write({ [file]: text });
    await expect(trustSurveyed(place.project, survey.digest, place.load)).rejects.toMatchObject({ code: "SK505" });
    const served = await appFor(place.load, { write: true });
    expect((await served.post("/api/trust", { approval: survey.digest })).status).toBe(409);
    await served.desk.close();
    expect(trustedFolders(place.load.environment).folders).toEqual([]);
  });

  test("the same project is trusted, whatever is touched without a change", async () => {
    const place = project();
    const { survey } = await surveyProject(place.project, place.load);
    place.write({ [INSTALLED]: SHOWN });
    expect(await trustSurveyed(place.project, survey.digest, place.load)).toMatchObject({ changed: true });
  });

  test.each([
    ["another command", "mcp:\n  s: { command: other }\n"],
    ["another argument", "mcp:\n  s: { command: run, args: [x] }\n"],
    ["another variable", 'mcp:\n  s: { command: run, env: { A: "${TOKEN}" } }\n'],
    ["no such server", "mcp: {}\n"],
    ["an unreadable file", "mcp: [\n"],
  ])("[K12] a yes to a server is to the definition that was shown: %s", async (_, changed) => {
    const place = project();
    const refused = trustProject(place.project, {}, {
      load: place.load,
      async review(_draft, question) {
        if (question?.includes("MCP server")) place.write({ ".skillwright/config.yaml": changed });
        return "yes";
      },
    } as OperationContext);
    await expect(refused).rejects.toMatchObject({ code: "SK505", message: expect.stringContaining("MCP server `s`") });
    place.write({ ".skillwright/config.yaml": "mcp:\n  s: { command: run }\n" });
    const after = (await surveyProject(place.project, place.load)).survey.servers;
    expect(after.map(({ state }) => state)).toEqual(["new"]);
  });
});

needs("tmux").describe("[Y23] at a terminal, while the question waits", () => {
  const cases: readonly (readonly [args: readonly string[], question: string, swaps: string, says: string])[] = [
    [["trust"], "everything below it? [y/N]", INSTALLED, "has changed since it was shown"],
    [["approve", "pdf"], "[y/N]", INSTALLED, "has changed since it was reviewed"],
    [["add", "./source/pdf", "--to", "other"], "[y/N]", "source/pdf/SKILL.md", "ended 0"],
  ];

  test.each(cases)("%j", async (args, question, swaps, says) => {
    const place = makePlace({ [INSTALLED]: SHOWN, "source/pdf/SKILL.md": SHOWN });
    const env = { PATH: process.env["PATH"] ?? "", HOME: place.home };
    const terminal = new TmuxTerminal([process.execPath, bin, ...args], place.project, env);
    try {
      await terminal.shows(question);
      place.write({ [swaps]: SWAPPED });
      terminal.type("", "y", "Enter");
      expect(await terminal.shows("[ended")).toContain(says);
    } finally {
      terminal.close();
    }
    expect(trustedFolders(place.load.environment).folders).toEqual([]);
    const installed = `${place.project}/other/pdf/SKILL.md`;
    if (args[0] === "add") expect(readFileSync(installed, "utf8")).toBe(SHOWN);
    expect(await isSwappedOffered(place)).toBe(false);
  });
});
