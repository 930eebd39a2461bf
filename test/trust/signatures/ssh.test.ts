/** Tests SSH signatures of the manifest, made by the real `ssh-keygen` if it is installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { manifestOf, NO_SIGNERS, signerOf } from "../../../src/trust/signatures/manifest.ts";
import { encodeWireField } from "../../../src/trust/signatures/ssh/wire.ts";
import { verifyBundle, verifySignature } from "../../../src/trust/signatures/verify-signature.ts";
import { needs } from "../../needs.ts";
import { arbitraryBundle } from "../bundle/arbitrary-bundle.ts";

const SKILL: Bundle = {
  files: [
    { path: "SKILL.md", bytes: Buffer.from("text"), executable: false },
    { path: "run.sh", bytes: Buffer.from("echo"), executable: true },
  ],
};

function withSignature({ files }: Bundle, bytes: Uint8Array): Bundle {
  return { files: [...files, { path: "skill.ssh.sig", bytes, executable: false }] };
}

describe("the manifest", () => {
  test("[J4] a line for each file, without the signatures", () => {
    const signed = withSignature(SKILL, Buffer.from("x"));
    expect(manifestOf(signed).text).toBe(
      "agent-skill-manifest-1\n" +
        "644 4 982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1 SKILL.md\n" +
        "755 4 092c79e8f80e559e404bcf660c48f3522b67aba9ff1484b0367e1a4ddef7431d run.sh\n",
    );
  });

  test("[J4] is the same for the same files only", () => {
    fc.assert(
      fc.property(arbitraryBundle, arbitraryBundle, (a, b) => {
        const same = JSON.stringify(a.files.map(plain)) === JSON.stringify(b.files.map(plain));
        expect(manifestOf(a).text === manifestOf(b).text).toBe(same);
      }),
    );
  });

  function plain({ path, bytes, executable }: Bundle["files"][0]): unknown {
    return [path, executable, Buffer.from(bytes).toString("hex")];
  }
});

/** Signs as `ssh-keygen` does, but can also write invalid values. */
function makeSsh(
  text: string,
  changes: {
    namespace?: string;
    hash?: string;
    kind?: string;
    key?: KeyObject;
    version?: number;
    tail?: string;
    blob?: Buffer;
    /** The flags of a security token, if a token signs. */
    token?: number;
  } = {},
) {
  const { namespace = "agent-skill-manifest", hash = "sha512", version = 1, token } = changes;
  const type = token === undefined ? "ssh-ed25519" : "sk-ssh-ed25519@openssh.com";
  const { kind = type } = changes;
  const pair = generateKeyPairSync("ed25519");
  const raw = Buffer.from(pair.publicKey.export({ format: "jwk" }).x as string, "base64url");
  const application = token === undefined ? [] : ["ssh:"];
  const blob = changes.blob ?? Buffer.concat([type, raw, ...application].map(encodeWireField));
  const digest = createHash(hash).update(text).digest();
  const data = Buffer.concat([Buffer.from("SSHSIG"), ...[namespace, "", hash, digest].map(encodeWireField)]);
  // Flags and a counter of the token.
  const state = token === undefined ? Buffer.alloc(0) : Buffer.from([token, 0, 0, 0, 1]);
  const sha256 = (bytes: string | Buffer): Buffer => createHash("sha256").update(bytes).digest();
  const signed = token === undefined ? data : Buffer.concat([sha256("ssh:"), state, sha256(data)]);
  const signature = Buffer.concat([
    ...[kind, sign(null, signed, changes.key ?? pair.privateKey)].map(encodeWireField),
    state,
  ]);
  const number = Buffer.alloc(4);
  number.writeUInt32BE(version);
  const body = Buffer.concat([
    Buffer.from("SSHSIG"),
    number,
    ...[blob, namespace, "", hash, signature].map(encodeWireField),
    Buffer.from(changes.tail ?? ""),
  ]);
  const lines = body
    .toString("base64")
    .match(/.{1,70}/g)
    ?.join("\n");
  return {
    bytes: Buffer.from(`-----BEGIN SSH SIGNATURE-----\n${lines}\n-----END SSH SIGNATURE-----\n`),
    line: `${type} ${blob.toString("base64")}`,
  };
}

