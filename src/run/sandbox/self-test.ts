/**
 * What a candidate really keeps apart, found out by trying: a command looks for variables that it was not given, also in
 * the processes around it, for a file in a home, for a listener on this machine, and for a place in a read-only directory
 * to write to. File and listener are canaries of our own, so a way out costs nothing.
 */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:net";
import type { CommandRequest, SandboxProvider } from "../../model/conversation/control.ts";
import type { BoundSpawn } from "../../platform/processes/bound-spawn.ts";
import { ownEnvironment } from "../../platform/processes/process-identity.ts";
import { makeDirectories } from "../../platform/writing/make-directories.ts";
import { temporaryDirectory } from "../../platform/writing/temporary-directory.ts";
import { writeNewFile } from "../../platform/writing/write-tree.ts";
import { PROBE } from "./probe.ts";
import { type Candidate, runIn } from "./wrapped.ts";

export const CHECKS = ["environment", "home", "network", "writes"] as const;
export type Check = (typeof CHECKS)[number];

/** True: it held. */
export type Checks = Readonly<Record<Check, boolean>>;

export interface SelfTest {
  readonly level: SandboxProvider["level"];
  readonly checks: Checks;
  /** Why nothing could be tried. */
  readonly failed?: string;
}

export const NOTHING_HELD: Checks = { environment: false, home: false, network: false, writes: false };
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000;

/** [F4] */
export async function selfTest(candidate: Candidate, spawn: BoundSpawn): Promise<SelfTest> {
  const directory = temporaryDirectory();
  const sink = await listen();
  try {
    const outcome = await runIn(candidate, probeIn(directory.path, sink.port), spawn);
    const held = outcome.ended === "exited" && outcome.code === 0 ? readChecks(outcome.stdout) : undefined;
    if (held === undefined) return { level: "none", checks: NOTHING_HELD, failed: why(outcome.reason, outcome.stderr) };
    const checks = { ...held, network: held.network && sink.visits() === 0 };
    return { level: levelOf(checks), checks };
  } finally {
    sink.server.close();
    directory.remove();
  }
}

function probeIn(directory: string, port: number): CommandRequest {
  const [home, shown] = [`${directory}/home`, `${directory}/shown`];
  for (const path of [home, shown]) makeDirectories(path);
  writeNewFile(`${home}/canary`, Buffer.from("canary"), 0o600);
  const variables = { PATH: "/usr/bin:/bin" };
  const names = Object.keys(process.env).filter((name) => !(name in variables) && !SET_BY_SHELLS.has(name));
  return {
    program: process.execPath,
    args: ["-e", PROBE, "--", JSON.stringify({ home, shown, port, names, environment: environmentDigest() })],
    cwd: shown,
    variables,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    confinement: { read: [shown], write: [], network: false },
  };
}

/** A shell has these whatever it was given; the home and its like are checked for what is in them. */
const SET_BY_SHELLS: ReadonlySet<string> = new Set(["HOME", "OLDPWD", "PWD", "SHLVL", "TMPDIR", "_"]);

/** By its digest: what is searched for must not be told on the way. */
function environmentDigest(): string {
  const own = ownEnvironment();
  return own === "" ? "" : createHash("sha256").update(own, "latin1").digest("hex");
}

function readChecks(stdout: string): Checks | undefined {
  try {
    const said = JSON.parse(stdout) as Record<string, unknown>;
    return Object.fromEntries(CHECKS.map((check) => [check, said[check] === true])) as Record<Check, boolean>;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A part is better than nothing, and is not called a sandbox. */
function levelOf(checks: Checks): SandboxProvider["level"] {
  if (CHECKS.every((check) => checks[check])) return "isolated";
  return checks.home && checks.network ? "partial" : "none";
}

async function listen(): Promise<{ server: Server; port: number; visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, port: address !== null && typeof address === "object" ? address.port : 0, visits: () => visits };
}

const MAX_REASON = 200;

function why(reason: string | undefined, stderr: string): string {
  const [line = ""] = (reason ?? stderr).trim().split("\n", 1);
  return line.slice(0, MAX_REASON) || "it ended without a word";
}
