/**
 * Where a skill comes from and who signed it, held to what the user demands and to what was approved before. What is worse
 * than before blocks, so that it takes the digest of the very bytes to let it in.
 */
import type { Finding } from "../model/audit.ts";
import type { Origin } from "../model/origin.ts";
import { oneLine } from "../text/one-line.ts";
import { matchesText } from "./match-text.ts";
import { signerOf, type Verdict } from "./verify-signature.ts";

/** What the user demands; nothing, unless they say so. */
export interface SignaturePolicy {
  /** Whose skills must be signed; `source` may have `*` in it. */
  readonly require: readonly Requirement[];
  /** How long a version must have been public before it is taken. */
  readonly minReleaseAgeMs: number;
}

export interface Requirement {
  readonly source: string;
  /** Names of signers, `*` allowed; anybody whom the user believes without it. */
  readonly signers?: readonly string[];
}

export const NO_DEMANDS: SignaturePolicy = { require: [], minReleaseAgeMs: 0 };

export interface Judged {
  readonly origin: Origin;
  readonly verdict: Verdict;
  /** Of what is installed under this name, and was approved. */
  readonly before?: Origin;
  readonly policy: SignaturePolicy;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** [J12] [J13] [J14] */
export function judgeOrigin(judged: Judged): Finding[] {
  return [judgeSignature(judged), judgeDemand(judged), ...judgeDowngrade(judged), judgeAge(judged)].filter(
    (finding) => finding !== undefined,
  );
}

/** [J12] Worse than none: somebody changed the files, or the signature. */
function judgeSignature({ verdict }: Judged): Finding | undefined {
  if (verdict.state === "invalid")
    return blocking("SK520", {
      message: `its signature is not one of these files: ${oneLine(verdict.why)}`,
      why: "the files were changed after they were signed, or the signature is a forgery",
      help: "ask its publisher; what they signed is not what came here",
    });
  if (verdict.state !== "unknown") return undefined;
  return {
    code: "SK524",
    severity: "info",
    message: `signed by ${oneLine(verdict.who)}, whom you do not know: ${oneLine(verdict.why)}`,
    why: "anybody can sign; without knowing who, a signature says no more than none",
    help: "if you know them, add their key or root to your signers",
  };
}

function judgeDemand({ origin, verdict, policy }: Judged): Finding | undefined {
  const demand = policy.require.find(({ source }) => matchesText(source, placeOf(origin)));
  if (demand === undefined) return undefined;
  const { signers } = demand;
  const who = verdict.state === "signed" ? verdict.who : undefined;
  if (who !== undefined && (signers === undefined || signers.some((each) => matchesText(each, who)))) return undefined;
  return blocking("SK521", {
    message: `your policy wants skills of \`${demand.source}\` signed${signers ? ` by ${signers.join(" or ")}` : ""}`,
    why: "without the signature anybody between the publisher and you could have changed it",
    help: "ask for a signed version, or change your policy",
  });
}

/** [J13] Each of these is what somebody would see who took over a name, a server or an account. */
function judgeDowngrade({ origin, verdict, before }: Judged): Finding[] {
  if (before === undefined) return [];
  const signer = signerOf(verdict);
  const lost = before.signer !== undefined && signer === undefined;
  const other = before.signer !== undefined && signer !== undefined && signer !== before.signer;
  const moved = placeOf(before) !== placeOf(origin);
  return [
    ...(lost ? [downgrade(`it was signed by ${before.signer}, and this is not`)] : []),
    ...(other ? [downgrade(`it was signed by ${before.signer}, and this is by ${signer}`)] : []),
    ...(moved ? [downgrade(`it came from \`${placeOf(before)}\`, and this comes from \`${placeOf(origin)}\``)] : []),
  ];
}

function downgrade(message: string): Finding {
  return blocking("SK522", {
    message: oneLine(message),
    why: "a name, an account or a server can change hands, and what was approved was the old one's",
    help: "find out from its publisher, by another way, whether that is meant",
  });
}

/** [J14] Most malicious versions are found within days; a source that does not say when is taken as it is. */
function judgeAge({ origin, policy, now }: Judged): Finding | undefined {
  const released = origin.released === undefined ? Number.NaN : Date.parse(origin.released);
  if (Number.isNaN(released) || now - released >= policy.minReleaseAgeMs) return undefined;
  const days = Math.ceil(policy.minReleaseAgeMs / DAY_MS);
  return blocking("SK523", {
    message: `it was released at ${oneLine(origin.released as string)}, and your policy wants ${days} ${days === 1 ? "day" : "days"}`,
    why: "most malicious versions are found and withdrawn within days",
    help: "wait, or take an older version",
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

function blocking(code: string, said: Pick<Finding, "message" | "why" | "help">): Finding {
  return { code, severity: "block", ...said };
}

/** A source without the version that was asked for: another version is no other place. */
export function placeOf({ kind, source }: Origin): string {
  if (kind === "npm") return source.replace(/(?<=.)@[^@/]*$/, "");
  if (kind === "oci") return source.replace(/@sha256:[0-9a-f]*$/, "").replace(/:[^:/]*$/, "");
  return kind === "git" || kind === "plugin" ? source.replace(/#.*$/, "") : source;
}
