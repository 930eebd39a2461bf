import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CommandOutcome } from "../../../src/model/conversation/control.ts";
import { HOOK_EVENTS } from "../../../src/model/conversation/hook.ts";
import { hookAnswer } from "../../../src/session/hooks/hook-answer.ts";
import { hookFindings } from "../../../src/session/hooks/hook-findings.ts";
import { hookInput } from "../../../src/session/hooks/hook-input.ts";
import { readHooks } from "../../../src/session/hooks/read-hooks.ts";
import { loadRoot, makeTree, skill } from "../../tree.ts";

const HANDLER = { type: "command", command: "./check.sh" };

describe("[F40] the nested form", () => {
  test("becomes rules", () => {
    const written = {
      PreToolUse: [
        { matcher: "Bash|Write", hooks: [{ ...HANDLER, once: true, timeout: 5 }, { command: "two" }] },
        { hooks: [HANDLER] },
      ],
      SessionEnd: [{ hooks: [HANDLER] }],
    };
    expect(readHooks(written, "skill")).toEqual({
      rules: [
        {
          event: "PreToolUse",
          matcher: "Bash|Write",
          handlers: [
            { command: "./check.sh", timeoutMs: 5000, once: true },
            { command: "two", timeoutMs: 60_000, once: false },
          ],
        },
        { event: "PreToolUse", matcher: "", handlers: [{ command: "./check.sh", timeoutMs: 60_000, once: false }] },
        { event: "SessionEnd", matcher: "", handlers: [{ command: "./check.sh", timeoutMs: 60_000, once: false }] },
      ],
      problems: [],
    });
  });

  const FORM = "write `PreToolUse: [{matcher: Bash, hooks: [{type: command, command: ./check.sh}]}]`";
  const EVENTS =
    "the events are `PreToolUse`, `PostToolUse`, `Stop`, `SkillActivation`, `UserPromptSubmit`, `SessionStart`, `SessionEnd`";
  const NAMES = "write names with `|` between them, or `.*` for any letters";
  const stop = (handler: unknown): object => ({ Stop: [{ hooks: [handler] }] });
  const matching = (matcher: unknown): object => ({ Stop: [{ matcher, hooks: [HANDLER] }] });
  const first = "Stop[0].hooks[0]";
  test.each<[what: string, written: unknown, at: string, message: string, help: string]>([
    ["no mapping", [HANDLER], "hooks", "hooks are a mapping of events", FORM],
    ["another event", { FileChanged: [{ hooks: [HANDLER] }] }, "FileChanged", "is not a known event", EVENTS],
    ["no list", { Stop: { hooks: [HANDLER] } }, "Stop", "should be a list", FORM],
    ["no groups", { Stop: [HANDLER] }, "Stop[0]", "has no list `hooks`", FORM],
    ["a broken matcher", matching("("), "Stop[0].matcher", "is not a valid pattern of names", NAMES],
    ["a matcher of numbers", matching(3), "Stop[0].matcher", "is not a valid pattern of names", NAMES],
    [
      "another type",
      stop({ type: "prompt" }),
      first,
      "has a type that Skillwright does not run",
      "write `type: command`",
    ],
    ["text", stop("ls"), first, "has a type that Skillwright does not run", "write `type: command`"],
    ["no command", stop({ command: " " }), `${first}.command`, "should be a command", "write the command as a string"],
    [
      "a long time",
      stop({ ...HANDLER, timeout: 1e9 }),
      `${first}.timeout`,
      "should be a number of seconds",
      "at most 600",
    ],
    ["no time", stop({ ...HANDLER, timeout: 0 }), `${first}.timeout`, "should be a number of seconds", "at most 600"],
    [
      "a strange once",
      stop({ ...HANDLER, once: "yes" }),
      `${first}.once`,
      "should be true or false",
      "write `once: true`",
    ],
  ])("with %s is a problem with a way out, and never runs", (_, written, at, message, help) => {
    expect(readHooks(written, "skill")).toEqual({ rules: [], problems: [{ code: "SK440", at, message, help }] });
  });

  test("[F41] `once` outside of a skill's frontmatter is ignored, and said", () => {
    const { rules, problems } = readHooks({ Stop: [{ hooks: [{ ...HANDLER, once: true }] }] }, "host");
    expect([rules[0]?.handlers[0]?.once, problems]).toEqual([
      false,
      [
        {
          code: "SK441",
          at: "Stop[0].hooks[0].once",
          message: "is ignored outside of a skill's frontmatter: the hook runs each time",
          help: "take it out, or move the hook into a skill",
        },
      ],
    ]);
  });

  test("a hundred handlers are enough", () => {
    const { rules, problems } = readHooks({ Stop: [{ hooks: Array(300).fill(HANDLER) }] }, "skill");
    expect([rules[0]?.handlers.length, problems]).toEqual([
      100,
      [{ code: "SK440", at: "Stop[0].hooks[100]", message: "is beyond the limit of 100", help: "write fewer" }],
    ]);
  });

  test("anything at all has an answer", () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom(...HOOK_EVENTS));
    const written = fc.dictionary(
      fc.oneof(fc.constantFrom<string>(...HOOK_EVENTS, "__proto__"), fc.string()),
      fc.oneof(
        leaf,
        fc.array(
          fc.oneof(
            leaf,
            fc.record({
              matcher: leaf,
              hooks: fc.array(fc.oneof(leaf, fc.record({ type: leaf, command: leaf, once: leaf, timeout: leaf }))),
            }),
          ),
        ),
      ),
    );
    fc.assert(
      fc.property(fc.oneof(written, leaf), fc.constantFrom("skill", "host"), (each, place) => {
        for (const { handlers } of readHooks(each, place).rules)
          for (const { command, timeoutMs } of handlers)
            expect([typeof command, timeoutMs > 0]).toEqual(["string", true]);
      }),
    );
  });

  test("`check` says what never runs, at its key", async () => {
    const more = "hooks:\n  PreToolUse:\n    - matcher: Bash\n  Later: []\n";
    const tree = makeTree({ "skills/a/SKILL.md": skill("a", undefined, more), "skills/b/SKILL.md": skill("b") });
    const { skills } = await loadRoot(tree, "skills");
    const found = skills.flatMap((each) => hookFindings(each.skill));
    expect(found.map(({ code, at, message }) => [code, at?.line, at?.column, message])).toEqual([
      ["SK440", 5, 3, "`hooks.PreToolUse[0]` has no list `hooks`; it never runs"],
      ["SK440", 7, 3, "`hooks.Later` is not a known event; it never runs"],
    ]);
  });
});

