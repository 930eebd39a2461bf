/**
 * Checks a skill's origin and signer against the user's requirements. A violation blocks the skill, unless the user
 * names the exact digest.
 */
import type { Finding } from "../../model/rules/audit.ts";
import type { Origin } from "../../model/skills/origin.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";
import { oneLine } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { readTextOrReport } from "../../platform/files/read-text.ts";
import type { StatePaths } from "../locks/state-paths.ts";
import { NO_SIGNERS, type SignatureVerdict, type Signers } from "./manifest.ts";

/** The user's requirements (default: none). */
export interface SignatureDemands {
  /** Sources whose skills must be signed. `source` may contain `*`. */
  readonly require: readonly SignatureRequirement[];
  /** Minimum age of a version in milliseconds. */
  readonly minReleaseAgeMs: number;
}

export interface SignatureRequirement {
  readonly source: string;
  /** Signers that are accepted; `*` is a wildcard (default: every trusted signer). */
  readonly signers?: readonly string[];
}

export const NO_DEMANDS: SignatureDemands = { require: [], minReleaseAgeMs: 0 };

/** Parses the settings: `SOURCE`, or `SOURCE by SIGNER`. */
export function readDemands(sources: readonly string[], minReleaseAgeDays: number): SignatureDemands {
  const require = sources.map((text): SignatureRequirement => {
    const [source = "", signer] = text.split(" by ").map((part) => part.trim());
    return { source, ...(signer === undefined ? {} : { signers: [signer] }) };
  });
  return { require, minReleaseAgeMs: minReleaseAgeDays * DAY_MS };
}

export interface CheckedOrigin {
  readonly origin: Origin;
  readonly verdict: SignatureVerdict;
  readonly policy: SignatureDemands;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

export function checkOrigin(judged: CheckedOrigin): Finding[] {
  const findings = [judgeSignature(judged), judgeDemand(judged), judgeAge(judged)];
  return findings.filter((finding) => finding !== undefined);
}

/**
 * Returns a blocking finding for an invalid signature. It is worse than no signature, because the files or the
 * signature were changed.
 */
function judgeSignature({ verdict }: CheckedOrigin): Finding | undefined {
  if (verdict.state === "invalid")
    return blocking("SK520", {
      message: `its signature does not match these files: ${oneLine(verdict.why)}`,
      why: "the files were changed after they were signed, or the signature is a forgery",
      help: "ask its publisher; the received files differ from the signed ones",
    });
  if (verdict.state !== "unknown") return undefined;
  return {
    code: "SK522",
    severity: "info",
    message: `signed by ${oneLine(verdict.who)}, who is not among your trusted signers: ${oneLine(verdict.why)}`,
    why: "anyone can sign; a signature of an unknown signer proves nothing",
    help: "if you know this signer, add its key or root to your signers",
  };
}

function judgeDemand({ origin, verdict, policy }: CheckedOrigin): Finding | undefined {
  const demand = policy.require.find(({ source }) => matchWildcards(source, sourceWithoutVersion(origin)));
  if (demand === undefined) return undefined;
  const { signers } = demand;
  const who = verdict.state === "signed" ? verdict.who : undefined;
  if (who !== undefined && (signers === undefined || signers.some((each) => matchWildcards(each, who))))
    return undefined;
  return blocking("SK521", {
    message: `your policy requires skills of \`${demand.source}\` to be signed${signers ? ` by ${signers.join(" or ")}` : ""}`,
    why: "without a signature, anyone between the publisher and you could have changed it",
    help: "ask for a signed version, or change your policy",
  });
}

/**
 * Returns a blocking finding for a version that is too new. Most malicious versions are discovered within days. If a
 * source has no release times, its versions are accepted.
 */
function judgeAge({ origin, policy, now }: CheckedOrigin): Finding | undefined {
  const released = origin.released === undefined ? Number.NaN : Date.parse(origin.released);
  if (Number.isNaN(released) || now - released >= policy.minReleaseAgeMs) return undefined;
  const days = Math.ceil(policy.minReleaseAgeMs / DAY_MS);
  return blocking("SK523", {
    message: `it was released at ${oneLine(origin.released as string)}, and your policy requires an age of ${days} ${days === 1 ? "day" : "days"}`,
    why: "most malicious versions are found and withdrawn within days",
    help: "wait, or take an older version",
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

function blocking(code: string, said: Pick<Finding, "message" | "why" | "help">): Finding {
  return { code, severity: "block", ...said };
}

/** Returns a source without its version, so that two versions of the same source can be compared. */
export function sourceWithoutVersion({ kind, source }: Origin): string {
  if (kind === "npm") return source.replace(/(?<=.)@[^@/]*$/, "");
  if (kind === "oci") return source.replace(/@sha256:[0-9a-f]*$/, "").replace(/:[^:/]*$/, "");
  if (kind === "clawhub") return source.replace(/(?<=.)@[^@/]*$/, "");
  return kind === "directory" ? source : source.replace(/#.*$/, "");
}

const MAX_BYTES = 4 * 1024 * 1024;
const PEM = /-----BEGIN (?:CERTIFICATE|PUBLIC KEY)-----[A-Za-z0-9+/=\s]*-----END (?:CERTIFICATE|PUBLIC KEY)-----/g;

type Own = Pick<StatePaths, "signers" | "projectRoot" | "home">;

/**
 * Reads the trusted signers. A missing file contains no signers. Files inside the project are ignored, because the
 * project could have written them.
 */
export function readSigners({ signers, projectRoot, home }: Own, files: Files, now: number): Signers {
  if (projectRoot !== home && isInside(signers, projectRoot)) return { ...NO_SIGNERS, now };
  // An unreadable file is treated as missing. Fewer signers are then trusted, but never more.
  const read = (name: string): string =>
    readTextOrReport(`${signers}/${name}`, MAX_BYTES, "its signers are not trusted", files) ?? "";
  const pems = (name: string): string[] => read(name).match(PEM) ?? [];
  return {
    allowed: read("allowed_signers"),
    roots: pems("roots.pem"),
    keys: pems("keys.pem"),
    logs: pems("logs.pem"),
    now,
  };
}
