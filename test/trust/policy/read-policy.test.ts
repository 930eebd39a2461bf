/** Reads policy files. Each mistake has a finding. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolicyLayer, PolicySubject } from "../../../src/model/rules/policy.ts";
import { decidePermission, decidePolicy } from "../../../src/trust/policy/decide-policy.ts";
import { readPolicy, unreadablePolicy } from "../../../src/trust/policy/read-policy.ts";

const read = (text: string, layer: PolicyLayer = "user") => readPolicy({ layer, path: "/p.yaml", text });
const codes = (text: string, layer?: PolicyLayer) =>
  read(text, layer).diagnostics.map(({ code, at }) => `${code} ${at?.line}:${at?.column}`);
const BOTH = ["install", "load"];

describe("[B50] a policy file", () => {
  test("says what is the default, what becomes of profiles, and its rules, each with its line", () => {
    const { value, diagnostics } = read(
      [
        "default: ask",
        "permissions: strict",
        "rules:",
        "  - deny: { skill: 'crypto-*', scope: [plugin, repo] }",
        "    unless: { publisher: '*@example.com' }",
        "    for: load",
        "    reason: no coins",
        "  - allow: { origin: 'owner/*', digest: sha256:00 }",
        "  - ask: any",
        "permission:",
        "  skill: { '*': allow, 'internal-*': deny }",
        "agent:",
        "  reviewer:",
        "    permission: { skill: ask }",
      ].join("\n"),
    );
    expect(diagnostics).toEqual([]);
    expect(value).toEqual({
      layer: "user",
      path: "/p.yaml",
      default: { decision: "ask", from: "/p.yaml:1" },
      permissions: { mode: "strict", from: "/p.yaml:2" },
      rules: [
        {
          decision: "deny",
          when: { skill: ["crypto-*"], scope: ["plugin", "repo"] },
          unless: { publisher: ["*@example.com"] },
          moments: ["load"],
          reason: "no coins",
          from: "/p.yaml:4",
        },
        { decision: "allow", when: { origin: ["owner/*"], digest: ["sha256:00"] }, moments: BOTH, from: "/p.yaml:8" },
        { decision: "ask", when: {}, moments: BOTH, from: "/p.yaml:9" },
      ],
      skill: {
        rules: [
          { pattern: "*", decision: "allow", from: "/p.yaml:11" },
          { pattern: "internal-*", decision: "deny", from: "/p.yaml:11" },
        ],
        agents: { reviewer: [{ pattern: "*", decision: "ask", from: "/p.yaml:14" }] },
      },
    });
  });

  test.each([
    ["", []],
    ["# nothing\n", []],
    ["[a]", ["SK420 1:1"]],
    ["a: [", ["SK420 1:5"]],
    ["defualt: deny", ["SK421 1:1"]],
    ["default: maybe", ["SK421 1:10"]],
    ["permissions: lax", ["SK421 1:14"]],
    ["default: allow\ndefault: deny", ["SK420 2:1"]],
    ["rules:\n  - deny: any\n    deny: any", ["SK420 3:5"]],
    ["rules: {}", ["SK421 1:8"]],
    ["rules:\n  - skill: a", ["SK421 2:5"]],
    ["rules:\n  - deny: {skill: a}\n    allow: {skill: b}", ["SK421 2:5"]],
    ["rules:\n  - deny: {skil: a}", ["SK421 2:12"]],
    ["rules:\n  - deny: {skill: [a, 1]}", ["SK421 2:19"]],
    ["rules:\n  - deny: yes", ["SK421 2:11"]],
    ["rules:\n  - deny: {skill: a}\n    for: never", ["SK421 3:10"]],
    ["permission: deny", ["SK421 1:13"]],
    ["permission: {skill: {a: maybe}}", ["SK421 1:25"]],
    ["permission: {bash: ask}", ["SK421 1:14"]],
    ["agent: [a]", ["SK421 1:8"]],
    ["agent: {a: {model: x}}", ["SK421 1:13"]],
  ])("%j: %j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test("a reason is one line, whatever was written", () => {
    const text = 'rules:\n- deny: any\n  reason: "a\\nload it? [y/N] \\e[2J\\u202eb"\n';
    expect(read(text).value.rules[0]?.reason).toBe("a load it? [y/N] [2J b");
    expect(read(`rules:\n- deny: any\n  reason: ${"x".repeat(1000)}\n`).value.rules[0]?.reason).toHaveLength(300);
  });

  test("a mistake widens nothing", () => {
    const rules = (text: string) => read(`rules:\n  - ${text}`).value.rules;
    expect(read("a: [").value).toMatchObject({
      unused: expect.stringContaining("it is not valid YAML ("),
      default: { decision: "deny" },
    });
    expect(read("default: maybe").value.default?.decision).toBe("deny");
    expect(read("permissions: lax").value.permissions?.mode).toBe("strict");
    expect(read("rules: x").value.rules).toMatchObject([{ decision: "deny", when: {} }]);
    expect(rules("nonsense")).toMatchObject([{ decision: "deny", when: {} }]);
    expect(rules("deny: {skil: a, scope: user}")).toMatchObject([{ decision: "deny", when: { scope: ["user"] } }]);
    expect(rules("allow: {skil: a, scope: user}")).toEqual([]);
    expect(rules("allow: {skill: a}\n    unless: {skil: b}")).toEqual([]);
    expect(rules("deny: {skill: a}\n    unless: {skil: b}")).toMatchObject([{ unless: { skill: [] } }]);
    expect(rules("allow: {skill: a}\n    for: never")).toEqual([]);
    expect(read("permission: {skill: {a: maybe}}").value.skill.rules).toMatchObject([{ decision: "deny" }]);
    expect(unreadablePolicy({ layer: "admin", path: "/p" }, "EACCES").value.default?.decision).toBe("deny");
  });

  test("[Y40] the file of another program denies every skill", () => {
    const names = ["schema", "approvals", "folders", "skills", "name", "version", "__proto__"];
    const key = fc.oneof(
      fc.constantFrom(...names),
      fc.string().map((each) => `other-${each}`),
    );
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }), (file) => {
        const { value, diagnostics } = read(JSON.stringify(file));
        expect([value.default?.decision, diagnostics.map(({ code }) => code)]).toEqual(["deny", ["SK420"]]);
      }),
    );
    expect(read("{}").value.default).toBeUndefined();
  });

  test("reports the effect of a mistyped key", () => {
    const said = (text: string) => read(text).diagnostics.map(({ message }) => message);
    expect([said("defualt: deny"), said("rules: []\nversion: 1")]).toEqual([
      ["`defualt` is not a key that is known here; until it is corrected, every skill is denied"],
      ["`version` is not a key that is known here"],
    ]);
    expect(said("rules:\n  - skill: a")).toEqual([
      "a rule should be `allow:`, `ask:` or `deny:` with conditions; it is read as `deny` for every skill",
    ]);
    const [, many] = ["rules: x", `rules:\n${"  - ask: {skill: x}\n".repeat(2001)}`].map(said);
    expect(many).toEqual(["`rules` should be a list of at most 2000; until it is, every skill is denied"]);
    const [wrong] = read("rules:\n  - deny: any\n    unles: {skill: a}").diagnostics;
    expect([wrong?.at?.line, wrong?.help]).toEqual([3, expect.stringContaining("`unless`")]);
  });

  // Each of these rules would silently match no skill.
  test.each([
    ["rules:\n  - deny: {scope: project}", ["SK421 2:19"], { load: "deny", a: "allow" }],
    ["rules:\n  - deny: {scope: [repo, users]}", ["SK421 2:19"], { load: "deny", a: "allow" }],
    ["default: deny\nrules:\n  - allow: {scope: [repo, users]}", ["SK421 3:20"], { load: "deny", a: "allow" }],
    ["rules:\n  - deny: {digest: 'SHA256:AB'}", ["SK421 2:21"], { load: "deny", a: "allow" }],
    ["rules:\n  - ask: {digest: abc}", ["SK421 2:19"], { load: "ask", a: "allow" }],
    [`rules:\n${"  - ask: {skill: x}\n".repeat(2000)}  - deny: any`, ["SK421 2002:5"], { load: "deny", a: "allow" }],
    ["defualt: deny", ["SK421 1:1"], { load: "deny", a: "allow" }],
    ["Rules: [{deny: any}]", ["SK421 1:1"], { load: "deny", a: "allow" }],
    ["rules: []\nversion: 1", ["SK421 2:1"], { load: "allow", a: "allow" }],
    ["agent: [a]", ["SK421 1:8"], { load: "deny", a: "allow" }],
    ["agent: {a: deny}", ["SK421 1:12"], { load: "allow", a: "deny" }],
    ["permission: {skill: {pdf: deny}}\nagent: {a: {permission: x}}", ["SK421 2:25"], { load: "allow", a: "deny" }],
  ])("a mistake that is easy to miss, %#", (text, expected, decisions) => {
    const files = [read(text).value];
    const subject: PolicySubject = {
      isNamed: (name) => name === "pdf",
      scope: "repo",
      digest: () => "sha256:ab",
      publisher: () => undefined,
    };
    expect(codes(text)).toEqual(expected);
    expect({
      load: decidePolicy(files, subject, "load").decision,
      a: decidePermission(files, "pdf", "a").decision,
    }).toEqual(decisions);
  });

  test("a project cannot allow anything", () => {
    expect(codes("rules:\n  - allow: {skill: a}\n  - deny: {skill: b}", "project")).toEqual(["SK422 2:5"]);
    expect(read("rules:\n  - allow: {skill: a}\n  - deny: {skill: b}", "project").value.rules).toHaveLength(1);
  });

  test("any text can be read, the same twice", () => {
    const word = fc.constantFrom(
      "rules",
      "deny",
      "allow",
      "skill",
      "default",
      "unless",
      ":",
      "-",
      "{",
      "}",
      "[",
      "]",
      "\n",
      "  ",
      "'",
      "*",
      "&a",
      "x",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((parts) => parts.join("")),
        ),
        (text) => {
          expect(read(text)).toEqual(read(text));
        },
      ),
    );
  });
});
