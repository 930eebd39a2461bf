/**
 * Checks the verdict for a reading and a host's rules: each rule of names and descriptions, and each kind of failure.
 */
import { describe, expect, test } from "vitest";
import type { DialectReading, FailureCause } from "../../../src/hosts/dialects/dialect.ts";
import { DIALECTS } from "../../../src/hosts/dialects/dialects.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { acceptSkill } from "../../../src/hosts/views/steps/accept-skill.ts";
import type { DescriptionRule, NameRule } from "../../../src/model/host-profile.ts";
import { PROFILE } from "./fake.ts";

function reading(over: Partial<DialectReading> = {}): DialectReading {
  return { name: "pdf", description: "Reads PDF.", fields: {}, body: "text", ...over };
}

/** Returns the verdict in short form: `pdf`, `SK718`, or `pdf +SK724`. */
function verdict(
  read: DialectReading,
  naming: Partial<NameRule> = {},
  description: Partial<DescriptionRule> = {},
): string {
  const profile = {
    ...PROFILE,
    naming: { ...PROFILE.naming, ...naming },
    description: { ...PROFILE.description, ...description },
  };
  const { name, because, remarks } = acceptSkill(read, "here", profile);
  return because ? because.code : [name, ...remarks.map((remark) => `+${remark.code}`)].join(" ");
}

test.each<[FailureCause, string]>([
  ["encoding", "SK712"],
  ["no-frontmatter", "SK713"],
  ["yaml", "SK714"],
  ["type", "SK717"],
  ["crash", "SK731"],
])("[V7] a failure of %s is %s", (cause, code) => {
  expect(acceptSkill(reading({ failure: { cause, detail: "so" } }), "here", PROFILE)).toEqual({
    name: "pdf",
    description: "Reads PDF.",
    because: { code, text: "so" },
    remarks: [],
  });
});

describe("[V9] names", () => {
  test.each<[string, DialectReading, Partial<NameRule>, string]>([
    ["the frontmatter's", reading(), {}, "pdf"],
    ["the directory's where there is none", reading({ name: undefined }), {}, "here"],
    ["the directory's where it is empty", reading({ name: "" }), {}, "here +SK724"],
    ["the directory's alone", reading(), { from: "directory" }, "here +SK724"],
    ["the directory's, and the same", reading({ name: "here" }), { from: "directory" }, "here"],
    ["the frontmatter's alone", reading({ name: undefined }), { from: "frontmatter" }, "SK715"],
    ["an empty one is none", reading({ name: "" }), { from: "frontmatter" }, "SK715"],
    ["or is one", reading({ name: "" }), { from: "frontmatter", empty: "kept" }, ""],
    ["too long", reading({ name: "p".repeat(65) }), { max: 64 }, "SK718"],
    ["just long enough", reading({ name: "p".repeat(64) }), { max: 64 }, "p".repeat(64)],
    ["characters, not UTF-16", reading({ name: "😀".repeat(64) }), { max: 64 }, "😀".repeat(64)],
    ["letters that are refused", reading({ name: "PDF" }), { pattern: "^[a-z]+$" }, "SK718"],
    ["or only warned about", reading({ name: "PDF" }), { pattern: "^[a-z]+$", broken: "warned" }, "PDF +SK718"],
    ["not the directory's", reading(), { equalsDirectory: true }, "SK719"],
    ["in another case", reading({ name: "HERE" }), { equalsDirectory: true }, "SK719"],
    ["which may do", reading({ name: "HERE" }), { equalsDirectory: "in any case" }, "HERE"],
    ["not the directory's, warned", reading(), { equalsDirectory: true, broken: "warned" }, "pdf +SK719"],
    ["reserved, whatever else is forgiven", reading(), { reserved: ["pdf"], broken: "warned" }, "SK732"],
    ["replaced characters", reading({ name: "a:b" }), { replaced: [":", "-"] }, "a-b +SK724"],
  ])("%s", (_, read, rule, expected) => {
    expect(verdict(read, rule)).toBe(expected);
  });
});

describe("[V9] descriptions", () => {
  test.each<[string, DialectReading, Partial<DescriptionRule>, string]>([
    ["missing, rejected", reading({ description: undefined }), { missing: "rejected" }, "SK716"],
    ["missing, kept", reading({ description: undefined }), { missing: "kept" }, "pdf +SK723"],
    ["empty, rejected", reading({ description: "" }), { empty: "rejected" }, "SK716"],
    ["empty, kept", reading({ description: "" }), {}, "pdf +SK723"],
    ["blank, rejected", reading({ description: " \n" }), { blank: "rejected" }, "SK716"],
    ["blank, kept", reading({ description: " \n" }), { empty: "rejected" }, "pdf +SK723"],
    ["from the body", reading({ descriptionFrom: "body" }), {}, "pdf +SK725"],
    ["too long, rejected", reading({ description: "d".repeat(11) }), { max: 10, tooLong: "rejected" }, "SK733"],
    ["too long, warned", reading({ description: "d".repeat(11) }), { max: 10, tooLong: "warned" }, "pdf +SK733"],
    ["just long enough", reading({ description: "d".repeat(10) }), { max: 10, tooLong: "rejected" }, "pdf"],
    ["in characters", reading({ description: "é".repeat(10) }), { max: 10, tooLong: "rejected" }, "pdf"],
    ["in bytes", reading({ description: "é".repeat(10) }), { max: 10, tooLong: "rejected", unit: "bytes" }, "SK733"],
  ])("%s", (_, read, rule, expected) => {
    expect(verdict(read, {}, rule)).toBe(expected);
  });
});

/** Returns the results of the real hosts for one file in any place. */
function everywhere(text: string, directory: string): Record<string, string> {
  const hosts = ["claude-code", "codex", "opencode", "gemini-cli", "pi"];
  return Object.fromEntries(
    hosts.map((host) => {
      const profile = PROFILES.find((each) => each.name === host) as (typeof PROFILES)[number];
      const read = DIALECTS[profile.frontmatter.dialect]?.(Buffer.from(text)) as DialectReading;
      const { because, description = "" } = acceptSkill(read, directory, profile);
      return [host, because?.code ?? description];
    }),
  );
}

test("[V7] a file that is never closed: rejected, or described by its first line", () => {
  expect(everywhere("---\nname: pdf\ndescription: Reads PDF.\n\nText\n", "pdf")).toEqual({
    "claude-code": "---",
    codex: "SK713",
    opencode: "SK714",
    "gemini-cli": "SK713",
    pi: "SK713",
  });
  expect(everywhere("---\nname: pdf\ndescription: Reads PDF.\n", "pdf")).toMatchObject({ opencode: "Reads PDF." });
});

test("[V9] a name of 65 characters is refused by one of them", () => {
  const name = "n".repeat(65);
  expect(everywhere(`---\nname: ${name}\ndescription: Reads.\n---\nText\n`, name)).toEqual({
    "claude-code": "Reads.",
    codex: "SK718",
    opencode: "Reads.",
    "gemini-cli": "Reads.",
    pi: "Reads.",
  });
});