describe("a signature", () => {
  const { text } = manifestOf(SKILL);
  const good = makeSsh(text);
  const verdict = (allowed: string, bytes: Uint8Array = good.bytes, bundle = SKILL, now = 0) =>
    verifyBundle(withSignature(bundle, bytes), { ...NO_SIGNERS, allowed, now });

  test("[J8] by an allowed signer names the principal and the key", () => {
    const signed = verdict(`# people\n\nbob@x.test,alice@x.test ${good.line} a comment\n`);
    expect(signed).toEqual({
      state: "signed",
      kind: "ssh",
      who: "bob@x.test",
      key: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    });
    expect(signerOf(signed)).toMatch(/^bob@x\.test SHA256:/);
  });

  test.each([
    ["no signer is allowed", ""],
    ["only others are", `alice@x.test ${makeSsh(text).line}`],
    ["it is allowed for something else", `alice@x.test namespaces="git,file" ${good.line}`],
    ["its time is over", `alice@x.test valid-before="20260101" ${good.line}`],
    ["its time has not come", `alice@x.test valid-after="20270101" ${good.line}`],
    ["its time is invalid", `alice@x.test valid-before="soon" ${good.line}`],
    ["the line is for certificates", `alice@x.test cert-authority ${good.line}`],
    ["the line asks for what is unknown", `alice@x.test touch-twice ${good.line}`],
    ["the line has no name", good.line],
    ["the line has options in two words", `alice@x.test namespaces="agent-*" valid-after="20260101" ${good.line}`],
  ])("[J8] %s: no known signer", (_, allowed) => {
    expect(verdict(allowed, good.bytes, SKILL, Date.UTC(2026, 5, 1)).state).toBe("unknown");
  });

  test.each([
    ["by namespace", `alice@x.test namespaces="agent-*" ${good.line}`],
    ["in time", `alice@x.test valid-after="20260101",valid-before="202701010000Z" ${good.line}`],
  ])("[J8] allowed %s: signed", (_, allowed) => {
    expect(verdict(allowed, good.bytes, SKILL, Date.UTC(2026, 5, 1)).state).toBe("signed");
  });

  test.each([
    ["other files", makeSsh("other").bytes],
    ["something else", makeSsh(text, { namespace: "git" }).bytes],
    ["with a weak hash", makeSsh(text, { hash: "sha1" }).bytes],
    ["under another algorithm's name", makeSsh(text, { kind: "ssh-rsa" }).bytes],
    ["with another key", makeSsh(text, { key: generateKeyPairSync("ed25519").privateKey }).bytes],
    ["of another version", makeSsh(text, { version: 2 }).bytes],
    ["with something after it", makeSsh(text, { tail: "x" }).bytes],
    ["without its frame", Buffer.from("U1NIU0lH")],
    ["of nothing", Buffer.alloc(0)],
  ])("[J8] %s: invalid", (_, bytes) => {
    expect(verdict("", bytes).state).toBe("invalid");
  });

  test.each<[string, string, number, { text?: string; kind?: string }]>([
    ["was touched", "signed", 1, {}],
    ["was not touched", "invalid", 0, {}],
    ["signed other files", "invalid", 1, { text: "other" }],
    ["gives the algorithm of a key in a file", "invalid", 1, { kind: "ssh-ed25519" }],
  ])("[J8] a security token that %s: %s", (_, state, token, { text: other = text, ...changes }) => {
    const { bytes, line } = makeSsh(other, { token, ...changes });
    expect(verdict(`alice@x.test ${line}`, bytes).state).toBe(state);
  });

  const point = (fill: number): Buffer => Buffer.concat([Buffer.from([4]), Buffer.alloc(64, fill)]);
  const modulus = Buffer.alloc(256, 255);
  test.each<[string, string, (string | Buffer)[]]>([
    ["a point that is not on the curve", "ecdsa-sha2-nistp256", ["nistp256", point(1)]],
    ["the point zero", "ecdsa-sha2-nistp256", ["nistp256", point(0)]],
    ["a point of another form", "ecdsa-sha2-nistp256", ["nistp256", point(1).fill(2, 0, 1)]],
    ["a point beyond the field", "ssh-ed25519", [Buffer.alloc(32, 255)]],
    ["the exponent zero", "rsa-sha2-256", [Buffer.alloc(1), modulus]],
    ["an even exponent", "rsa-sha2-256", [Buffer.from([2]), modulus]],
    ["no modulus", "rsa-sha2-256", [Buffer.from([1, 0, 1]), ""]],
    ["a modulus of zeros", "rsa-sha2-256", [Buffer.from([1, 0, 1]), Buffer.alloc(256)]],
  ])("[J6] [J8] a key with %s: invalid", (_, kind, fields) => {
    const type = kind.startsWith("rsa") ? "ssh-rsa" : kind;
    const { bytes, line } = makeSsh(text, { kind, blob: Buffer.concat([type, ...fields].map(encodeWireField)) });
    expect(verdict(`alice@x.test ${line.replace(/^\S+/, type)}`, bytes).state).toBe("invalid");
  });

  test("[J6] any bytes end in a verdict, and none has a known signer", () => {
    const allowed = `alice@x.test ${good.line}`;
    const manifest = manifestOf(SKILL);
    const flip = fc
      .nat(good.bytes.length - 1)
      .chain((at) =>
        fc
          .integer({ min: 1, max: 255 })
          .map((by) => Buffer.from(good.bytes.map((byte, index) => (index === at ? byte ^ by : byte)))),
      );
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 300 }), flip),
        fc.constantFrom("ssh" as const, "oms" as const),
        (bytes, kind) => {
          const { state } = verifySignature(manifest, { kind, bytes }, { ...NO_SIGNERS, allowed });
          // White space around the signature may change, because it is not signed.
          if (state === "signed")
            expect(Buffer.from(bytes).toString("latin1").replace(/\s/g, "")).toBe(
              good.bytes.toString("latin1").replace(/\s/g, ""),
            );
          expect(["signed", "unknown", "invalid"]).toContain(state);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("[J6] of two signatures the wrong one counts", () => {
    const both = withSignature(
      { files: [...SKILL.files, { path: "skill.oms.sig", bytes: Buffer.from("{}"), executable: false }] },
      good.bytes,
    );
    expect(verifyBundle(both, { ...NO_SIGNERS, allowed: `alice@x.test ${good.line}` }).state).toBe("invalid");
    expect(verifyBundle(SKILL, NO_SIGNERS)).toEqual({ state: "unsigned" });
  });
});

