/** Whom the user believes: files in their own configuration, never in a project's. */
import { systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import type { Places } from "../approvals/places.ts";
import { NO_SIGNERS, type Signers } from "./verdict.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const PEM = /-----BEGIN (?:CERTIFICATE|PUBLIC KEY)-----[A-Za-z0-9+/=\s]*-----END (?:CERTIFICATE|PUBLIC KEY)-----/g;

type Own = Pick<Places, "signers" | "projectRoot" | "home">;

/** [J15] What is missing says nothing; a directory inside the project is the project's, and says nothing either. */
export function readSigners({ signers, projectRoot, home }: Own, files: Files, now: number): Signers {
  if (projectRoot !== home && signers.startsWith(`${projectRoot}/`)) return { ...NO_SIGNERS, now };
  const read = (name: string): string => readText(`${signers}/${name}`, files);
  const pems = (name: string): string[] => read(name).match(PEM) ?? [];
  return {
    allowed: read("allowed_signers"),
    roots: pems("roots.pem"),
    keys: pems("keys.pem"),
    logs: pems("logs.pem"),
    now,
  };
}

/** What is there and cannot be read counts as not there: then fewer are believed, not more. */
function readText(path: string, files: Files): string {
  try {
    return Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}
