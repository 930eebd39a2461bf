/** Runs `git` with exact arguments and variables, and converts its errors into ours. */
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { OperationError, systemCode, throwIfStopped } from "../../../model/errors.ts";
import { foreignText } from "../../../model/text/display/foreign-text.ts";
import { hideLogins } from "../../../model/text/display/without-secrets.ts";
import type { Environment } from "../../../platform/environment.ts";
import { NO_PATH_HELP, NO_PATH_MESSAGE, searchPath } from "../../../platform/processes/find-binary.ts";
import type { Spawned } from "../../../platform/processes/spawn.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";
import type { SourceContext } from "../../source.ts";
import type { GitAddress } from "./git-address.ts";

export type RunGit = (
  args: readonly string[],
  maxOutputBytes: number,
  input?: Uint8Array,
  signal?: StopSignal,
) => Promise<Spawned>;

/**
 * Returns a function that runs git. `directory` is Skillwright's bare repository; `objects` are additional object
 * directories that git may read in place.
 */
export function gitRunner(directory: string, address: GitAddress, context: SourceContext, objects?: string): RunGit {
  const variables = {
    ...gitVariables(address, context),
    ...(objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects }),
  };
  return async (args, maxOutputBytes, input, signal = context.signal) => {
    const { timeoutMs } = context.limits;
    const options = { cwd: directory, variables, timeoutMs, maxOutputBytes };
    try {
      const spawned = await context.spawn("git", [`--git-dir=${directory}`, ...args], {
        ...options,
        ...(input === undefined ? {} : { input }),
        ...(signal === undefined ? {} : { signal }),
      });
      throwIfStopped(context.signal, "fetching");
      if (spawned.ended === "exited" && spawned.code === 0) return spawned;
      throw failure(spawned, address, timeoutMs);
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || error instanceof OperationError) throw error;
      throw noGit(context.environment, error);
    }
  };
}

function noGit(environment: Environment, cause: unknown): OperationError {
  if (searchPath(environment).length > 0)
    return new OperationError("SK604", "there is no program `git` on this machine", { hint: "install git", cause });
  return new OperationError("SK604", `the program \`git\` is not found: ${NO_PATH_MESSAGE}`, {
    hint: NO_PATH_HELP,
    cause,
  });
}

/** The user's network variables. Git gets no other variables of the user. */
const PASSED = [
  "PATH",
  "HOME",
  "SSH_AUTH_SOCK",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "all_proxy",
  "ALL_PROXY",
  "no_proxy",
  "NO_PROXY",
  "SystemRoot",
  "USERPROFILE",
];

function gitVariables(address: GitAddress, { environment, pinned }: SourceContext): Record<string, string> {
  const { url, protocol, authorization } = address;
  const { variables } = environment;
  const passed = PASSED.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]));
  return {
    ...Object.fromEntries(passed),
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Without this option, ssh adds keys to the user's `known_hosts`, even for commands that only read.
    GIT_SSH_COMMAND: "ssh -o UpdateHostKeys=no",
    // Secrets are passed in variables. Arguments are visible to every user of the machine, and git stores URLs.
    ...settings([
      ...(authorization === undefined ? [] : [[`http.${url}.extraHeader`, `Authorization: Basic ${authorization}`]]),
      ...pinnedAddresses(address, pinned),
    ]),
  };
}

function settings(pairs: readonly (readonly string[])[]): Record<string, string> {
  if (pairs.length === 0) return {};
  const entries = pairs.flatMap(([key = "", value = ""], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(pairs.length), ...Object.fromEntries(entries) };
}

/** Makes git connect to the checked addresses, even if the host's name resolves to other addresses now. */
function pinnedAddresses({ url, protocol }: GitAddress, pinned: SourceContext["pinned"]): readonly string[][] {
  if (protocol !== "https" && protocol !== "http") return [];
  const { hostname, port } = new URL(url);
  const addresses = (pinned?.(hostname) ?? []).map((address) => (address.includes(":") ? `[${address}]` : address));
  if (addresses.length === 0) return [];
  return [["http.curloptResolve", `${hostname}:${port || (protocol === "https" ? 443 : 80)}:${addresses.join(",")}`]];
}

const DENIED =
  /could not read (?:Username|Password)|Authentication failed|Permission denied \(|returned error: 40[13]\b|Host key verification failed/i;
const MISSING =
  /not found|does not exist|does not appear to be a git repository|couldn't find remote ref|not our ref|not a valid object name|not a tree object|unadvertised object|returned error: (?:404|410)/i;

function failure({ ended, stderr }: Spawned, address: GitAddress, timeoutMs: number): OperationError {
  const source = hideLogins(address.source);
  if (ended === "timed-out")
    return new OperationError("SK604", `\`${source}\` did not answer within ${timeoutMs} ms`, {
      hint: "try again later",
    });
  if (ended === "too-much-output")
    return new OperationError("SK604", `\`${source}\` has too many files`, { hint: "name a repository of skills" });
  const said = foreignText("git", hideLogins(showPath(lastLine(stderr))));
  if (DENIED.test(stderr))
    return new OperationError("SK604", `the server of \`${source}\` requires a login; ${said}`, {
      hint: "use ssh, or put a token into the address: `https://TOKEN@host/…`; the token is neither shown nor stored",
    });
  if (MISSING.test(stderr))
    return new OperationError("SK602", `there is nothing at \`${source}\`; ${said}`, {
      hint: "check the name, the part after `#` and your access; write the full hash of a commit, and begin a local directory with `./`",
    });
  return new OperationError("SK604", `git could not fetch \`${source}\`; ${said}`, {
    hint: "check the address, the network and your access; git runs without credential helpers, redirects and passwords",
  });
}

/**
 * Returns the last line of git's own messages, which has the main error. Lines of a server start with `remote:` and are
 * skipped.
 */
function lastLine(text: string): string {
  const lines = text
    .slice(-4096)
    .split("\n")
    .map((line) => line.trim());
  return (
    // If the connection failed, the last line of git does not say why. The message of ssh is used instead.
    lines.find((line) => /^ssh: |Permission denied \(|^Host key verification failed/.test(line)) ??
    lines.findLast((line) => /^(?:fatal|error):/.test(line)) ??
    lines.findLast((line) => line !== "") ??
    ""
  );
}
