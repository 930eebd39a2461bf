/**
 * Runs a package manager for a skill and returns the result as a value. Without approval it only returns the command.
 * It never uses a shell, and never runs in a project's directory.
 */
import { posix, win32 } from "node:path";
import { isPlatform } from "../../format/eligibility.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { foreignText } from "../../model/text/display/foreign-text.ts";
import { oneLine } from "../../model/text/text.ts";
import type { Environment } from "../../platform/environment.ts";
import { NO_PATH_MESSAGE, searchPath } from "../../platform/processes/find-binary.ts";
import { downloadProgram } from "./download-program.ts";
import { type InstallCommand, installCommand } from "./install-command.ts";
import type { ExecutorContext, InstallResult, InstallSpec } from "./install-spec.ts";

export interface InstallApproval {
  /** True if the user has seen the command. If false, the command is not run. */
  readonly approved?: boolean;
}

// Time limit of a package manager. It is long enough to compile packages.
const TIMEOUT_MS = 15 * 60_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

export async function runInstall(
  spec: InstallSpec,
  context: ExecutorContext,
  { approved = false }: InstallApproval = {},
): Promise<InstallResult> {
  const id = oneLine(spec.id.slice(0, 100));
  const { platform } = context.environment;
  if (spec.os.length > 0 && !spec.os.some((os) => isPlatform(os, platform)))
    return { status: "skipped", id, reason: `it is for ${oneLine(spec.os.join(", "))}, and this is ${platform}` };
  if (spec.bins.length > 0 && spec.bins.every(context.hasBinary)) return { status: "present", id };
  if (spec.kind === "download") return downloadProgram({ ...spec, id }, context, approved);
  const command = installCommand(spec);
  if ("wrong" in command) return { status: "refused", id, code: "SK691", reason: command.wrong };
  if (!context.hasBinary(command.program))
    return { status: "skipped", id, reason: absent(command.program, context.environment) };
  const said = [command.program, ...command.args];
  return approved ? run(id, command, context) : { status: "planned", id, command: said };
}

function absent(program: string, environment: Environment): string {
  return searchPath(environment).length > 0
    ? `the program \`${program}\` is not installed`
    : `\`${program}\` cannot be found: ${NO_PATH_MESSAGE}`;
}

async function run(id: string, { program, args }: InstallCommand, context: ExecutorContext): Promise<InstallResult> {
  const { environment, spawn, signal } = context;
  const failed = (reason: string): InstallResult => ({ status: "failed", id, code: "SK692", reason });
  try {
    const { code, stderr, ended } = await spawn(program, args, {
      // Managers read settings from the working directory, and a project's settings are untrusted.
      cwd: environment.platform === "win32" ? win32.normalize(environment.home) : posix.normalize(environment.home),
      variables: variablesFor(environment),
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      ...(signal ? { signal } : {}),
    });
    if (code === 0) return { status: "installed", id, command: [program, ...args] };
    const last = stderr.trim().split("\n").at(-1) ?? "";
    return failed(
      `\`${program}\` ${ended === "exited" ? `ended with exit code ${code}` : ended}${last === "" ? "" : `; ${foreignText("it", last)}`}`,
    );
  } catch (error) {
    if (error instanceof OperationError || systemCode(error) !== "") return failed((error as Error).message);
    throw error;
  }
}

const PASSED: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TMPDIR",
  "GOPATH",
  "GOBIN",
  "GOPROXY",
  "npm_config_prefix",
  "npm_config_registry",
  "UV_TOOL_DIR",
  "UV_TOOL_BIN_DIR",
  "UV_INDEX_URL",
  "https_proxy",
  "HTTPS_PROXY",
  "SystemRoot",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** Returns the environment without the user's keys and tokens. */
function variablesFor({ variables }: Environment): Record<string, string> {
  const passed = PASSED.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]));
  return { ...Object.fromEntries(passed), DEBIAN_FRONTEND: "noninteractive", HOMEBREW_NO_AUTO_UPDATE: "1" };
}
