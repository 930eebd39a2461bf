import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openInstaller } from "../../../src/ops/open-installer.ts";
import { PlanStore } from "../../../src/surfaces/http/plans.ts";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { poster } from "./fits.ts";
import { makePlace } from "./place.ts";

const place = makePlace({
  "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
  ".agents/skills/mine/SKILL.md": skill("mine"),
});
const served = await appFor(place.load, { write: true });
const post = poster(served);

async function lists(): Promise<Record<string, string[]>> {
  const answer = (await (await served.get("/api/skills")).json()) as Record<
    string,
    { name: string; offered?: boolean }[]
  >;
  const { skills = [], disabled = [] } = answer;
  return {
    offered: skills.filter(({ offered }) => offered).map(({ name }) => name),
    withheld: skills.filter(({ offered }) => !offered).map(({ name }) => name),
    disabled: disabled.map(({ name }) => name),
  };
}

describe("[SV12] what changes something", () => {
  test.each(ROUTES.filter(({ writes }) => writes).map(({ path, id }) => [id, path]))(
    "%s is refused without `--write`",
    async (_id, path) => {
      const reading = await appFor(place.load);
      const response = await reading.post((path ?? "").replace(/\{\w+\}/, "pdf"), {});
      expect([response.status, await response.json()]).toEqual([
        403,
        {
          error: {
            code: "SK923",
            message: "the server is read-only",
            help: "start it with `skillwright serve --write`",
          },
        },
      ]);
    },
  );

  test("is never a GET", async () => {
    expect(ROUTES.filter(({ writes, method }) => writes && method === "GET")).toEqual([]);
    for (const { path } of ROUTES.filter(({ writes }) => writes)) await served.get(path.replace(/\{\w+\}/, "pdf"));
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });

  test("a skill is left out, and let in again", async () => {
    const config = `${place.home}/.config/skillwright/config.yaml`;
    expect(await post("disableSkill", "/api/skills/pdf/disable")).toEqual({
      ...{ schema: 2, pattern: "pdf", enabled: false, path: config, changed: true, effectiveEnabled: false },
    });
    expect(readFileSync(config, "utf8")).toBe("disable:\n  - pdf\n");
    expect(await lists()).toEqual({ offered: [], withheld: ["mine"], disabled: ["pdf"] });
    expect(await post("enableSkill", "/api/skills/pdf/enable")).toMatchObject({ changed: true });
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });

  const survey = async (): Promise<{ approval: string; skills: { name: string }[]; hooks: unknown[] }> =>
    (await (await served.get("/api/trust/project")).json()) as never;

  test("[T10] [Y23] the project is trusted as it was shown, and no longer", async () => {
    const { approval, skills } = await survey();
    expect(skills).toMatchObject([{ name: "mine" }]);
    expect(await post("trust", "/api/trust", { approval })).toMatchObject({ folder: place.project, changed: true });
    expect(await lists()).toEqual({ offered: ["mine", "pdf"], withheld: [], disabled: [] });
    expect(await post("untrust", "/api/untrust")).toMatchObject({ changed: true, revoked: [] });
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });

  test("[Y23] without the approval, and with that of another list, nothing is trusted", async () => {
    expect((await served.post("/api/trust", {})).status).toBe(400);
    for (const approval of ["", "sha256:0", (await survey()).approval.toUpperCase()]) {
      const response = await served.post("/api/trust", { approval });
      expect([response.status, await response.json()]).toMatchObject([409, { error: { code: "SK505" } }]);
    }
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });

  test("[T10] values of a server's environment are shown only to a client with a token", async () => {
    const other = makePlace({
      ".skillwright/config.yaml": "mcp:\n  s: { command: run, env: { KEY: hunter2 } }\n",
    });
    for (const [write, line] of [
      [true, "environment: KEY=hunter2"],
      [false, "environment: KEY=…"],
    ] as const) {
      const answer = await (await appFor(other.load, { write })).get("/api/trust/project");
      const { servers } = (await answer.json()) as { servers: { lines: string[] }[] };
      expect(servers[0]?.lines).toContain(line);
    }
  });
});

