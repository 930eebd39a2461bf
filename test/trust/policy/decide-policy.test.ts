/** Tests the decision about a skill if several policy files have rules for it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DECISIONS } from "../../../src/model/rules/decision.ts";
import type { PolicyFile, PolicyLayer, PolicySubject } from "../../../src/model/rules/policy.ts";
import {
  decidePermission,
  decidePolicy,
  permissionMode,
  permissionModeFor,
} from "../../../src/trust/policy/decide-policy.ts";
import { readPolicy } from "../../../src/trust/policy/read-policy.ts";

const file = (layer: PolicyLayer, text: string): PolicyFile => readPolicy({ layer, path: `/${layer}`, text }).value;
const subject: PolicySubject = {
  isNamed: (pattern) => pattern === "pdf" || pattern === "p*",
  scope: "user",
  origin: "owner/repo#v1",
  originProven: true,
  digest: () => "sha256:1",
  publisher: () => "a@example.com SHA256:key",
};
const decide = (...files: PolicyFile[]) => {
  const { decision, from } = decidePolicy(files, subject, "load");
  return `${decision} ${from}`;
};

test.each<[string, PolicyFile[], string]>([
  ["no file has a rule", [], "no rule matches"],
  ["a default decides", [file("user", "default: deny")], "no rule matches, and the default is `deny`"],
  ["a rule gives a reason", [file("user", "rules:\n- deny: any\n  reason: too old")], "too old"],
  ["a rule denies without a reason", [file("user", "rules:\n- deny: any")], "a rule denies it"],
  ["a rule asks without a reason", [file("user", "rules:\n- ask: any")], "a rule requires your approval"],
  ["a rule allows without a reason", [file("user", "rules:\n- allow: any")], "a rule allows it"],
])("[B51] a decision has a reason if %s", (_, files, reason) => {
  expect(decidePolicy(files, subject, "load").reason).toBe(reason);
});

describe("[B51] the strictest matching rule wins", () => {
  test.each([
    ["no rule", [], "allow default"],
    [
      "the user's default before the administrator's",
      [file("admin", "default: deny"), file("user", "default: ask")],
      "ask /user:1",
    ],
    [
      "a project's default where it is more careful",
      [file("user", "default: ask"), file("project", "default: deny")],
      "deny /project:1",
    ],
    ["and not where it is less", [file("user", "default: deny"), file("project", "default: allow")], "deny /user:1"],
    ["a rule before every default", [file("user", "default: deny\nrules:\n- allow: {skill: pdf}")], "allow /user:3"],
    [
      "deny before allow, in one file",
      [file("user", "rules:\n- allow: {skill: pdf}\n- deny: {scope: user}")],
      "deny /user:3",
    ],
    [
      "deny of the administrator before allow of the user",
      [file("admin", "rules:\n- deny: any"), file("user", "rules:\n- allow: any")],
      "deny /admin:2",
    ],
    [
      "deny of a project before allow of the user",
      [file("user", "rules:\n- allow: any"), file("project", "rules:\n- deny: any")],
      "deny /project:2",
    ],
    ["ask before allow", [file("user", "rules:\n- allow: any\n- ask: any")], "ask /user:3"],
    [
      "a file that cannot be read denies",
      [file("user", "a: ["), file("admin", "rules:\n- allow: any")],
      "deny /user:1:5",
    ],
  ])("%s", (_, files, expected) => {
    expect(decide(...files)).toBe(expected);
  });

  test.each([
    ["{skill: pdf}", true],
    ["{skill: [x, 'p*']}", true],
    ["{skill: x}", false],
    ["{scope: user}", true],
    ["{scope: [repo, plugin]}", false],
    ["{origin: 'owner/*'}", true],
    ["{origin: owner/repo}", false],
    ["{digest: sha256:1}", true],
    ["{digest: sha256:2}", false],
    ["{publisher: '*@example.com'}", true],
    ["{publisher: 'SHA256:key'}", true],
    ["{publisher: 'a@example.com SHA256:key'}", true],
    ["{publisher: '*@example.com SHA256:other'}", false],
    ["{publisher: '*@other.com'}", false],
    ["{skill: pdf, scope: repo}", false],
    ["any", true],
    ["{skill: pdf}\n  unless: {scope: user}", false],
    ["{skill: pdf}\n  unless: {scope: repo}", true],
    ["{skill: pdf}\n  for: install", false],
  ])("deny %s fits: %s", (condition, fits) => {
    expect(decide(file("user", `rules:\n- deny: ${condition}`))).toBe(fits ? "deny /user:2" : "allow default");
  });

  test("an unvouched policy can forbid, and allows nothing", () => {
    const claimed = { ...subject, originProven: false };
    const rules = "default: deny\nrules:\n- allow: {origin: 'owner/*'}";
    expect(decidePolicy([file("user", rules)], claimed, "load").decision).toBe("deny");
    expect(decidePolicy([file("user", rules)], subject, "load").decision).toBe("allow");
    const against = [file("user", "rules:\n- deny: {origin: 'owner/*'}")];
    expect(decidePolicy(against, claimed, "load").decision).toBe("deny");
    const spared = [file("user", "rules:\n- deny: any\n  unless: {origin: 'owner/*'}")];
    expect(decidePolicy(spared, claimed, "load").decision).toBe("deny");
    expect(decidePolicy(spared, subject, "load").decision).toBe("allow");
  });

  test("digest and publisher are only looked at where everything else fits", () => {
    const never = (): never => {
      throw new Error("looked at");
    };
    const dear = { ...subject, digest: never, publisher: never };
    const rules = "rules:\n- deny: {skill: x, digest: a, publisher: b}\n- deny: {scope: repo, publisher: b}";
    expect(decidePolicy([file("user", rules)], dear, "load").decision).toBe("allow");
  });

  test("adding a project's policy never widens", () => {
    const rule = fc.tuple(
      fc.constantFrom(...DECISIONS),
      fc.constantFrom("any", "{skill: pdf}", "{scope: repo}", "{skill: x}"),
    );
    const text = fc
      .tuple(fc.option(fc.constantFrom(...DECISIONS)), fc.array(rule, { maxLength: 5 }))
      .map(
        ([said, rules]) =>
          `${said ? `default: ${said}\n` : ""}rules:${rules.length === 0 ? " []" : ""}\n${rules.map(([decision, about]) => `- ${decision}: ${about}`).join("\n")}`,
      );
    fc.assert(
      fc.property(text, text, text, (admin, user, project) => {
        const files = [file("admin", admin), file("user", user)];
        const rank = (all: readonly PolicyFile[]) => DECISIONS.indexOf(decidePolicy(all, subject, "load").decision);
        expect(rank([...files, file("project", project)])).toBeGreaterThanOrEqual(rank(files));
      }),
    );
  });
});

describe("[B60] permission.skill", () => {
  const files = [
    file("admin", "permission: {skill: {'*': ask}}"),
    file(
      "user",
      "permission: {skill: {'*': ask, 'docs-*': allow, 'docs-secret': deny}}\nagent: {build: {permission: {skill: {'docs-secret': allow, 'x': deny}}}}",
    ),
  ];

  test.each([
    ["docs-a", undefined, [files[1]], "allow /user:1"],
    ["docs-secret", undefined, [files[1]], "deny /user:1"],
    ["docs-secret", "build", [files[1]], "allow /user:2"],
    ["docs-secret", "other", [files[1]], "deny /user:1"],
    ["docs-secret", "__proto__", [files[1]], "deny /user:1"],
    ["x", "build", [files[1]], "deny /user:2"],
    ["docs-a", undefined, files, "ask /admin:1"],
    ["docs-a", undefined, [], "allow default"],
  ])("%s for %s", (name, agent, all, expected) => {
    const { decision, from } = decidePermission(all as PolicyFile[], name, agent);
    expect(`${decision} ${from}`).toBe(expected);
  });
});

test.each([
  [[], "ask default"],
  [["ask"], "ask /admin:1"],
  [["ask", "trusted-sources"], "trusted-sources /user:1, asked for by /admin:1"],
  [["trusted-sources", "ask"], "trusted-sources /admin:1, asked for by /user:1"],
  [["trusted-sources", "strict"], "strict /user:1"],
  [["ask", "ask", "strict"], "strict /project:1"],
  [["", "", "ask"], "ask /project:1"],
  [["", "trusted-sources", "ask"], "trusted-sources /user:1, asked for by /project:1"],
  [["", "trusted-sources", "trusted-sources"], "trusted-sources /user:1"],
  // Only the project's policy accepts the permissions of the administrator's skills without a question.
  [["", "", "trusted-sources"], "trusted-sources /project:1, asked for by default"],
  [["ask", "", "trusted-sources"], "trusted-sources /project:1, asked for by /admin:1"],
  [["trusted-sources", "", "trusted-sources"], "trusted-sources /admin:1"],
])("[B42] of several modes what is narrow in each: %j is %s", (modes, expected) => {
  const files = modes.flatMap((mode, at) =>
    mode === "" ? [] : [file((["admin", "user", "project"] as const)[at] ?? "project", `permissions: ${mode}`)],
  );
  const said = permissionMode(files);
  const { mode, from, asks } = said;
  expect(`${mode} ${from}${asks === undefined ? "" : `, asked for by ${asks}`}`).toBe(expected);
  const strangers = mode === "ask" ? "ask" : "not taken";
  expect(permissionModeFor("user", said) === "ask" ? "ask" : "not taken").toBe(strangers);
  expect(permissionModeFor("admin", said)).toBe(asks === undefined ? mode : "ask");
});