describe("[F43] what a hook answers", () => {
  const outcome = (more: Partial<CommandOutcome>): CommandOutcome => ({
    ended: "exited",
    code: 0,
    stdout: "",
    stderr: "",
    ...more,
  });
  const json = (said: unknown): Partial<CommandOutcome> => ({ stdout: `${JSON.stringify(said)}\n` });

  test.each<[what: string, outcome: Partial<CommandOutcome>, answer: object]>([
    ["nothing", {}, { reason: "", context: "" }],
    ["text is for the model", { stdout: "on branch main\n" }, { reason: "", context: "on branch main" }],
    [
      "exit code 2 refuses, with standard error as the reason",
      { code: 2, stderr: "no force\n", stdout: "x" },
      { decision: "deny", reason: '"no force"', context: "" },
    ],
    ["exit code 2 without output", { code: 2 }, { decision: "deny", reason: "the hook refused", context: "" }],
    ["another exit code", { code: 1, stderr: "oops" }, { reason: "", context: "", failed: "exit code 1" }],
    ["killed", { code: null }, { reason: "", context: "", failed: "it was killed" }],
    ["late", { ended: "timed-out", code: null }, { reason: "", context: "", failed: "timed-out" }],
    ["flooding", { ended: "too-much-output", code: null }, { reason: "", context: "", failed: "too-much-output" }],
    [
      "decision: block",
      json({ decision: "block", reason: "not now" }),
      { decision: "deny", reason: '"not now"', context: "" },
    ],
    ["decision: approve", json({ decision: "approve" }), { decision: "allow", reason: "", context: "" }],
    [
      "continue: false",
      json({ continue: false, stopReason: "enough" }),
      { decision: "deny", reason: '"enough"', context: "" },
    ],
    [
      "the specific form",
      json({
        hookSpecificOutput: {
          permissionDecision: "ask",
          permissionDecisionReason: "sure?",
          additionalContext: "careful",
        },
      }),
      { decision: "ask", reason: '"sure?"', context: "careful" },
    ],
    ["a decision that is none", json({ decision: "constructor" }), { reason: "", context: "" }],
    ["values of other types", json({ decision: 3, reason: {}, hookSpecificOutput: [] }), { reason: "", context: "" }],
    ["broken JSON", { stdout: "{oops" }, { reason: "", context: "", failed: "its output is not valid JSON" }],
  ])("%s", (_, given, answer) => {
    expect(hookAnswer(outcome(given), (text) => text)).toEqual(answer);
  });

  test("any text has an answer", () => {
    const said = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string().map((text) => `{${text}`),
    );
    fc.assert(
      fc.property(
        said,
        fc.integer({ min: 0, max: 255 }),
        (stdout, code) => void hookAnswer(outcome({ stdout, code }), (text) => text),
      ),
    );
  });

  test("what it reads is bounded, whatever the tool was called with", () => {
    const circle: Record<string, unknown> = {};
    circle["itself"] = circle;
    const details = { tool_name: "Bash", tool_input: { command: "x".repeat(300_000) }, odd: circle, big: 3n };
    const read = JSON.parse(hookInput("PreToolUse", { sessionId: "s", cwd: "/p", details })) as Record<string, unknown>;
    expect({ ...read, tool_input: String(read["tool_input"]).length }).toEqual({
      session_id: "s",
      hook_event_name: "PreToolUse",
      cwd: "/p",
      tool_name: "Bash",
      tool_input: 200_001,
      odd: null,
      big: null,
    });
  });
});
