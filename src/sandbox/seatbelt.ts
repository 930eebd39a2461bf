/**
 * macOS, with the program `sandbox-exec`: everything is denied that the profile does not allow. Later rules win, so what
 * is to be read only is denied after what may be written. The environment is the request's; there is no other home.
 */
import type { CommandRequest } from "../model/control.ts";
import { mountsOf, programMounts } from "./mounts.ts";
import { type Candidate, limited } from "./wrapped.ts";

/** [F1] [F2] */
export function seatbelt(program: string): Candidate {
  return {
    name: "sandbox-exec",
    wrap: (request, scratch) => ({
      program,
      args: ["-p", seatbeltProfile(request, scratch), ...limited(request)],
      variables: { ...request.variables, HOME: scratch, TMPDIR: scratch },
    }),
  };
}

/** Programs and libraries; `/private` stands behind the `/etc` and `/var` of macOS. */
const READABLE = [
  "/usr",
  "/bin",
  "/sbin",
  "/opt",
  "/System",
  "/Library/Apple",
  "/Library/Developer",
  "/private/etc",
  "/private/var/db/timezone",
  "/private/var/select",
] as const;

const DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"] as const;

export function seatbeltProfile({ program, confinement }: CommandRequest, scratch: string): string {
  const readable = [...READABLE, ...programMounts(program)];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec sysctl-read)",
    "(allow signal (target same-sandbox))",
    // Names and sizes on the way to a file; without them no path can be resolved.
    "(allow file-read-metadata)",
    `(allow file-read* (literal "/") ${readable.map(subpath).join(" ")})`,
    `(allow file-read* file-write-data ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(" ")})`,
    `(allow file-read* file-write* ${subpath(scratch)})`,
    ...mountsOf(confinement).map(({ path, writable }) =>
      writable
        ? `(allow file-read* file-write* ${subpath(path)})`
        : `(allow file-read* ${subpath(path)})\n(deny file-write* ${subpath(path)})`,
    ),
    ...(confinement.network ? ["(allow network*)", "(allow mach-lookup)"] : []),
  ].join("\n");
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

/** A path is any bytes; in a profile only two of them mean something. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, "\\$&")}"`;
}
