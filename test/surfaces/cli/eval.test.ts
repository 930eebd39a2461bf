import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Act, type PlayedModel, playModel } from "../../ops/evals/play-model.ts";
import { waitFor } from "../../wait.ts";
import { bin, type Ran, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const pdf = skill("pdf", "Fills in forms and merges pages of PDF files. Use when somebody has a form.");
const cases = JSON.stringify([
  { query: "fill in this form for me", should_trigger: true },
  { query: "merge the pages of these two pdf files", should_trigger: true },
  { query: "rotate and compress this pdf", should_trigger: false },
  { query: "bake a cake", should_trigger: false },
]);
const tree = {
  "~/.agents/skills/pdf/SKILL.md": pdf,
  "~/.agents/skills/pdf/evals/trigger-eval.json": cases,
  "~/.agents/skills/pdf-tools/SKILL.md": skill("pdf-tools", "Splits, rotates and compresses PDF files."),
  "~/.agents/skills/cake/SKILL.md": skill("cake", "Bakes a cake and decorates it."),
  "~/.agents/skills/cake/evals/cases.yaml":
    "should_trigger:\n  - bake a cake\n  - compress this pdf\nshould_not_trigger:\n  - decorate the cake\n",
};
const box = new Sandbox(tree);
const run = (...args: string[]): Ran => box.run(["eval", "--no-default-skills", ...args]);

describe("[EV4] eval, offline", () => {
  test("every skill that has trigger tests", () => {
    expect(run()).toMatchSnapshot();
  });

  test("one by name passes, and another does not", () => {
    expect([run("pdf").code, run("cake").code, run("cake", "--threshold", "0.3").code]).toEqual([0, 1, 0]);
  });

  test.each(["json", "junit", "markdown"])("as %s", (format) => {
    // The catalog's revision also depends on paths.
    const stdout = run("--format", format).stdout.replace(/"catalog": "\w+"/, '"catalog": "<revision>"');
    expect(stdout).toMatchSnapshot();
  });

  test("what a small window leaves of a description is all that counts", () => {
    const { stdout } = run("pdf", "--window", "1000");
    expect(stdout).toContain("a model in skillwright reads nothing about the skill");
  });

  test("a directory that no host looks into", () => {
    const { "~/.agents/skills/pdf/SKILL.md": _, ...others } = tree;
    const other = new Sandbox({ ...others, "elsewhere/pdf/SKILL.md": pdf, "elsewhere/pdf/evals/t.json": cases });
    expect(other.run(["eval", "elsewhere", "--no-default-skills"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("pdf  ok  4 of 4"),
    });
  });

  test("a damaged set is reported, and the others are used", () => {
    const other = new Sandbox({ ...tree, "~/.agents/skills/pdf/evals/damaged.json": '[{"query": ' });
    const { stdout, stderr } = other.run(["eval", "pdf", "--no-default-skills"]);
    expect(stdout).toContain("4 of 4 requests");
    expect(stderr).toMatch(/^warning\[SK361\]: .*damaged\.json:1:\d+: the trigger set cannot be read/);
  });

  test("nothing to test, no such skill, and what cannot be meant", () => {
    expect(run("pdf-tools")).toMatchObject({ code: 1, stderr: expect.stringContaining("no trigger tests were found") });
    expect(run("nothing")).toMatchObject({ code: 1, stderr: expect.stringContaining("SK301") });
    expect(
      [["--threshold", "2"], ["--format", "xml"], ["--live"], ["--prices", "a"]].map((args) => run(...args).code),
    ).toEqual([2, 2, 2, 2]);
  });
});

describe("[EV5] eval, live", () => {
  let model: PlayedModel | undefined;
  afterEach(async () => model?.close());

  const live = (home: Sandbox, url: string, ...args: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const child = spawn(
        process.execPath,
        [
          bin,
          "eval",
          "pdf",
          "--no-default-skills",
          "--live",
          "--model",
          "m",
          "--base-url",
          url,
          "--runs",
          "2",
          ...args,
        ],
        {
          cwd: home.project,
          env: { HOME: home.home, COLUMNS: "400", OPENAI_API_KEY: "secret-key", ANTHROPIC_API_KEY: "secret-key" },
        },
      );
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => {
        stdout += chunk.toString();
      });
      child.stderr.on("data", (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      child.on("close", (code) => resolve({ code, stdout: home.hide(stdout), stderr: home.hide(stderr) }));
    });

  const good = (request: string): Act =>
    /form|merge/.test(request) ? { load: "pdf" } : /rotate/.test(request) ? { load: "pdf-tools" } : { say: "no" };

  test.each([["openai"], ["anthropic"]])("[EV7] a good model, over %s", async (provider) => {
    model = await playModel(good);
    const ran = await live(new Sandbox(tree), model.url, "--provider", provider, "--prices", "1,10");
    expect(ran).toMatchSnapshot();
    // Each request runs twice. A run may load another skill first.
    expect(model.asked.length).toBeGreaterThanOrEqual(8);
    expect(JSON.stringify(model.asked[0]?.body)).toContain("Fills in forms");
    expect(JSON.stringify(ran)).not.toContain("secret-key");
  });

  test.each([
    ["never", { say: "no" } as Act, "no request made the model load any skill"],
    ["always", { load: "pdf" } as Act, "every request made the model load this skill"],
    ["another", { load: "cake" } as Act, "no request made the model load this skill"],
  ])("[EV7] a model that does the same with every request is an invalid result: %s", async (_, act, words) => {
    model = await playModel(() => act);
    const { code, stdout } = await live(new Sandbox(tree), model.url);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`invalid result: ${words}`)]);
    expect(stdout).not.toContain("recall");
  });

  test("[EV4] too many requests are waited out; what is known is not asked again", async () => {
    model = await playModel((request, nth) =>
      nth % 3 === 0 ? { status: nth % 2 ? 429 : 503, after: "0" } : good(request),
    );
    const home = new Sandbox(tree);
    const once = await live(home, model.url);
    const count = model.asked.length;
    const again = await live(home, model.url);
    expect([once.code, again.code, again.stdout, model.asked.length]).toEqual([0, 0, once.stdout, count]);
    const kept = join(home.home, ".local/share/skillwright/evals/runs.jsonl");
    expect(readFileSync(kept, "utf8").trim().split("\n").length).toBe(8);
    await live(home, model.url, "--fresh");
    expect(model.asked.length).toBeGreaterThan(count);
  });

  test("[EV4] one that is stopped midway goes on where it was", async () => {
    const home = new Sandbox(tree);
    // The fifth request gets no answer, and the waiting process is killed.
    model = await playModel((request, nth) => (nth >= 5 ? undefined : good(request)));
    const { url } = model;
    const child = spawn(
      process.execPath,
      [
        bin,
        "eval",
        "pdf",
        "--no-default-skills",
        "--live",
        "--model",
        "m",
        "--base-url",
        url,
        "--runs",
        "2",
        "--concurrency",
        "1",
        "--results",
        "runs.jsonl",
      ],
      {
        cwd: home.project,
        env: { HOME: home.home },
      },
    );
    const { asked } = model;
    await waitFor("the fifth request", () => asked.length >= 5);
    child.kill("SIGINT");
    await new Promise((resolve) => child.on("close", resolve));
    const kept = readFileSync(join(home.project, "runs.jsonl"), "utf8").trim().split("\n").length;
    expect(kept).toBeGreaterThanOrEqual(2);
    await model.close();
    model = await playModel(good);
    // A result belongs to one address, so the same request is sent to a new address again.
    expect(existsSync(join(home.project, "runs.jsonl"))).toBe(true);
    const { code } = await live(home, model.url, "--results", "runs.jsonl");
    expect(code).toBe(0);
  });

  test.each([
    [401, "set the key in OPENAI_API_KEY"],
    [404, "check the address"],
  ])("a server that says %d", async (status, hint) => {
    model = await playModel(() => ({ status }));
    const { code, stderr } = await live(new Sandbox(tree), model.url);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`(status ${status}); it says: "not now"`)]);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain("secret-key");
  });
});

