/** Compares a new version with the approved one, and rejects a weaker origin. */
import { describe, expect, test } from "vitest";
import type { Origin } from "../../../src/model/skills/origin.ts";
import { matchWildcards } from "../../../src/model/text/matching/match-wildcards.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import {
  type CheckedOrigin,
  checkOrigin,
  NO_DEMANDS,
  readSigners,
  sourceWithoutVersion,
} from "../../../src/trust/signatures/check-origin.ts";
import type { SignatureVerdict } from "../../../src/trust/signatures/manifest.ts";

const ORIGIN: Origin = { kind: "git", source: "owner/repo#v2", path: "pdf" };
const ALICE: SignatureVerdict = { state: "signed", kind: "ssh", who: "alice@x.test", key: "SHA256:a" };
const UNSIGNED: SignatureVerdict = { state: "unsigned" };

function codes(changes: Partial<CheckedOrigin>): string[] {
  const judged = { origin: ORIGIN, verdict: UNSIGNED, policy: NO_DEMANDS, now: 0, ...changes };
  return checkOrigin(judged).map(({ code, severity }) => `${severity} ${code}`);
}

test("[J12] unsigned is nothing to speak of; a wrong signature blocks, an unknown signer is reported", () => {
  expect(codes({})).toEqual([]);
  expect(codes({ verdict: ALICE })).toEqual([]);
  expect(codes({ verdict: { state: "invalid", kind: "ssh", why: "x" } })).toEqual(["block SK520"]);
  expect(codes({ verdict: { state: "unknown", kind: "ssh", who: "x", why: "y" } })).toEqual(["info SK522"]);
});

test("[J12] [J13] each objection says what is wrong, why that matters and what to do", () => {
  const now = Date.UTC(2026, 0, 10);
  const policy = { require: [{ source: "owner/*", signers: ["bob@*"] }], minReleaseAgeMs: 3 * 86_400_000 };
  const origin = { ...ORIGIN, released: new Date(now).toISOString() };
  const verdicts: SignatureVerdict[] = [
    { state: "invalid", kind: "ssh", why: "a file\nis missing" },
    { state: "unknown", kind: "ssh", who: "eve\u202e", why: "the key is new" },
  ];
  expect(verdicts.flatMap((verdict) => checkOrigin({ origin, verdict, policy, now }))).toMatchInlineSnapshot(`
    [
      {
        "code": "SK520",
        "help": "ask its publisher; the received files differ from the signed ones",
        "message": "its signature does not match these files: a file is missing",
        "severity": "block",
        "why": "the files were changed after they were signed, or the signature is a forgery",
      },
      {
        "code": "SK521",
        "help": "ask for a signed version, or change your policy",
        "message": "your policy requires skills of \`owner/*\` to be signed by bob@*",
        "severity": "block",
        "why": "without a signature, anyone between the publisher and you could have changed it",
      },
      {
        "code": "SK523",
        "help": "wait, or take an older version",
        "message": "it was released at 2026-01-10T00:00:00.000Z, and your policy requires an age of 3 days",
        "severity": "block",
        "why": "most malicious versions are found and withdrawn within days",
      },
      {
        "code": "SK522",
        "help": "if you know this signer, add its key or root to your signers",
        "message": "signed by eve, who is not among your trusted signers: the key is new",
        "severity": "info",
        "why": "anyone can sign; a signature of an unknown signer proves nothing",
      },
      {
        "code": "SK521",
        "help": "ask for a signed version, or change your policy",
        "message": "your policy requires skills of \`owner/*\` to be signed by bob@*",
        "severity": "block",
        "why": "without a signature, anyone between the publisher and you could have changed it",
      },
      {
        "code": "SK523",
        "help": "wait, or take an older version",
        "message": "it was released at 2026-01-10T00:00:00.000Z, and your policy requires an age of 3 days",
        "severity": "block",
        "why": "most malicious versions are found and withdrawn within days",
      },
    ]
  `);
});

