/** Tests Model Signing bundles: valid ones, and each way in which a bundle can be invalid. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { NO_SIGNERS, type SignatureVerdict, type Signers } from "../../../src/trust/signatures/manifest.ts";
import { readCertificate } from "../../../src/trust/signatures/oms/certificate-chain.ts";
import { verifyBundle } from "../../../src/trust/signatures/verify-signature.ts";
import { type Issued, makeCertificate } from "./make-certificate.ts";
import { makeOms, type OmsOptions, type Statement, subjectOf } from "./make-oms.ts";

function bundleOf(files: Readonly<Record<string, string>>): Bundle {
  return {
    files: Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => ({ path, bytes: Buffer.from(text), executable: false })),
  };
}

function withSignature({ files }: Bundle, bytes: Uint8Array): Bundle {
  return { files: [...files, { path: "skill.oms.sig", bytes, executable: false }] };
}

const SKILL = bundleOf({ "SKILL.md": "text", "scripts/run.sh": "echo" });
const ROOT = makeCertificate({ name: "Root", ca: true });
const MIDDLE = makeCertificate({ name: "Middle", ca: true, pathLength: 0, issuer: ROOT });
const LEAF = makeCertificate({ name: "Signing 001", issuer: MIDDLE });
const ROOTS: Signers = { ...NO_SIGNERS, roots: [ROOT.pem] };

function verdict(options: OmsOptions, signers: Signers = ROOTS, bundle: Bundle = SKILL): SignatureVerdict {
  return verifyBundle(withSignature(bundle, makeOms(SKILL, options)), signers);
}

const whole = { leaf: LEAF, chain: [MIDDLE, ROOT] };

test("[J8] bytes that are not a certificate are none, and another failure of the crypto library is not hidden", () => {
  expect(readCertificate(Buffer.from("text"))).toBeUndefined();
  class X509Certificate {
    constructor() {
      throw new Error("out of memory");
    }
  }
  const { getBuiltinModule } = process;
  const broken = vi
    .spyOn(process, "getBuiltinModule")
    .mockImplementation((id: string) => (id === "node:crypto" ? { X509Certificate } : getBuiltinModule(id)));
  expect(() => readCertificate(LEAF.pem)).toThrowError("out of memory");
  broken.mockRestore();
});

describe("by a certificate", () => {
  test("[J8] that leads to a pinned root: signed, by the name in the certificate, on the root's key", () => {
    const signed = verdict(whole);
    expect(signed).toEqual({
      state: "signed",
      kind: "oms",
      who: "Signing 001",
      key: expect.stringMatching(/^SHA256:/),
    });
    const other = makeCertificate({ name: "Signing 002", issuer: MIDDLE, codeSigning: true, email: "a@b.test" });
    expect(verdict({ leaf: other, chain: [MIDDLE] })).toEqual({ ...signed, who: "a@b.test" });
  });

  const dated = (from: number, to: number) => makeCertificate({ name: "Middle", ca: true, issuer: ROOT, from, to });
  const under = (issuer: Issued, more: object = {}) => makeCertificate({ name: "Leaf", issuer, ...more });
  const noAuthority = makeCertificate({ name: "Middle", issuer: ROOT });
  const cannotIssue = makeCertificate({ name: "Middle", ca: true, usage: 0x80, issuer: ROOT });
  const silent = makeCertificate({ name: "Middle", issuer: ROOT, usage: null });
  const lower = makeCertificate({ name: "Lower", ca: true, issuer: MIDDLE });
  const impostor = makeCertificate({ name: "Root", ca: true });
  const strange = makeCertificate({ name: "Middle", ca: true, issuer: ROOT, odd: "critical" });
  const expired = dated(0, 10);

  test.each<[string, OmsOptions, RegExp]>([
    ["a root that is not pinned", { leaf: under(impostor), chain: [impostor] }, /does not lead to a root/],
    ["a missing certificate in between", { leaf: LEAF, chain: [ROOT] }, /does not lead to a root/],
    ["itself only", { leaf: makeCertificate({ name: "Self" }), chain: [] }, /does not lead to a root/],
    ["an issuer that is not an authority", { leaf: under(noAuthority), chain: [noAuthority] }, /does not lead/],
    ["an issuer that may only sign", { leaf: under(cannotIssue), chain: [cannotIssue] }, /does not lead/],
    ["an issuer that says nothing", { leaf: under(silent), chain: [silent] }, /may not issue/],
    ["a chain longer than allowed", { leaf: under(lower), chain: [lower, MIDDLE] }, /longer than one of/],
    ["an issuer that had ended", { leaf: under(expired, { from: 20, to: 4000 }), chain: [expired] }, /was not valid/],
    ["an unknown condition", { leaf: under(strange), chain: [strange] }, /not understood \(1\.2\.3\.4\)/],
    [
      "a certificate for servers",
      { leaf: under(MIDDLE, { serverOnly: true }), chain: [MIDDLE] },
      /not for signing code/,
    ],
    ["a certificate not for signing", { leaf: under(MIDDLE, { usage: 0x20 }), chain: [MIDDLE] }, /not for signing/],
  ])("[J8] %s: no known signer", (_, options, why) => {
    expect(verdict(options)).toMatchObject({ state: "unknown", why: expect.stringMatching(why) });
  });

  test.each<[string, OmsOptions]>([
    ["a condition that is only a note", { leaf: under(MIDDLE, { odd: "plain" }), chain: [MIDDLE] }],
    ["no key usage at all", { leaf: under(MIDDLE, { usage: null }), chain: [MIDDLE] }],
    ["a pinned certificate that is not the last", { leaf: under(MIDDLE), chain: [MIDDLE] }],
  ])("[J8] %s: signed", (title, options) => {
    const signers = title.includes("not the last") ? { ...NO_SIGNERS, roots: [MIDDLE.pem] } : ROOTS;
    expect(verdict(options, signers).state).toBe("signed");
  });

  test("[J8] with nothing pinned it is sound, but has no known signer", () => {
    expect(verdict(whole, NO_SIGNERS)).toMatchObject({ state: "unknown", who: "Signing 001" });
  });

  test("[J8] signed with another key than the certificate's: invalid", () => {
    const other = makeCertificate({ name: "Other", issuer: MIDDLE });
    expect(verdict({ leaf: { ...LEAF, key: other.key }, chain: [MIDDLE] }).state).toBe("invalid");
  });
});

describe("what it covers", () => {
  test.each<[string, Bundle, string]>([
    [
      "a file that changed",
      bundleOf({ "SKILL.md": "other", "scripts/run.sh": "echo" }),
      "`SKILL.md` is not as it was signed",
    ],
    [
      "a file more",
      bundleOf({ "SKILL.md": "text", "scripts/run.sh": "echo", "x.md": "" }),
      "`x.md` is not covered by it",
    ],
    [
      "a file in an ignored path",
      bundleOf({ "SKILL.md": "text", "scripts/run.sh": "echo", ".github/x.md": "" }),
      "`.github/x.md` is not covered by it",
    ],
    ["a file less", bundleOf({ "SKILL.md": "text" }), "`scripts/run.sh` was signed and is missing"],
  ])("[J4] %s: invalid", (_, bundle, why) => {
    expect(verdict(whole, ROOTS, bundle)).toEqual({ state: "invalid", kind: "oms", why });
  });

  test("[J4] git's own notes may be missing from it, unless they can be run", () => {
    const notes = { path: ".gitignore", bytes: Buffer.from("x"), executable: false };
    expect(verdict(whole, ROOTS, { files: [notes, ...SKILL.files] }).state).toBe("signed");
    expect(verdict(whole, ROOTS, { files: [{ ...notes, executable: true }, ...SKILL.files] }).state).toBe("invalid");
  });

  test.each<[string, (statement: Statement) => unknown]>([
    ["another type", (each) => ({ ...each, _type: "x" })],
    ["another predicate", (each) => ({ ...each, predicateType: "https://slsa.dev/provenance/v1" })],
    [
      "another hash",
      (each) => ({ ...each, predicate: { ...each.predicate, serialization: { method: "files", hash_type: "sha1" } } }),
    ],
    [
      "shards",
      (each) => ({
        ...each,
        predicate: { ...each.predicate, serialization: { method: "shards", hash_type: "sha256" } },
      }),
    ],
    ["another subject", (each) => ({ ...each, subject: [{ name: "pdf", digest: { sha256: "00" } }] })],
    ["no subject", (each) => ({ ...each, subject: [] })],
    ["no files", (each) => ({ ...each, predicate: { ...each.predicate, resources: "all" } })],
    ["a file twice", (each) => twice(each)],
    ["no statement", () => []],
  ])("[J4] a statement with %s: invalid", (_, statement) => {
    expect(verdict({ ...whole, statement }).state).toBe("invalid");
  });

  function twice(statement: Statement): Statement {
    const { resources } = statement.predicate;
    const all = [...resources, resources[0] as Statement["predicate"]["resources"][0]];
    return {
      ...statement,
      subject: [{ name: "pdf", digest: { sha256: subjectOf(all) } }],
      predicate: { ...statement.predicate, resources: all },
    };
  }

  test.each<[string, OmsOptions["bundle"]]>([
    ["text that is not JSON", () => "{"],
    ["no envelope", (each) => ({ ...each, dsseEnvelope: null })],
    [
      "two signatures",
      (each) => ({ ...each, dsseEnvelope: { ...each.dsseEnvelope, signatures: [{ sig: "" }, { sig: "" }] } }),
    ],
    [
      "another payload type",
      (each) => ({ ...each, dsseEnvelope: { ...each.dsseEnvelope, payloadType: "text/plain" } }),
    ],
    ["a broken certificate", (each) => ({ ...each, verificationMaterial: { certificate: { rawBytes: "AAAA" } } })],
    [
      "a changed payload",
      (each) => ({
        ...each,
        dsseEnvelope: {
          ...each.dsseEnvelope,
          payload: Buffer.concat([Buffer.from(each.dsseEnvelope.payload, "base64"), Buffer.from(" ")]).toString(
            "base64",
          ),
        },
      }),
    ],
  ])("[J6] %s: invalid", (_, bundle) => {
    expect(verdict({ ...whole, ...(bundle ? { bundle } : {}) }).state).toBe("invalid");
  });
});

describe("by a key", () => {
  const pair = generateKeyPairSync("ed25519");
  const pem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

  test("[J8] that is pinned: signed; with any other: no known signer", () => {
    expect(verdict({ key: pair.privateKey }, { ...NO_SIGNERS, keys: ["no key", pem] })).toMatchObject({
      state: "signed",
      key: expect.stringMatching(/^SHA256:/),
    });
    expect(verdict({ key: pair.privateKey }, ROOTS).state).toBe("unknown");
    const other = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
    expect(verdict({ key: pair.privateKey }, { ...NO_SIGNERS, keys: [other] }).state).toBe("unknown");
  });
});

describe("by a certificate of minutes", () => {
  const short = makeCertificate({ name: "x", email: "me@example.test", issuer: MIDDLE, from: 5, to: 5.01 });
  const log = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const logs = [log.publicKey.export({ type: "spki", format: "pem" }).toString()];
  const day = (days: number) => Date.UTC(2026, 0, 1) + days * 86_400_000;
  const signedAt = (days: number, about?: "another"): OmsOptions => ({
    leaf: short,
    chain: [MIDDLE],
    log: { key: log.privateKey, atMs: day(days), ...(about ? { about } : {}) },
  });

  test("[J8] a pinned log that says it was used in time: signed", () => {
    expect(verdict(signedAt(5.005), { ...ROOTS, logs })).toMatchObject({ state: "signed", who: "me@example.test" });
  });

  test.each<[string, OmsOptions, readonly string[]]>([
    ["no log", { leaf: short, chain: [MIDDLE] }, logs],
    ["a log that is not pinned", signedAt(5.005), []],
    ["another time", signedAt(6), logs],
    ["a promise about something else", signedAt(5.005, "another"), logs],
  ])("[J8] %s: no known signer", (_, options, pinned) => {
    expect(verdict(options, { ...ROOTS, logs: pinned }).state).toBe("unknown");
  });
});