test("[EV4] --watch: again when a request or the skill changes, and an end by ctrl-c", async () => {
  const home = new Sandbox(tree);
  const child = spawn(process.execPath, [bin, "eval", "cake", "--no-default-skills", "--watch"], {
    cwd: home.project,
    env: { HOME: home.home, COLUMNS: "400" },
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const runs = (): number => stdout.split("waiting for a change").length - 1;
  const until = (count: number): Promise<boolean> => waitFor(`run ${count} of the tests`, () => runs() >= count);
  await until(1);
  home.write({ "~/.agents/skills/cake/evals/cases.yaml": "- bake a cake\n" });
  // A slow write may cause one more run, before the file is complete.
  await waitFor("a run with the new request", () => stdout.includes("cake  ok  1 of 1"));
  await until(2);
  // Saves as editors do: writes a new file and renames it.
  const path = home.path("~/.agents/skills/cake/SKILL.md");
  writeFileSync(`${path}.tmp`, skill("cake", "Handles invoices."));
  renameSync(`${path}.tmp`, path);
  await until(3);
  // If a skill is missing for a while, the watch continues.
  renameSync(path, `${path}.away`);
  await until(4);
  renameSync(`${path}.away`, path);
  await until(5);
  child.kill("SIGINT");
  const code = await new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
  expect(code).toBe("SIGINT");
});

test("[EV1] `new --evals` writes a set that `eval` reads", () => {
  const fresh = new Sandbox();
  expect(fresh.run(["new", "release-notes", "--evals"]).code).toBe(0);
  expect(fresh.run(["eval", "--no-default-skills"])).toMatchSnapshot();
});
