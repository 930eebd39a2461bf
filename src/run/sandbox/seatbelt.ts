/**
 * The macOS sandbox with `sandbox-exec`. Everything that the profile does not allow is denied. Later rules win, so
 * read-only rules come after write rules. The environment variables come from the request, and the user's home is not
 * readable.
 */
import type { CommandRequest } from "../../model/conversation/control.ts";
import type { MacPermissions } from "../../model/rules/permission.ts";
import { PROTECTED_NAMES } from "../../model/rules/protected-names.ts";
import { mountsOf, programMounts } from "./mounts.ts";
import { type SandboxCandidate, withLimits } from "./wrapped.ts";

export function seatbeltCandidate(program: string): SandboxCandidate {
  return {
    name: "sandbox-exec",
    wrap: (request, scratch) => ({
      program,
      args: ["-p", seatbeltProfile(request, scratch), ...withLimits(request)],
      variables: { ...request.variables, HOME: scratch, TMPDIR: scratch },
    }),
  };
}

/** Directories of programs and libraries. On macOS, `/etc` and `/var` are links into `/private`. */
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
    // Rules that let a command read the names and sizes of all files. To resolve a path, it must be able to read the
    // names of the parent directories.
    "(allow file-read-metadata)",
    `(allow file-read* (literal "/") ${readable.map(subpath).join(" ")})`,
    `(allow file-read* file-write-data ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(" ")})`,
    `(allow file-read* file-write* ${subpath(scratch)})`,
    ...mountsOf(confinement).map(({ path, writable }) =>
      writable
        ? `(allow file-read* file-write* ${subpath(path)})`
        : `(allow file-read* ${subpath(path)})\n(deny file-write* ${subpath(path)})`,
    ),
    ...protectedRules(confinement.write),
    ...(confinement.keep ?? []).map((path) => `(deny file-write* ${subpath(path)})`),
    ...(confinement.network ? ["(allow network*)", lookUp(NETWORK_SERVICES)] : []),
    ...(confinement.macos ? macosRules(confinement.macos) : []),
  ].join("\n");
}

/**
 * Returns rules that protect names at every depth, even before files with these names exist. A protected path with
 * several parts is matched by its first part.
 */
function protectedRules(write: readonly string[]): readonly string[] {
  const names = new Set(PROTECTED_NAMES.map((name) => name.split("/")[0] as string));
  const all = [...names].map(anyCase).join("|");
  return write.map((path) => `(deny file-write* (regex #"^${literal(path)}/(.*/)?(${all})(/.*)?$"))`);
}

/** Returns a pattern for a name in any case, because macOS file systems ignore case. */
function anyCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).replaceAll(".", "[.]");
}

/**
 * Writes a path as a quoted regular expression. Special characters are put into character classes, which need no escape
 * in the expression or in the quotes.
 */
function literal(path: string): string {
  return path.replace(/[^\w/ -]/g, (character) => (/["\\^\]]/.test(character) ? "." : `[${character}]`));
}

/** Services that resolve names and check certificates. None of them reveals private data. */
const NETWORK_SERVICES = [
  "com.apple.SystemConfiguration.DNSConfiguration",
  "com.apple.SystemConfiguration.configd",
  "com.apple.networkd",
  "com.apple.ocspd",
  "com.apple.system.opendirectoryd.libinfo",
  "com.apple.trustd.agent",
] as const;

/** Returns the rules for the macOS services that an accepted profile allows, by service name. */
function macosRules({ preferences, automations, accessibility, calendar }: MacPermissions): readonly string[] {
  return [
    ...(preferences === "none" ? [] : PREFERENCES.read),
    ...(preferences === "write" ? PREFERENCES.write : []),
    ...automationRules(automations),
    ...(accessibility ? ['(allow mach-lookup (local-name "com.apple.axserver"))'] : []),
    ...(calendar ? [lookUp(["com.apple.CalendarAgent"])] : []),
  ];
}

const PREFERENCES = {
  read: [
    "(allow user-preference-read)",
    '(allow ipc-posix-shm-read* (ipc-posix-name-prefix "apple.cfprefs."))',
    lookUp(["com.apple.cfprefsd.agent", "com.apple.cfprefsd.daemon"]),
  ],
  write: [
    "(allow user-preference-write)",
    '(allow ipc-posix-shm-write-data ipc-posix-shm-write-create (ipc-posix-name-prefix "apple.cfprefs."))',
  ],
} as const;

function automationRules(applications: MacPermissions["automations"]): readonly string[] {
  if (applications.length === 0) return [];
  const services = lookUp(["com.apple.coreservices.appleevents", "com.apple.coreservices.launchservicesd"]);
  if (applications === "all") return [services, "(allow appleevent-send)"];
  const destinations = applications.map((id) => `(appleevent-destination ${quoted(id)})`);
  return [services, `(allow appleevent-send ${destinations.join(" ")})`];
}

function lookUp(services: readonly string[]): string {
  return `(allow mach-lookup ${services.map((name) => `(global-name ${quoted(name)})`).join(" ")})`;
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

/** Quotes a path for a profile. A path may contain any bytes, but only two characters are special in a profile. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, "\\$&")}"`;
}
