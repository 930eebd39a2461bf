import type { StopSignal } from "./conversation/stop-signal.ts";
import { messageLine } from "./text/text.ts";

/** An error whose message Skillwright wrote. If the message contains text of other programs, this text is quoted. */
export class OwnError extends Error {}

/**
 * The error of a failed operation (disk, network, permission). The user sees the message and the hint, and the exit
 * code is 1.
 */
export class OperationError extends OwnError {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(messageLine(message), { cause: options.cause });
    this.name = "OperationError";
    this.code = code;
    this.hint = options.hint === undefined ? undefined : messageLine(options.hint);
  }
}

/** The error for an input that is invalid or contradicts itself. The exit code is 2, and the HTTP status is 400. */
export class InputError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(messageLine(message));
    this.name = "InputError";
    this.hint = messageLine(hint);
  }
}

/** The error if no skill has the requested name, id or path. pickle-bot's loader uses the same name for this error. */
export class SkillNotFoundError extends OperationError {
  constructor(asked: string, nearest: readonly string[]) {
    super("SK301", `there is no skill \`${asked}\``, {
      hint:
        nearest.length > 0
          ? `did you mean ${nearest.map((name) => `\`${name}\``).join(", ")}?`
          : "run `skillwright list` to see all skills",
    });
    this.name = "SkillNotFoundError";
  }
}

/** Throws SK920 if an argument does not fit. JavaScript callers can pass a type that TypeScript would refuse. */
export function checkArgument(fits: boolean, owner: string, what: string): void {
  if (!fits)
    throw new OperationError("SK920", `\`${owner}\` takes ${what}`, { hint: "see the declaration in docs/api.md" });
}

/** Converts an unexpected file system error into an `OperationError`. Returns any other error unchanged. */
export function asOperationError(error: unknown): unknown {
  if (systemCode(error) === "" || !(error instanceof Error) || !("syscall" in error)) return error;
  const path = "path" in error && typeof error.path === "string" ? `\`${error.path}\`` : "a file";
  const isRead = /^(?:open|read|scandir|l?stat|realpath|access|readlink)$/.test(String(error.syscall));
  return new OperationError(isRead ? "SK004" : "SK601", `${path} cannot be used (${systemCode(error)})`, {
    hint: "check the permissions of the file and of its directory",
    cause: error,
  });
}

/** Returns the `code` of a Node system error, or "" for any other value. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Throws SK604 if the caller has stopped this work. Call it before a long step. */
export function throwIfStopped(
  signal: Pick<StopSignal, "aborted" | "reason"> | undefined,
  work: string,
  hint = "nothing was changed; run the command again",
): void {
  if (signal?.aborted) throw new OperationError("SK604", `${work} was stopped`, { hint, cause: signal.reason });
}

/**
 * Runs `action` and returns its result; undefined if the system refuses (`ENOENT`, `EACCES` and so on). Throws any
 * other error.
 */
export function undefinedIfRefused<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
