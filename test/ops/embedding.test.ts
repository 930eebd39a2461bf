/** The library inside of another program: options, signals, tenants, and withheld skills. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { OperationError } from "../../src/model/errors.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { packageRoot } from "../surfaces/cli/run.ts";
import { SharedSandbox as Sandbox } from "../surfaces/cli/shared.ts";

const file = (name: string, body = "Do it.\n"): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`;
const sandboxes: Sandbox[] = [];
const place = (files: Readonly<Record<string, string>>): Sandbox => {
  const made = new Sandbox(files);
  sandboxes.push(made);
  return made;
};
afterAll(() => {
  for (const { directory } of sandboxes) rmSync(directory, { recursive: true, force: true });
});

/** Returns the code, message and hint of an OperationError. Any other error fails the test. */
async function problem(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    if (error instanceof OperationError) return `${error.code} ${error.message}: ${error.hint}`;
    throw error;
  }
  return "none";
}

describe("[L13] options that a function does not have, or cannot use, are SK920 with the way out", () => {
  test.each<[unknown, string]>([
    [{ root: "x" }, "SK920 `root` is not an option of `openSkills`: did you mean `roots`?"],
    [{ ambiant: false }, "SK920 `ambiant` is not an option of `openSkills`: did you mean `ambient`?"],
    [
      { trust: true },
      'SK920 the option `trust` of `openSkills` is not valid: it takes `"store"` or `"all"`, or a function',
    ],
    [{ roots: "x" }, 'SK920 the option `roots` of `openSkills` is not valid: it takes a list of strings: `["…"]`'],
    [{ links: "all" }, 'SK920 the option `links` of `openSkills` is not valid: it takes `"inside"` or `"follow"`'],
    [null, "SK920 the options of `openSkills` are not an object: write `openSkills({ … })`"],
    ["skills", "SK920 the options of `openSkills` are not an object: write `openSkills({ … })`"],
  ])("openSkills(%j)", async (options, expected) => {
    expect(await problem(() => openSkills(options as never))).toBe(expected);
  });

  test("session, tools and catalog", async () => {
    const skills = await openSkills({ ambient: false, cwd: packageRoot });
    expect([
      await problem(() => skills.session({ scop: {} } as never)),
      await problem(() => skills.session({ scope: ["pdf"] } as never)),
      await problem(() => skills.tools(undefined, { list: "system" } as never)),
      await problem(() => skills.catalog({ window: "8000" } as never)),
    ]).toEqual([
      "SK920 `scop` is not an option of `session`: did you mean `scope`?",
      'SK920 the option `scope` of `session` is not valid: it takes an object with the names of skills: `{ skills: ["…"] }`',
      "SK920 `list` is not an option of `tools`: did you mean `listing`?",
      "SK920 the option `window` of `catalog` is not valid: it takes a number that is not negative",
    ]);
    await skills.close();
  });

  test("an option that is undefined is absent", async () => {
    const skills = await openSkills({ ambient: false, cwd: packageRoot, roots: undefined } as never);
    expect(skills.skills).toEqual([]);
    await skills.close();
  });
});

