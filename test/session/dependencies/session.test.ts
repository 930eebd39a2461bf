import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Prompter } from "../../../src/model/conversation/control.ts";
import { needy, openNeedy, scripted, variable, web } from "./open.ts";

const TOKEN = "tok-1234567890";
const LINEAR = needy("linear", variable("LINEAR_TOKEN", "of the tracker"));
const BOTH = { ...LINEAR, ...needy("deploy", variable("DEPLOY_KEY") + variable("LINEAR_TOKEN")) };

describe("a skill that needs a variable", () => {
  test("[DP4] without a user, one refusal lists everything and how to supply it", async () => {
    const files = needy("deploy", variable("DEPLOY_KEY") + variable("LINEAR_TOKEN") + web("linear"));
    const { session, events } = await openNeedy(files);
    const answer = await session.activate({ asked: "deploy", actor: "model" });
    expect(answer.refusal).toEqual({
      code: "SK460",
      asked: "deploy",
      reason:
        "it needs the variable `DEPLOY_KEY`; the variable `LINEAR_TOKEN`; the MCP server `linear`; this session cannot ask the user for it",
      help: "set the variable `DEPLOY_KEY` in the environment; set the variable `LINEAR_TOKEN` in the environment; `skillwright deps deploy --install` adds it to Skillwright",
      candidates: [],
    });
    expect([answer.isError, session.ledger, events.map(({ name }) => name)]).toEqual([
      true,
      [],
      ["discovered", "refused"],
    ]);
  });

  test("[DP5] a value from the environment needs no question", async () => {
    const prompter = scripted(() => "never asked");
    const { session } = await openNeedy(LINEAR, { variables: { LINEAR_TOKEN: TOKEN }, control: { prompter } });
    const { text } = await session.activate({ asked: "linear", actor: "user" });
    expect([text.includes("Do linear."), prompter.pages]).toEqual([true, []]);
    expect([session.secrets.names, session.secrets.redact(`is ${TOKEN}`)]).toEqual([[], "is ***"]);
    expect(session.secrets.variables(["LINEAR_TOKEN"])).toEqual({});
  });

  test("[DP5] a skill that names a variable of the user's neither gets it nor makes it vanish from texts", async () => {
    const files = needy("greedy", variable("HOME") + variable("AWS_SECRET_ACCESS_KEY"));
    const variables = { HOME: "/home/somebody", AWS_SECRET_ACCESS_KEY: "aws-secret-value" };
    const { session } = await openNeedy(files, { variables });
    expect((await session.activate({ asked: "greedy", actor: "model" })).isError).toBe(false);
    expect(session.secrets.variables(["HOME", "AWS_SECRET_ACCESS_KEY"])).toEqual({});
    expect(session.secrets.redact("/home/somebody has aws-secret-value")).toBe("/home/somebody has ***");
  });

  test("[DP5] [DP4] a value is asked for as a secret, once, and is found nowhere afterwards", async () => {
    const prompter = scripted(() => TOKEN);
    const { session, events, tree } = await openNeedy(LINEAR, {
      control: { prompter },
      session: { journal: "journal.jsonl", recordContent: true },
    });
    const answers = [
      await session.activate({ asked: "linear", actor: "user" }),
      await session.activate({ asked: "linear", actor: "user", arguments: `with ${TOKEN}` }),
    ];
    expect(prompter.pages).toEqual([
      [
        {
          kind: "secret",
          title: "a value for `LINEAR_TOKEN`",
          details: [
            "of the tracker",
            "needed by `linear`",
            "the value is kept in memory for this session only; leave it empty to continue without a value",
          ],
        },
      ],
    ]);
    expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
    expect(session.secrets.get("LINEAR_TOKEN")).toBe(TOKEN);
    const [first] = answers;
    for (const place of [
      JSON.stringify(events),
      JSON.stringify(session),
      first?.text ?? "",
      JSON.stringify(session.secrets),
      readFileSync(tree.at("project/journal.jsonl"), "utf8"),
    ])
      expect(place).not.toContain(TOKEN);
    expect(events.find(({ name }) => name === "asked")?.attributes).toEqual({
      "session.id": "s",
      "dependency.asked": "LINEAR_TOKEN",
      "dependency.given": 1,
      "dependency.installed": 0,
      "dependency.skipped": 0,
      "dependency.unanswered": 0,
    });
  });

  test("[DP4] what several skills of a message lack is one page, before the first of them", async () => {
    const prompter = scripted(({ title }) => `value of ${title}`);
    const { session, events } = await openNeedy(BOTH, { control: { prompter } });
    const { items, refused } = await session.turn("$linear and $deploy");
    expect(prompter.pages.map((page) => page.map(({ title, details }) => [title, ...details.slice(0, -1)]))).toEqual([
      [
        ["a value for `DEPLOY_KEY`", "needed by `deploy`"],
        ["a value for `LINEAR_TOKEN`", "of the tracker", "needed by `linear`, `deploy`"],
      ],
    ]);
    expect([items.length, refused]).toEqual([2, []]);
    expect(events.map(({ name }) => name)).toEqual([
      "discovered",
      "asked",
      "selected",
      "activated",
      "selected",
      "activated",
    ]);
  });

  test("[DP4] the skills of an agent's definition are asked for together too, with what they say about themselves", async () => {
    const prompter = scripted(() => TOKEN);
    const files = { ...BOTH, ...needy("deploy", variable("DEPLOY_KEY"), "compatibility: Needs kubectl 1.30\n") };
    const { session } = await openNeedy(files, { control: { prompter } });
    expect((await session.preload(["linear", "deploy", "deploy"])).length).toBe(2);
    expect(prompter.pages.map((page) => page.map(({ title }) => title))).toEqual([
      ["a value for `DEPLOY_KEY`", "a value for `LINEAR_TOKEN`"],
    ]);
    expect(prompter.pages[0]?.[0]?.details.at(-1)).toBe("`deploy` says: Needs kubectl 1.30");
  });

  test("[DP4] two calls at once ask once", async () => {
    const prompter = scripted(() => TOKEN);
    const { session } = await openNeedy(BOTH, { control: { prompter } });
    const ask = (asked: string) => session.activate({ asked, actor: "model" });
    const answers = await Promise.all([ask("linear"), ask("linear"), ask("deploy")]);
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(prompter.pages.flat().map(({ title }) => title)).toEqual([
      "a value for `LINEAR_TOKEN`",
      "a value for `DEPLOY_KEY`",
    ]);
  });

  test("[DP4] a host without pages is asked one by one", async () => {
    const prompter = scripted(({ title }) => (title.includes("KEY") ? "key-value" : TOKEN));
    const { ask } = prompter;
    const { session } = await openNeedy(BOTH, { control: { prompter: { ask } } });
    await session.turn("$deploy");
    expect([prompter.pages.length, session.secrets.names]).toEqual([2, ["DEPLOY_KEY", "LINEAR_TOKEN"]]);
  });

  test("[DP4] skipped: loaded without it, the model learns that, and no question is asked again", async () => {
    const prompter = scripted(() => "");
    const { session, another } = await openNeedy(BOTH, { control: { prompter } });
    const { text } = await session.activate({ asked: "linear", actor: "model" });
    expect(text.split("\n").at(-1)).toBe(
      "The user continues without the variable `LINEAR_TOKEN`, which this skill needs: do only the work that does not need it.",
    );
    await session.activate({ asked: "linear", actor: "model", arguments: "again" });
    expect(prompter.pages.length).toBe(1);
    const state = JSON.parse(JSON.stringify(session));
    expect(state.decisions).toEqual({ skipped: ["variable:LINEAR_TOKEN@linear"], never: [] });
    const resumed = await another({ state, control: { prompter } });
    await resumed.activate({ asked: "linear", actor: "model", arguments: "later" });
    expect(prompter.pages.length).toBe(1);
    // Another skill that needs the same variable may ask for it again.
    await resumed.activate({ asked: "deploy", actor: "model" });
    expect(prompter.pages.length).toBe(2);
  });

  test("[DP4] unanswered: a clear refusal, nothing is remembered, and no question is asked again in the same turn", async () => {
    let pages = 0;
    const silent: Prompter = { ask: () => new Promise(() => void pages++) };
    const { session } = await openNeedy(LINEAR, { control: { prompter: silent, promptTimeoutMs: 1 } });
    const { refused, items } = await session.turn("$linear");
    expect([refused[0]?.code, refused[0]?.reason, pages, session.toJSON().decisions]).toEqual([
      "SK461",
      "it needs the variable `LINEAR_TOKEN`, no answer within 1 second",
      1,
      undefined,
    ]);
    expect(items[0]?.text).toContain("was not loaded: it needs the variable");
    await session.activate({ asked: "linear", actor: "model" });
    expect(pages).toBe(1);
    await session.turn("$linear");
    expect(pages).toBe(2);
  });

  test("[DP4] an unanswered question is the reason, beside a server that needs no question", async () => {
    const silent: Prompter = { ask: () => new Promise(() => undefined) };
    const files = needy("both", `${variable("LINEAR_TOKEN")}${web("far", "ftp://far.test")}`);
    const { session } = await openNeedy(files, { control: { prompter: silent, promptTimeoutMs: 1 } });
    const { refusal } = await session.activate({ asked: "both", actor: "model" });
    expect([refusal?.code, refusal?.reason]).toEqual([
      "SK461",
      "it needs the variable `LINEAR_TOKEN`, no answer within 1 second; the MCP server `far`",
    ]);
  });

  test("[DP4] a prompt is cancelled when the time is up", async () => {
    const gone: boolean[] = [];
    const prompter: Prompter = {
      ask: (_, signal) =>
        new Promise((resolve) =>
          signal?.addEventListener("abort", () => {
            gone.push(signal.aborted);
            resolve(TOKEN);
          }),
        ),
    };
    const { session } = await openNeedy(LINEAR, { control: { prompter, promptTimeoutMs: 1 } });
    const { refusal } = await session.activate({ asked: "linear", actor: "model" });
    expect([refusal?.code, gone, session.secrets.names]).toEqual(["SK461", [true], []]);
  });

  test.each<[string, Prompter["ask"], string]>([
    ["cancelled", async () => undefined, "the question was not answered"],
    [
      "failing",
      () => Promise.reject(new Error("no terminal")),
      'the question could not be asked (it says: "no terminal")',
    ],
  ])("[DP4] a prompt that is %s", async (_, ask, because) => {
    const { session } = await openNeedy(LINEAR, { control: { prompter: { ask } } });
    const { refusal } = await session.activate({ asked: "linear", actor: "model" });
    expect([refusal?.code, refusal?.reason]).toEqual(["SK461", `it needs the variable \`LINEAR_TOKEN\`, ${because}`]);
  });

  test("a session without dependency checks gets every skill", async () => {
    const { session } = await openNeedy(LINEAR, { control: { dependencies: "ignore" } });
    expect((await session.activate({ asked: "linear", actor: "model" })).isError).toBe(false);
  });
});

