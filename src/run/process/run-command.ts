/**
 * The only place that runs commands of a skill. It runs a program with arguments in isolation and with limits, and ends
 * all processes of the program. It removes secrets and hidden characters from the output. Callers must decide
 * beforehand whether the command may run.
 */
import type { CommandOutcome, CommandRequest, Confinement, SandboxProvider } from "../../model/conversation/control.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { PROTECTED_NAMES } from "../../model/rules/protected-names.ts";
import type { RunSettings } from "../../model/rules/run-settings.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { visibleLines } from "../../model/text/text.ts";
import type { Environment } from "../../platform/environment.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { resolveExisting } from "../../platform/files/real-target.ts";
import { NO_PATH_HELP, NO_PATH_MESSAGE, searchPath } from "../../platform/processes/find-binary.ts";
import { scriptEnvironment } from "../environment/script-environment.ts";

/** The context of commands in a session or in one call: where they run, and with which permissions. */
export interface RunContext {
  readonly settings: RunSettings;
  readonly environment: Environment;
  readonly files: Files;
  readonly projectRoot: string;
  readonly sandbox: () => Promise<SandboxProvider>;
  /** Directories of skills and of Skillwright. No command may write to them. */
  readonly skillDirectories?: readonly string[] | undefined;
  /** The permissions that this skill requested and the user accepted. */
  readonly accepted?: Confinement | undefined;
  /** Secrets that the user has given to the session for this skill. */
  readonly entrusted?: Readonly<Record<string, string>> | undefined;
  /** Replaces secrets in a text. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly signal?: StopSignal | undefined;
}

export interface RunRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** The directory of the skill's private copy; undefined for hooks of the host. */
  readonly skillDirectory?: string | undefined;
  /** The skill's original directory. It is read-only, whatever other permissions say. */
  readonly original?: string | undefined;
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Time limit. It has an effect only if it is shorter than the time limit of the settings. */
  readonly timeoutMs?: number;
}

export async function runCommand(request: RunRequest, context: RunContext): Promise<CommandOutcome> {
  const sandbox = await context.sandbox();
  const asked = requestFor(request, context);
  const reason =
    whySandboxIsInsufficient(sandbox, context) ??
    againstLookup(asked, sandbox, context) ??
    againstWrites(asked, context);
  if (reason !== undefined) return { ended: "not-started", code: null, stdout: "", stderr: "", reason };
  return cleanOutcome(await sandbox.run(asked), context.redact ?? same);
}

/** Returns the reason if the sandbox is weaker than the settings require; otherwise undefined. */
export function whySandboxIsInsufficient(
  { level }: SandboxProvider,
  { settings, environment }: RunContext,
): string | undefined {
  if (level === "isolated" || settings.unsandboxed) return undefined;
  if (level === "partial") return "the sandbox of this machine is not safe";
  const why = searchPath(environment).length > 0 ? "" : `; ${NO_PATH_MESSAGE}`;
  return `no sandbox is available on this machine${why}`;
}

/**
 * Returns the reason if the program cannot be found because there is no PATH. Returns undefined with a sandbox, because
 * a sandbox finds its own programs.
 */
function againstLookup(
  { program, variables }: CommandRequest,
  { level }: SandboxProvider,
  { environment }: RunContext,
): string | undefined {
  if (level !== "none" || /[\\/]/.test(program) || variables["PATH"] !== undefined) return undefined;
  const why =
    searchPath(environment).length > 0 ? "every directory of the PATH is relative or in the project" : NO_PATH_MESSAGE;
  return `\`${program}\` cannot be found: ${why}`;
}

/**
 * Returns the reason if a symlink leads a writable path out of the project, or to a directory of skills or of
 * Skillwright. The user named the path, but a repository can contain such a symlink.
 */
function againstWrites({ confinement: { write } }: CommandRequest, context: RunContext): string | undefined {
  const { projectRoot, skillDirectories = [], files } = context;
  for (const path of write) {
    const real = resolveExisting(path, files);
    const what = `\`${path}\`, which it may write, leads`;
    if (isInside(path, projectRoot) && !isInside(real, resolveExisting(projectRoot, files)))
      return `${what} out of the project to \`${real}\``;
    const entered = (place: string): boolean => !isInside(path, place) && isInside(real, resolveExisting(place, files));
    if (real !== path && skillDirectories.some(entered)) return `${what} to the protected place \`${real}\``;
  }
  return undefined;
}

/** Returns the hint for a command that did not start. */
export function helpForFailedStart({ environment }: RunContext): string {
  return searchPath(environment).length > 0 ? NO_SANDBOX_HELP : NO_PATH_HELP;
}

