/** Makes Model Signing bundles as the reference tool writes them, and invalid ones. */
import { createHash, type KeyObject, sign } from "node:crypto";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { manifestOf } from "../../../src/trust/signatures/manifest.ts";
import type { Issued } from "./make-certificate.ts";

export interface OmsOptions {
  readonly leaf?: Issued;
  readonly chain?: readonly Issued[];
  /** A key instead of a certificate. */
  readonly key?: KeyObject;
  /** Changes the statement before it is signed. */
  readonly statement?: (statement: Statement) => unknown;
  /** Changes the bundle after signing. */
  readonly bundle?: (bundle: Record<string, unknown> & { dsseEnvelope: { payload: string } }) => unknown;
  readonly log?: { readonly key: KeyObject; readonly atMs: number; readonly about?: "another" };
}

export interface Statement {
  _type: string;
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: string;
  predicate: {
    serialization: Record<string, unknown>;
    resources: { name: string; algorithm: string; digest: string }[];
  };
}

const TYPE = "application/vnd.in-toto+json";

export function makeOms(bundle: Bundle, options: OmsOptions): Uint8Array {
  const statement = statementOf(bundle);
  const payload = Buffer.from(JSON.stringify(options.statement?.(statement) ?? statement));
  const data = Buffer.concat([Buffer.from(`DSSEv1 ${TYPE.length} ${TYPE} ${payload.length} `), payload]);
  const key = options.leaf?.key ?? (options.key as KeyObject);
  const signature = sign(key.asymmetricKeyType === "ed25519" ? null : "sha384", data, key).toString("base64");
  const certificates = [options.leaf, ...(options.chain ?? [])].flatMap((each) =>
    each ? [{ rawBytes: each.certificate.raw.toString("base64") }] : [],
  );
  const material = options.leaf ? { x509CertificateChain: { certificates } } : { publicKey: { hint: "key" } };
  const made = {
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    verificationMaterial: { ...material, tlogEntries: options.log ? [entryOf(payload, signature, options)] : [] },
    dsseEnvelope: {
      payload: payload.toString("base64"),
      payloadType: TYPE,
      signatures: [{ sig: signature, keyid: "" }],
    },
  };
  return Buffer.from(JSON.stringify(options.bundle?.(made) ?? made));
}

export function statementOf(bundle: Bundle): Statement {
  const resources = manifestOf(bundle).files.map(({ path, sha256Hex }) => ({
    name: path,
    algorithm: "sha256",
    digest: sha256Hex,
  }));
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "pdf", digest: { sha256: subjectOf(resources) } }],
    predicateType: "https://model_signing/signature/v1.0",
    predicate: {
      serialization: {
        method: "files",
        allow_symlinks: false,
        ignore_paths: [".git", ".github", ".gitignore"],
        hash_type: "sha256",
      },
      resources,
    },
  };
}

export function subjectOf(resources: readonly { digest: string }[]): string {
  return hash(Buffer.from(resources.map(({ digest }) => digest).join(""), "hex"));
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function entryOf(payload: Buffer, signature: string, { leaf, log }: OmsOptions): object {
  const verifier = Buffer.from(leaf?.pem ?? "").toString("base64");
  const spec = {
    payloadHash: { algorithm: "sha256", value: log?.about ? hash(Buffer.from("else")) : hash(payload) },
    signatures: [{ signature, verifier }],
  };
  const body = Buffer.from(JSON.stringify({ apiVersion: "0.0.1", kind: "dsse", spec })).toString("base64");
  const integratedTime = Math.floor((log?.atMs ?? 0) / 1000);
  const keyId = Buffer.alloc(32, 7);
  const text = JSON.stringify({ body, integratedTime, logID: keyId.toString("hex"), logIndex: 5 });
  return {
    logIndex: "5",
    logId: { keyId: keyId.toString("base64") },
    integratedTime: String(integratedTime),
    inclusionPromise: {
      signedEntryTimestamp: sign("sha256", Buffer.from(text), log?.key as KeyObject).toString("base64"),
    },
    canonicalizedBody: body,
  };
}
