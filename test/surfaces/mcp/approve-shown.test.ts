/** A server changes its skill during a review. The approval is for the shown bytes, or it fails. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerSkills } from "../../../src/catalog/servers/open-server-skills.ts";
import { openInstaller } from "../../../src/ops/open-installer.ts";
import { skill } from "../cli/run.ts";
import { SharedSandbox as Sandbox } from "../cli/shared.ts";
import { type Answers, facing, load, serves } from "./liar.ts";
import { type Machine, skillFile } from "./machine.ts";

const NAME = "mcp:docs:pdf";
const HARMLESS = skillFile("pdf", "", "Harmless.\n");
const BEFORE = { "skill://pdf/SKILL.md": HARMLESS, "skill://pdf/refs/a.md": "A\n" };

const CHANGES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["another text", { ...BEFORE, "skill://pdf/SKILL.md": skillFile("pdf", "", "Harmful.\n") }],
  ["another description", { ...BEFORE, "skill://pdf/SKILL.md": HARMLESS.replace("Does pdf", "Does all") }],
  ["another file", { ...BEFORE, "skill://pdf/refs/a.md": "B\n" }],
  ["one file more", { ...BEFORE, "skill://pdf/refs/b.md": "B\n" }],
  ["one file less", { "skill://pdf/SKILL.md": HARMLESS }],
];

/** Returns a server whose files a test can change. */
function changing(): { readonly answers: Answers; become(files: Readonly<Record<string, string>>): void } {
  let now = serves(BEFORE);
  const answers = Object.fromEntries(
    Object.keys(now).map((method) => [method, (params: object) => (now[method] as (given: object) => unknown)(params)]),
  );
  return {
    answers,
    become(files) {
      now = serves(files);
      // Entries are cached for half a minute.
      vi.setSystemTime(Date.now() + 31_000);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("[Y23] [MC24] what a server serves between the look and the yes", () => {
  const approveLater: Readonly<Record<string, (servers: ServerSkills, digest: string) => Promise<void>>> = {
    "by its digest": (servers, digest) => servers.approve(NAME, digest),
    "by the last view": (servers) => servers.approve(NAME, true),
  };
  const cases = CHANGES.flatMap(([what, files]) =>
    Object.entries(approveLater).map(([how, approve]) => [what, how, files, approve] as const),
  );

  test.each(cases)("%s: nothing is approved %s", async (_, __, files, approve) => {
    const server = changing();
    await facing(server.answers, async (place: Machine) => {
      const servers = await place.skills.servers();
      const { digest } = await servers.view(NAME);
      expect(await servers.text(NAME, digest)).toBe(HARMLESS);
      server.become(files);
      await expect(approve(servers, digest)).rejects.toMatchObject({ code: "SK660" });
      await place.skills.reload({ force: true });
      expect(await load(place, NAME)).toBe("SK912");
      expect(existsSync(join(place.directory, "home/.config/skillwright/server-approvals.json"))).toBe(false);
    });
  });

  test.each(CHANGES)("%s: the text is not that of another view", async (_, files) => {
    const server = changing();
    await facing(server.answers, async (place: Machine) => {
      const servers = await place.skills.servers();
      const { digest } = await servers.view(NAME);
      server.become(files);
      await expect(servers.text(NAME, digest)).rejects.toMatchObject({ code: "SK660" });
    });
  });

  test.each(CHANGES)("%s: what was approved ends with the files that were approved", async (_, files) => {
    const server = changing();
    await facing(server.answers, async (place: Machine) => {
      const servers = await place.skills.servers();
      const { digest } = await servers.view(NAME);
      await servers.approve(NAME, digest);
      await place.skills.reload({ force: true });
      expect(await load(place, NAME)).toContain("Harmless.");
      server.become(files);
      expect(await load(place, NAME)).toBe("SK912");
    });
  });
});

describe("[Y23] a directory that changes between the look and the yes", () => {
  let top = "";
  beforeEach(() => {
    vi.useRealTimers();
    top = mkdtempSync(join(tmpdir(), "shown-"));
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  test.each([
    ["its text", "SKILL.md", skill("pdf", undefined, "license: other\n")],
    ["a new file", "refs.md", "more\n"],
    ["a script", "run.sh", "#!/bin/sh\n"],
  ])("%s", async (_, file, text) => {
    const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    const environment = { cwd: box.project, home: box.home, platform: "linux" as const, variables: {} };
    const installer = await openInstaller({ cwd: box.project, environment });
    const directory = box.path(".agents/skills/pdf");
    const plan = await installer.planApprove([{ name: "pdf", directory }]);
    writeFileSync(join(directory, file), text);
    await expect(installer.apply(plan, { person: true })).rejects.toMatchObject({ code: "SK660" });
    expect(existsSync(box.path("~/.config/skillwright/approvals.json"))).toBe(false);
  });

  test("a source that changes: what is installed is what was planned", async () => {
    const box = new Sandbox({ "source/pdf/SKILL.md": skill("pdf") });
    const environment = { cwd: box.project, home: box.home, platform: "linux" as const, variables: {} };
    const installer = await openInstaller({ cwd: box.project, environment });
    const plan = await installer.planAdd({ source: "./source/pdf", where: "project" });
    writeFileSync(box.path("source/pdf/SKILL.md"), skill("pdf", "Something else. Use when never."));
    const [applied] = await installer.apply(plan, { person: true });
    expect(applied?.digest).toBe(plan.skills[0]?.digest);
    expect(box.run(["verify"]).code).toBe(0);
    expect(box.run(["load", "pdf"]).stdout).not.toContain("Something else");
  });
});