describe("[L1] with `ambient: false`", () => {
  test("reads neither the environment nor the home", () => {
    const { directory } = place({ "~/skills/pdf/SKILL.md": file("pdf", "Use {home}.\n") });
    const program = `
      import os from "node:os";
      import { syncBuiltinESMExports } from "node:module";
      const { openSkills } = await import(${JSON.stringify(`file://${packageRoot}/dist/index.js`)});
      const isOurs = () => new Error().stack.split("\\n").slice(3, 5).some((line) => line.includes("/dist/"));
      const told = (what) => { if (isOurs()) { console.log(what); process.exit(1); } };
      os.homedir = () => { told("home"); return "/"; };
      syncBuiltinESMExports();
      const variables = process.env;
      Object.defineProperty(process, "env", { value: new Proxy(variables, {
        get(target, key) { told("variable " + String(key)); return target[key]; },
        ownKeys(target) { told("variables"); return Reflect.ownKeys(target); },
      }) });
      const skills = await openSkills({ ambient: false, roots: ["home/skills"] });
      const session = await skills.session();
      const [load] = await skills.tools(session);
      const { content, isError } = await load.execute({ name: "pdf" });
      await skills.catalog();
      await skills.search("pdf");
      console.log(isError, content.includes("Use"));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: directory,
      encoding: "utf8",
    });
    expect(said.trim()).toBe("false true");
  });

  test.each(["skillwright", "codex"])("a symlink that leaves its root serves nothing, in %s", async (host) => {
    const made = place({ "a/own/SKILL.md": file("own"), "b/secret/SKILL.md": file("secret", "Secret of b.\n") });
    symlinkSync(made.path("b/secret"), made.path("a/stolen"));
    mkdirSync(made.path("a/linked"));
    symlinkSync(made.path("b/secret/SKILL.md"), made.path("a/linked/SKILL.md"));
    symlinkSync(made.path("a/own"), made.path("a/again"));
    const options = { ambient: false, host, cwd: made.project, roots: [made.path("a")] } as const;
    const skills = await openSkills(options);
    expect(new Set(skills.skills.map(({ name }) => name))).toEqual(new Set(["own"]));
    const following = await openSkills({ ...options, links: "follow" });
    expect(following.skills.map(({ name }) => name)).toContain("secret");
    await Promise.all([skills.close(), following.close()]);
  });

  test("nor does one that takes the place of a skill's file after the load", async () => {
    const made = place({ "a/own/SKILL.md": file("own"), "b/own/SKILL.md": file("own", "Secret of b.\n") });
    const skills = await openSkills({ ambient: false, cwd: made.project, roots: [made.path("a")] });
    rmSync(made.path("a/own/SKILL.md"));
    symlinkSync(made.path("b/own/SKILL.md"), made.path("a/own/SKILL.md"));
    const answer = await skills.activate({ asked: "own", actor: "model" });
    expect(JSON.stringify("refusal" in answer ? answer.refusal : answer)).not.toContain("Secret of b");
    expect("refusal" in answer).toBe(true);
    await skills.close();
  });
});

describe("[L11] the skills of a folder that is not trusted", () => {
  test("are reported, with the reason and the fix", async () => {
    const made = place({ ".agents/skills/pdf/SKILL.md": file("pdf") });
    const environment = { cwd: made.project, home: made.home, platform: "linux", variables: {} } as const;
    const options = { environment, defaultSkills: false } as const;
    const skills = await openSkills(options);
    const catalog = await skills.catalog();
    expect([catalog.text, await skills.tools()]).toEqual(["", []]);
    expect(catalog.withheld).toEqual(skills.withheld);
    expect(skills.withheld).toEqual([
      expect.objectContaining({
        name: "pdf",
        code: "SK501",
        help: "review the project's skills, then run `skillwright trust`; a program passes `trust` to `openSkills`",
      }),
    ]);
    const trusting = await openSkills({ ...options, trust: "all" });
    expect([trusting.withheld, (await trusting.tools()).length > 0]).toEqual([[], true]);
    await Promise.all([skills.close(), trusting.close()]);
  });
});

describe("[L13] an aborted signal does no work", () => {
  test("openSkills, session, tools and adapters", async () => {
    const made = place({ "a/own/SKILL.md": file("own") });
    const signal = AbortSignal.abort(new Error("gone"));
    let reads = 0;
    const { nodeFiles } = await import("../../src/platform/files/node-files.ts");
    const files = new Proxy(nodeFiles, {
      get(target, key) {
        reads++;
        return Reflect.get(target, key) as unknown;
      },
    });
    const options = { ambient: false, cwd: made.project, roots: [made.path("a")] } as const;
    expect(await problem(() => openSkills({ ...options, files, signal }))).toMatch(
      /^SK604 opening the skills was stopped/,
    );
    expect(reads).toBe(0);
    const skills = await openSkills(options);
    expect(await problem(() => skills.session({ signal }))).toMatch(/^SK604 opening the session was stopped/);
    const { anthropicTools } = await import("../../src/surfaces/adapters/anthropic.ts");
    const { answer } = anthropicTools(await skills.tools());
    const call = { type: "tool_use", id: "1", name: "skill", input: { name: "own" } };
    expect(await answer({ content: [call] }, { signal })).toEqual([
      { type: "tool_result", tool_use_id: "1", content: "the call of `skill` was cancelled", is_error: true },
    ]);
    expect((await answer({ content: [call] }))[0]?.is_error).toBe(false);
    await skills.close();
  });
});