describe("[J13] a demand", () => {
  const demand = (source: string, signers?: string[]) => ({
    ...NO_DEMANDS,
    require: [{ source, ...(signers ? { signers } : {}) }],
  });

  test.each<[string, SignatureVerdict, string[] | undefined, string[]]>([
    ["owner/*", UNSIGNED, undefined, ["block SK521"]],
    ["owner/*", { state: "unknown", kind: "ssh", who: "x", why: "y" }, undefined, ["info SK522", "block SK521"]],
    ["owner/*", ALICE, undefined, []],
    ["owner/repo", ALICE, ["*@x.test"], []],
    ["owner/repo", ALICE, ["bob@*"], ["block SK521"]],
    ["other/*", UNSIGNED, undefined, []],
  ])("for %s", (source, verdict, signers, expected) => {
    expect(codes({ verdict, policy: demand(source, signers) })).toEqual(expected);
  });
});

describe("[J13] a source", () => {
  test.each<[Origin["kind"], string, string]>([
    ["npm", "npm:pdf-skills@^2", "npm:pdf-skills"],
    ["npm", "npm:@scope/pdf@1.0.0", "npm:@scope/pdf"],
    ["npm", "npm:@scope/pdf", "npm:@scope/pdf"],
    ["git", "https://x.test/a.git#main", "https://x.test/a.git"],
    ["oci", "oci://x.test:5000/skills/pdf:1.0@sha256:00", "oci://x.test:5000/skills/pdf"],
    ["oci", "oci://x.test:5000/skills/pdf", "oci://x.test:5000/skills/pdf"],
    ["directory", "/a/b#c", "/a/b#c"],
  ])("another version of %s is not another place: %s", (kind, source, place) => {
    expect(sourceWithoutVersion({ kind, source, path: "" })).toBe(place);
  });
});

test("[J13] what is younger than the policy wants blocks; what is of no known age does not", () => {
  const day = 86_400_000;
  const policy = { ...NO_DEMANDS, minReleaseAgeMs: 3 * day };
  const now = Date.UTC(2026, 0, 10);
  const released = (days: number): Origin => ({ ...ORIGIN, released: new Date(now - days * day).toISOString() });
  expect(codes({ policy, now, origin: released(2) })).toEqual(["block SK523"]);
  expect(codes({ policy, now, origin: released(3) })).toEqual([]);
  expect(codes({ policy, now })).toEqual([]);
  expect(codes({ policy, now, origin: { ...ORIGIN, released: "yesterday" } })).toEqual([]);
  expect(codes({ now, origin: released(0) })).toEqual([]);
});

test.each([
  ["*", "", true],
  ["a*c", "abbc", true],
  ["a*c", "abcd", false],
  ["*b*b*", "abab", true],
  ["?b", "ab", true],
  ["?", "", false],
  ["[a]", "a", false],
])("[J13] the pattern %s and %j: %s", (pattern, text, expected) => {
  expect(matchWildcards(pattern, text)).toBe(expected);
});

test("[J13] signers come from the user's own files; a missing file trusts no signer", () => {
  const cert = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  const files = memoryFiles({
    "/c/signers/allowed_signers": "a ssh-ed25519 AAAA\n",
    "/c/signers/roots.pem": `${cert}\n${cert}\n`,
  });
  expect(readSigners({ signers: "/c/signers", projectRoot: "/p", home: "/h" }, files, 5)).toEqual({
    allowed: "a ssh-ed25519 AAAA\n",
    roots: [cert, cert],
    keys: [],
    logs: [],
    now: 5,
  });
  const nobody = { allowed: "", roots: [], keys: [], logs: [], now: 5 };
  expect(readSigners({ signers: "/nowhere", projectRoot: "/p", home: "/h" }, files, 5)).toEqual(nobody);
  expect(readSigners({ signers: "/c/signers", projectRoot: "/c", home: "/h" }, files, 5)).toEqual(nobody);
  expect(readSigners({ signers: "/c/signers", projectRoot: "/c", home: "/c" }, files, 5).roots).toHaveLength(2);
});