describe("a variable that a skill requires", () => {
  const STRICT = needy("strict", "", "eligibility:\n  required-env: [STRICT_KEY]\n");

  test("[DP4] is asked for when the skill is called by name; the catalog is silent about it", async () => {
    const prompter = scripted(() => TOKEN);
    const { session, skills } = await openNeedy(STRICT, { control: { prompter } });
    expect(skills.snapshot.ineligible.map(({ skill }) => skill.name)).toEqual(["strict"]);
    expect((await session.catalog()).text).not.toContain("strict");
    const { items } = await session.turn("/strict now");
    expect(items[0]?.text).toContain("Do strict.");
    expect(prompter.pages.flat().map(({ details }) => details.at(-1))).toEqual([
      "the value is kept in memory for this session only; leave it empty to continue without a value, but then the skill is not loaded",
    ]);
    expect(skills.snapshot.skills).toEqual([]);
  });

  test("[DP4] skipped, the skill is refused, and not asked for again", async () => {
    const prompter = scripted(() => "");
    const { session } = await openNeedy(STRICT, { control: { prompter } });
    const { refused } = await session.turn("/strict");
    expect([refused[0]?.code, refused[0]?.reason]).toEqual(["SK460", "it needs the variable `STRICT_KEY`"]);
    await session.turn("/strict");
    expect(prompter.pages.length).toBe(1);
  });

  test("[DP4] what lacks more than variables stays out of reach, with all its reasons", async () => {
    const files = needy("both", "", "eligibility:\n  required-env: [A_KEY]\n  required-bins: [no-such-program]\n");
    const { session } = await openNeedy(files, {
      variables: { PATH: "/nowhere" },
      control: { prompter: scripted(() => TOKEN) },
    });
    const { refused } = await session.turn("/both");
    expect(refused[0]?.reason).toBe(
      "the program `no-such-program` is not on the PATH; the variable `A_KEY` is not set",
    );
  });

  test("[DP4] a setting that is set is not missing", async () => {
    const files = needy("both", "", "eligibility:\n  required-env: [A_KEY]\n  required-config: [team]\n");
    const settings = { "home/.config/skillwright/config.yaml": "settings: { team: blue }\n" };
    const { session } = await openNeedy({ ...files, ...settings }, { control: { prompter: scripted(() => TOKEN) } });
    const { items } = await session.turn("/both");
    expect(items[0]?.text).toContain("Do both.");
  });

  test("[DP4] outside of a session nothing has changed", async () => {
    const { skills } = await openNeedy(STRICT);
    const activated = await skills.activate({ asked: "strict", actor: "user" });
    expect("refusal" in activated && activated.refusal.code).toBe("SK206");
  });
});