describe("[SV13] installing", () => {
  const planned = async (
    body: object,
  ): Promise<{ plan: string; skills: Record<string, unknown>[]; removals: string[] }> =>
    (await post("plan", "/api/plans", body)) as never;
  const directory = `${place.project}/.agents/skills/notes`;

  test("first a plan, then exactly that plan", async () => {
    place.write({
      "source/notes/SKILL.md": skill("notes", "Takes notes."),
      "source/notes/run.sh": "#!/bin/sh\necho\n",
    });
    const { plan, skills } = await planned({ do: "add", source: "./source" });
    expect(skills).toMatchObject([
      { name: "notes", action: "add", directory, files: [{ path: "SKILL.md" }, { path: "run.sh" }], changes: [] },
    ]);
    const file = await served.get(`/api/plans/${plan}/file?skill=notes&path=run.sh`);
    expect(await file.json()).toMatchObject({ text: "#!/bin/sh\necho\n", binary: false });
    expect((await served.get(`/api/plans/${plan}/file?skill=notes&path=../x`)).status).toBe(404);
    // The install uses the reviewed bytes, although the source has changed.
    place.write({ "source/notes/SKILL.md": skill("notes", "Takes other notes.") });
    expect(await post("applyPlan", `/api/plans/${plan}/apply`, { person: true })).toMatchObject({
      applied: [{ name: "notes", directory, action: "add" }],
    });
    expect(readFileSync(`${directory}/SKILL.md`, "utf8")).toContain("Takes notes.");
    expect((await served.post(`/api/plans/${plan}/apply`, { person: true })).status).toBe(404);
  });

  test("an update shows what is different, in files and in what it could do", async () => {
    const { plan, skills } = await planned({ do: "update", skills: ["notes"] });
    expect(skills).toMatchObject([
      {
        action: "replace",
        changes: [
          { path: "SKILL.md", kind: "changed", patch: expect.stringContaining("+description: Takes other notes.") },
        ],
        capabilityChanges: { added: [], removed: [] },
      },
    ]);
    await post("applyPlan", `/api/plans/${plan}/apply`, { person: true });
    const history = (await (await served.get("/api/skills/notes/history")).json()) as {
      before: unknown[];
      digest: string;
      installed: unknown;
    };
    expect(history).toMatchObject({
      installed: { state: "unchanged", approved: history.digest },
      before: [{ digest: expect.any(String) }],
    });
  });

  test("back to the version before", async () => {
    const { plan } = await planned({ do: "rollback", skills: ["notes"] });
    await post("applyPlan", `/api/plans/${plan}/apply`, { person: true });
    expect(readFileSync(`${directory}/SKILL.md`, "utf8")).toContain("Takes notes.");
  });

  test("what was changed by hand is withheld, and approved after a look", async () => {
    place.write({ ".agents/skills/notes/SKILL.md": skill("notes", "Changed by hand.") });
    expect((await lists())["withheld"]).toContain("notes");
    const { plan, skills } = await planned({ do: "approve", skills: ["notes"] });
    expect(skills).toMatchObject([
      { action: "keep", changes: [{ patch: expect.stringContaining("+description: Changed by hand.") }] },
    ]);
    await post("applyPlan", `/api/plans/${plan}/apply`, { person: true });
    expect((await lists())["offered"]).toContain("notes");
    expect(await post("forgetApprovals", "/api/forget", { skills: ["notes"] })).toMatchObject({
      forgotten: [{ name: "notes", directory }],
    });
  });

  test("a plan without a review does only what policy allows", async () => {
    place.write({ "source/bad/SKILL.md": `${skill("bad")}\nx\u{e0041}\u{e0042}\n` });
    const { plan } = await planned({ do: "add", source: "./source", skills: ["bad"] });
    const response = await served.post(`/api/plans/${plan}/apply`, { person: true });
    expect([response.status, await response.json()]).toMatchObject([409, { error: { code: "SK505" } }]);
  });

  test("removing says what would go first", async () => {
    const { plan, removals } = await planned({ do: "remove", skills: ["notes"] });
    expect(removals).toEqual([directory]);
    expect(await post("applyPlan", `/api/plans/${plan}/apply`)).toMatchObject({
      applied: [{ name: "notes", action: "remove" }],
    });
    expect(existsSync(directory)).toBe(false);
  });

  test.each([
    [{ do: "add" }, 400],
    [{ do: "remove" }, 400],
    [{ do: "rollback", skills: [] }, 400],
    [{ do: "add", source: "/etc" }, 403],
    [{ do: "add", source: "../.." }, 403],
    [{ do: "add", source: "~/.ssh" }, 403],
    [{ do: "add", source: "file:///etc" }, 403],
    [{ do: "add", source: "git+file:///etc" }, 403],
    [{ do: "add", source: "plugin:/etc" }, 403],
    [{ do: "add", source: "npm:../../x" }, 403],
    [{ do: "add", source: "./nothing" }, 422],
    [{ do: "explode" }, 400],
  ])("[SV9] %j → %i", async (body, status) => {
    expect((await served.post("/api/plans", body)).status).toBe(status);
  });

  test("[SV10] a plan without a source says what is missing", async () => {
    expect(await (await served.post("/api/plans", { do: "add" })).json()).toEqual({
      error: { code: "SK920", message: "`source` is missing", help: "send the `source` to add" },
    });
  });

  test("few plans are kept, and not for long", async () => {
    let now = 0;
    const plans = new PlanStore(() => now);
    const kept = {
      installer: await openInstaller(place.load),
      plan: { skills: [], diagnostics: [] },
      gone: [],
      shown: new Map(),
    };
    const ids = Array.from({ length: 9 }, () => plans.keep(kept));
    expect(() => plans.find(ids[0] ?? "")).toThrow("there is no plan with this id");
    expect(plans.find(ids[8] ?? "")).toMatchObject(kept);
    now = 15 * 60_000;
    expect(() => plans.find(ids[8] ?? "")).toThrow("there is no plan with this id");
  });
});