needs("ssh-keygen").describe("the real ssh-keygen", () => {
  const root = mkdtempSync(join(tmpdir(), "skillwright-ssh-"));
  const { text } = manifestOf(SKILL);

  test.each([
    ["ed25519", []],
    ["ecdsa", ["-b", "256"]],
    ["ecdsa", ["-b", "384"]],
    ["ecdsa", ["-b", "521"]],
    ["rsa", ["-b", "2048"]],
  ])("[J8] signs with %s %j, and we agree; the other way it verifies ours", (type, bits) => {
    const key = join(root, `${type}${bits.join("")}`);
    execFileSync("ssh-keygen", ["-q", "-t", type, ...bits, "-N", "", "-C", "", "-f", key]);
    const bytes = execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-n", "agent-skill-manifest", "-f", key], {
      input: text,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const allowed = `me@x.test ${readFileSync(`${key}.pub`, "utf8")}`;
    const printed = execFileSync("ssh-keygen", ["-l", "-f", `${key}.pub`], { encoding: "utf8" });
    const signed = verifyBundle(withSignature(SKILL, bytes), { ...NO_SIGNERS, allowed });
    expect(signed).toEqual({ state: "signed", kind: "ssh", who: "me@x.test", key: printed.split(" ")[1] });
    const changed = { files: SKILL.files.map((file) => ({ ...file, executable: true })) };
    expect(verifyBundle(withSignature(changed, bytes), { ...NO_SIGNERS, allowed }).state).toBe("invalid");
  });

  test("[J8] accepts a signature made by hand", () => {
    const made = makeSsh(text);
    writeFileSync(join(root, "allowed"), `me@x.test ${made.line}\n`);
    writeFileSync(join(root, "sig"), made.bytes);
    const args = [
      "-Y",
      "verify",
      "-n",
      "agent-skill-manifest",
      "-I",
      "me@x.test",
      "-f",
      join(root, "allowed"),
      "-s",
      join(root, "sig"),
    ];
    expect(spawnSync("ssh-keygen", args, { input: text }).status).toBe(0);
  });
});
