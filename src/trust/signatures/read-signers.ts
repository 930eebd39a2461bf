import { isInside } from "../../model/text/is-inside.ts";
import type { Files } from "../../platform/files/files.ts";
import { readTextIfReadable } from "../../platform/files/read-text.ts";
import type { StatePaths } from "../locks/state-paths.ts";
import { NO_SIGNERS, type Signers } from "./signature-verdict.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const PEM = /-----BEGIN (?:CERTIFICATE|PUBLIC KEY)-----[A-Za-z0-9+/=\s]*-----END (?:CERTIFICATE|PUBLIC KEY)-----/g;

type Own = Pick<StatePaths, "signers" | "projectRoot" | "home">;

/** What is missing says nothing; a directory inside the project is the project's, and says nothing either. */
export function readSigners({ signers, projectRoot, home }: Own, files: Files, now: number): Signers {
  if (projectRoot !== home && isInside(signers, projectRoot)) return { ...NO_SIGNERS, now };
  // A file that cannot be read counts as missing: then fewer signers are believed, not more.
  const read = (name: string): string => readTextIfReadable(`${signers}/${name}`, MAX_BYTES, files) ?? "";
  const pems = (name: string): string[] => read(name).match(PEM) ?? [];
  return {
    allowed: read("allowed_signers"),
    roots: pems("roots.pem"),
    keys: pems("keys.pem"),
    logs: pems("logs.pem"),
    now,
  };
}