describe("[Y23] a plan removes only the files that it showed", () => {
  const LATER: Readonly<Record<string, (directory: string) => void>> = {
    "a new file": (at) => writeFileSync(join(at, "mine.md"), "Not shown."),
    "a new file in a new directory": (at) => {
      mkdirSync(join(at, "deep/er"), { recursive: true });
      writeFileSync(join(at, "deep/er/mine.md"), "");
    },
    "a changed file": (at) => writeFileSync(join(at, "SKILL.md"), skill("notes", "Changed.")),
    "another mode": (at) => chmodSync(join(at, "SKILL.md"), 0o755),
    "a file less": (at) => rmSync(join(at, "run.sh")),
    "a symlink in it": (at) => symlinkSync("/etc/hostname", join(at, "link")),
    "a symlink in its place": (at) => {
      renameSync(at, `${at}-moved`);
      symlinkSync(`${at}-moved`, at);
    },
    "nothing left": (at) => rmSync(at, { recursive: true }),
  };

  test.each(Object.entries(LATER))("%s", async (_, change) => {
    const own = makePlace({ "source/notes/SKILL.md": skill("notes"), "source/notes/run.sh": "echo\n" });
    const app = await appFor(own.load, { write: true });
    const ask = poster(app);
    const { plan: first } = (await ask("plan", "/api/plans", { do: "add", source: "./source" })) as { plan: string };
    await ask("applyPlan", `/api/plans/${first}/apply`, { person: true });
    const { plan, removals } = (await ask("plan", "/api/plans", { do: "remove", skills: ["notes"] })) as {
      plan: string;
      removals: string[];
    };
    const lock = readFileSync(join(own.project, "skills.lock"), "utf8");
    change(removals[0] ?? "");
    const before = listTree(own.project);
    const response = await app.post(`/api/plans/${plan}/apply`, {});
    expect([response.status, await response.json()]).toMatchObject([422, { error: { code: "SK660" } }]);
    expect(listTree(own.project)).toEqual(before);
    expect(readFileSync(join(own.project, "skills.lock"), "utf8")).toBe(lock);
  });
});

function listTree(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
}

describe("[SV12] the other things that change", () => {
  test("links for hosts, made and taken back", async () => {
    const asked = { skills: ["pdf"], hosts: ["claude-code", "codex"] };
    const at = `${place.home}/.claude/skills/pdf`;
    expect(await post("placeSkills", "/api/place", asked)).toMatchObject({
      applied: true,
      placements: [{ steps: [{ do: "link", at }] }],
    });
    expect(readFileSync(`${at}/SKILL.md`, "utf8")).toBe(skill("pdf"));
    expect(await post("undoPlacing", "/api/place/undo")).toMatchObject({ undone: [{ do: "unlink", at }] });
  });

  test("what is mechanical is repaired", async () => {
    place.write({
      ".agents/skills/wrong/SKILL.md": "---\nname: Wrong\ndescription: Is called otherwise.\n---\n\nBody.\n",
    });
    const paths = [`${place.project}/.agents/skills/wrong`];
    expect(await post("fix", "/api/fix", { paths })).toMatchObject({ fixed: [`${paths[0]}/SKILL.md`] });
    expect((await served.post("/api/fix", { paths: ["/etc"] })).status).toBe(403);
  });

  test("room for every skill", async () => {
    expect(await post("applyBudget", "/api/budget", { way: "raise", window: 2000 })).toMatchObject({
      path: `${place.home}/.config/skillwright/config.yaml`,
    });
  });
});
