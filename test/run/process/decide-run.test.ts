import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Prompter, Question } from "../../../src/model/conversation/control.ts";
import { DEFAULT_RUN_SETTINGS, isRunRule, RUN_KINDS, type RunSettings } from "../../../src/model/rules/run-settings.ts";
import { SCOPES, type Scope } from "../../../src/model/skills/root.ts";
import { askConsent } from "../../../src/run/process/ask-consent.ts";
import { decideRun } from "../../../src/run/process/decide-run.ts";

const ONE = `sha256:${"1".repeat(64)}`;
const TWO = `sha256:${"2".repeat(64)}`;

function policy(...rules: string[]): RunSettings {
  return { ...DEFAULT_RUN_SETTINGS, allow: { shell: rules, scripts: [], hooks: [] } };
}

function subject(scope: Scope, digest = ONE, trusted = true) {
  return { skill: { scope, name: "pdf", root: { trusted } }, digest };
}

describe("what the policy lets run", () => {
  test.each<[rules: string[], scope: Scope, digest: string, decision: string]>([
    [[], "user", ONE, "ask"],
    [["user"], "user", ONE, "allow"],
    [["user"], "admin", ONE, "ask"],
    [[ONE], "plugin", ONE, "allow"],
    [[ONE], "plugin", TWO, "ask"],
    [[`user ${ONE}`], "user", ONE, "allow"],
    [[`user ${ONE}`], "admin", ONE, "ask"],
    [[`user ${ONE}`], "user", TWO, "ask"],
    [["admin", ` ${TWO}  user `], "user", TWO, "allow"],
  ])("[F10] %j of %s %s: %s", (rules, scope, digest, decision) => {
    expect(decideRun("shell", subject(scope, digest), policy(...rules)).decision).toBe(decision);
    expect(decideRun("scripts", subject(scope, digest), policy(...rules)).decision).toBe("ask");
  });

  test("[F11] nothing from a folder that is not trusted, whatever rules and people say", async () => {
    const strange = subject("repo", ONE, false);
    const rules = policy("repo", ONE, `repo ${ONE}`);
    expect(decideRun("shell", strange, rules).decision).toBe("deny");
    const answer = await askConsent("shell", strange, [], {
      settings: rules,
      approved: true,
      prompter: says("session"),
    });
    expect(answer).toEqual({ decision: "deny", reason: "the folder is not trusted", by: "trust", code: "SK430" });
  });

  test("[F10] a rule is a scope, a digest, or both; anything else is none", () => {
    expect(["user", ONE, `${ONE} user`, "", "*", "users", "sha256:12", `${ONE} x`].map(isRunRule)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("[F11] whatever the rules, only words of the very skill let it run", () => {
    const words = fc.constantFrom<string>(...SCOPES, ONE, TWO, "x", "");
    const rules = fc.array(
      fc.array(words, { maxLength: 3 }).map((each) => each.join(" ")),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        rules,
        fc.constantFrom(...SCOPES),
        fc.boolean(),
        fc.constantFrom(...RUN_KINDS),
        (each, scope, trusted, kind) => {
          const { decision } = decideRun(kind, subject(scope, ONE, trusted), policy(...each.filter(isRunRule)));
          const fits = each
            .filter(isRunRule)
            .some((rule) => rule.split(" ").every((word) => ["", scope, ONE].includes(word)));
          expect(decision).toBe(!trusted ? "deny" : kind === "shell" && fits ? "allow" : "ask");
        },
      ),
    );
  });
});

function says(answer: string | undefined, asked: Question[] = []): Prompter {
  return {
    ask: async (question) => {
      asked.push(question);
      return answer;
    },
  };
}

describe("asking", () => {
  test("[F12] the person sees what would run, on one line each", async () => {
    const asked: Question[] = [];
    await askConsent("shell", subject("user"), ["git status", "echo a\u001b[2J\nrm x"], {
      settings: policy(),
      prompter: says("no", asked),
    });
    expect(asked).toEqual([
      {
        kind: "choice",
        title: "Run the commands of the skill `pdf`?",
        details: ["scope: user", `digest: ${ONE}`, "  git status", "  echo a[2J rm x"],
        choices: [
          { value: "no", label: "no" },
          { value: "once", label: "yes, this once" },
          { value: "session", label: "yes, in this session" },
        ],
      },
    ]);
  });

  test.each([
    ["once", ["allow", "allow"], 2],
    ["session", ["allow", "allow"], 1],
    ["no", ["deny", "deny"], 1],
    ["maybe", ["deny", "deny"], 2],
  ])("[F12] `%s` is %j, and asked %i times about the same bytes", async (answer, decisions, times) => {
    const asked: Question[] = [];
    const context = { settings: policy(), prompter: says(answer, asked), answers: new Map<string, boolean>() };
    const decide = async (): Promise<string> => (await askConsent("shell", subject("user"), [], context)).decision;
    expect([[await decide(), await decide()], asked.length]).toEqual([decisions, times]);
    await askConsent("shell", subject("user", TWO), [], context);
    expect(asked.length).toBe(times + 1);
  });

  test("[F12] a verdict names who gave it, and a no has its code", async () => {
    const verdict = (answer: string | undefined): Promise<unknown> =>
      askConsent("shell", subject("user"), [], { settings: policy(), prompter: says(answer) });
    expect([await verdict("no"), await verdict(undefined)]).toMatchObject([
      { decision: "deny", by: "run.shell", code: "SK430" },
      { decision: "deny", by: "run.shell", code: "SK430", reason: "no rule allows its shell expressions" },
    ]);
    expect(await verdict("once")).toMatchObject({ decision: "allow", by: "the user" });
  });

  test("[F12] no user, a late answer and a cancelled question are reported, and mean no", async () => {
    const never: Prompter = { ask: () => new Promise(() => undefined) };
    const broken: Prompter = { ask: () => Promise.reject(new Error("no terminal")) };
    const reason = async (more: object): Promise<string> =>
      (await askConsent("shell", subject("user"), [], { settings: policy(), ...more })).reason;
    expect([
      await reason({}),
      await reason({ prompter: says(undefined) }),
      await reason({ prompter: broken }),
      await reason({ prompter: never, askTimeoutMs: 20 }),
      await reason({ prompter: never, signal: AbortSignal.timeout(20) }),
      await reason({ prompter: never, signal: AbortSignal.abort() }),
    ]).toEqual([
      "no rule allows its shell expressions",
      "no rule allows its shell expressions",
      "no rule allows its shell expressions",
      "no answer came in time",
      "the question was cancelled",
      "the question was cancelled",
    ]);
  });

  test("[F12] the user is shown forty commands, and the number of the others", async () => {
    let asked: Question | undefined;
    const prompter: Prompter = {
      ask: async (question) => {
        asked = question;
        return "no";
      },
    };
    const ask = async (count: number): Promise<readonly string[]> => {
      const commands = Array.from({ length: count }, (_, at) => `command ${at}`);
      await askConsent("shell", subject("user"), commands, { settings: policy(), prompter });
      return asked?.details.slice(2) ?? [];
    };
    const forty = Array.from({ length: 40 }, (_, at) => `  command ${at}`);
    expect([await ask(40), await ask(43)]).toEqual([forty, [...forty, "  and 3 more"]]);
  });

  test("[F12] a prompter is notified when its time is over", async () => {
    let told = false;
    const prompter: Prompter = {
      ask: (_, signal) =>
        new Promise((resolve) =>
          signal?.addEventListener("abort", () => {
            told = true;
            resolve("session");
          }),
        ),
    };
    const { decision } = await askConsent("shell", subject("user"), [], {
      settings: policy(),
      prompter,
      askTimeoutMs: 20,
    });
    expect([decision, told]).toEqual(["deny", true]);
  });
});