const NO_SANDBOX_HELP =
  "run `skillwright doctor` to see the sandbox; `run.unsandboxed: true` in your configuration runs commands without one";

function requestFor(request: RunRequest, context: RunContext): CommandRequest {
  const { settings, environment, projectRoot, signal, entrusted } = context;
  const { skillDirectory, variables = {}, timeoutMs = settings.timeoutMs } = request;
  const own = {
    ...(skillDirectory === undefined ? {} : { SKILL_DIR: skillDirectory, CLAUDE_SKILL_DIR: skillDirectory }),
    ...{ PROJECT_DIR: projectRoot, CLAUDE_PROJECT_DIR: projectRoot },
  };
  return {
    program: request.program,
    args: request.args,
    cwd: startOf(skillDirectory, context),
    variables: scriptEnvironment(environment, settings, projectRoot, { ...entrusted, ...variables, ...own }),
    timeoutMs: Math.min(timeoutMs, settings.timeoutMs),
    maxOutputBytes: settings.maxOutputBytes,
    ...(request.input === undefined ? {} : { input: request.input }),
    ...(signal === undefined ? {} : { signal }),
    confinement: confinementOf(request, context),
  };
}

function startOf(skillDirectory: string | undefined, context: RunContext): string {
  const inProject = !context.settings.inSkillDirectory && showsProject(context);
  return inProject ? context.projectRoot : (skillDirectory ?? "/");
}

/** Returns true if commands may read the project. They may not read a project that contains the user's home. */
function showsProject({ environment: { home }, files, projectRoot }: RunContext): boolean {
  const homes = [home, realPathIfAny(home, files) ?? home];
  return !homes.some((each) => isInside(each, projectRoot));
}

function confinementOf({ skillDirectory, original }: RunRequest, context: RunContext): CommandRequest["confinement"] {
  const { settings, projectRoot, files, accepted = NOTHING } = context;
  const write = [...settings.write, ...accepted.write.filter((path) => files.exists(path))];
  const shown = [...(showsProject(context) ? [projectRoot] : []), ...settings.read, ...accepted.read];
  const readable = shown.filter((path) => !write.includes(path));
  // A sandbox protects these names at every depth, even before files with these names exist. If they are read-only, a
  // write fails immediately.
  const names = write.flatMap((path) => PROTECTED_NAMES.map((name) => `${path}/${name}`));
  const keep = write.flatMap((path) => skillsBelow(path, context));
  const kept = [...names, ...keep].filter((path) => files.exists(path));
  const own = [skillDirectory, original].filter((path) => path !== undefined);
  return {
    read: [...readable.filter((path) => files.exists(path)), ...kept, ...own],
    write,
    ...(keep.length > 0 ? { keep } : {}),
    network: settings.network || accepted.network,
    ...(accepted.macos ? { macos: accepted.macos } : {}),
  };
}

/**
 * Returns the protected paths below `directory`, with symlinks resolved. The directory itself is not protected, because
 * the user chose it.
 */
function skillsBelow(directory: string, { skillDirectories = [], files }: RunContext): readonly string[] {
  const real = resolveExisting(directory, files);
  const below = skillDirectories.map((place) => resolveExisting(place, files)).filter((place) => isInside(place, real));
  return [...new Set(below)].filter((place) => place !== real).map((place) => directory + place.slice(real.length));
}

const NOTHING: Confinement = { read: [], write: [], network: false };

/**
 * Removes hidden characters, then secrets. In the reverse order, a hidden character inside a secret would prevent its
 * redaction.
 */
export function cleanText(text: string, { redact = same }: Pick<RunContext, "redact">): string {
  return redact(visibleLines(text));
}

function cleanOutcome(outcome: CommandOutcome, redact: (text: string) => string): CommandOutcome {
  const clean = (text: string): string =>
    cleanText(outcome.ended === "too-much-output" ? cutLine(text) : text, { redact });
  const { reason } = outcome;
  return {
    ...outcome,
    stdout: clean(outcome.stdout),
    stderr: clean(outcome.stderr),
    ...(reason === undefined ? {} : { reason: redact(reason) }),
  };
}

/**
 * Returns the text up to its last line end. If a limit cut the output, the last line may contain half of a secret,
 * which redaction cannot recognise.
 */
function cutLine(text: string): string {
  const end = text.lastIndexOf("\n");
  return end === -1 ? text : text.slice(0, end + 1);
}

function same(text: string): string {
  return text;
}