describe("[L13] a directory that vanishes, and a wrong shape, are typed errors or diagnostics", () => {
  test("roots, working directory and skills that go away", async () => {
    const made = place({ "a/own/SKILL.md": file("own", "See [more](more.md).\n"), "a/own/more.md": "More." });
    const options = { ambient: false, cwd: made.project, roots: [made.path("a")] } as const;
    const skills = await openSkills(options);
    const [own] = skills.skills;
    const session = await skills.session();
    rmSync(made.path("a"), { recursive: true });
    expect(await problem(() => session.activate({ asked: "own", actor: "model" }))).toBe("none");
    expect(await problem(() => skills.readResource({ asked: "own", actor: "model", path: "more.md" }))).toBe("none");
    expect(await problem(() => skills.read("own"))).toMatch(/^SK/);
    expect(await problem(() => skills.resources(own!))).toMatch(/^SK004/);
    expect(await problem(() => skills.digest(own!))).toMatch(/^SK/);
    expect(await problem(() => skills.reload({ force: true }))).toBe("none");
    expect(skills.snapshot.diagnostics.map(({ code }) => code)).toContain("SK022");
    writeFileSync(join(made.project, "a"), "a file");
    expect(await problem(() => skills.reload({ force: true }))).toBe("none");
    expect(await problem(() => openSkills({ ambient: false, cwd: join(made.project, "gone") }))).toMatch(/^SK021/);
    await skills.close();
  });

  type Skills = Awaited<ReturnType<typeof openSkills>>;
  test.each<[string, (skills: Skills) => unknown]>([
    ["find", (skills) => skills.find(undefined as never)],
    ["read", (skills) => skills.read(7 as never)],
    ["explain", (skills) => skills.explain(undefined as never)],
    ["resolve", (skills) => skills.resolve(undefined as never)],
    ["search", (skills) => skills.search(undefined as never)],
    ["activate", (skills) => skills.activate(undefined as never)],
    ["readResource", (skills) => skills.readResource({} as never)],
    ["runScript", (skills) => skills.runScript({} as never)],
    ["digest", (skills) => skills.digest(undefined as never)],
    ["resources", (skills) => skills.resources("pdf" as never)],
    ["frontmatter", (skills) => skills.frontmatter({} as never)],
    ["invalidate", (skills) => skills.invalidate(undefined as never)],
    ["upsert", (skills) => skills.upsert({} as never)],
    ["tools", (skills) => skills.tools(7 as never)],
    ["tools with options instead of a session", (skills) => skills.tools({ search: false } as never)],
    ...(
      [
        ["catalog", null],
        ["search", 7],
        ["relevant", {}],
        ["resolve", 7],
        ["turn", null],
        ["preload", 7],
        ["readResource", "pdf"],
        ["runScript", "pdf"],
        ["worksOn", null],
        ["guard", {}],
        ["narrow", {}],
        ["adopt", {}],
      ] as const
    ).map(([method, given]): [string, (skills: Skills) => Promise<unknown>] => [
      `session ${method}`,
      async (skills) =>
        ((await skills.session()) as never as Record<string, (given: unknown) => unknown>)[method]?.(given),
    ]),
    ["session state", (skills) => skills.session({ state: 7 })],
  ])("%s with a wrong argument", async (_, act) => {
    const skills = await openSkills({ ambient: false, cwd: packageRoot });
    expect(await problem(() => act(skills))).toMatch(/^SK\d+ |none/);
    await skills.close();
  });
});
