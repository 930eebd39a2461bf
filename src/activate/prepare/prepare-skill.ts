/** Prepares a skill for a model: substitutes arguments and variables, runs or refuses commands, and lists the files. */

import { hash } from "node:crypto";
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { CurrentSkill } from "../../catalog/read/read-current-skill.ts";
import type { ActivationRequest, Prepared, ShellAnswer, ShellText } from "../../model/conversation/activation.ts";
import type { Actor, AgentScope, OfferedSkill, PermissionCheck, Refusal } from "../../model/conversation/offer.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import type { ArgumentRule, HostProfile } from "../../model/host-profile.ts";
import type { Limits } from "../../model/limits.ts";
import { stringsIn } from "../../model/schema.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { baseName } from "../../model/text/text.ts";
import { environmentOf } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { CommandCall } from "../commands/call-command.ts";
import { absolutePath, type ListedResources, listBundle } from "./resources.ts";
import { listSourceBundle } from "./source-resources.ts";
import type { FoundShell } from "./substitute/find-shell.ts";
import { hostPlaceholders } from "./substitute/host-placeholders.ts";
import { splitArguments } from "./substitute/split-arguments.ts";
import {
  isPlainText,
  placeholderSyntaxOf,
  type SubstitutedText,
  shellExpressionsOf,
  substitute,
} from "./substitute/substitute.ts";

export interface ActivateContext {
  readonly snapshot: Snapshot;
  readonly profile: HostProfile;
  readonly options: LoadOptions;
  readonly limits: Limits;
  readonly scope?: AgentScope;
  readonly files?: readonly string[];
  readonly asksForVariables?: boolean;
  readonly sessionId?: string;
  /** Maximum characters of a body (default: 100,000). */
  readonly maxBodyChars?: number;
  /** True if relative references to the skill's files become absolute. */
  readonly absolutePaths?: boolean;
  /** The tool that reads a skill's files (default: `skill_resource`). Null if the model has no such tool. */
  readonly reader?: string | null;
  /** Loads the skills again. It is called at most once, if a file is missing. */
  readonly reload?: () => Promise<Snapshot>;
  /** Called before any content of a skill is returned or any command runs. */
  readonly whyDenied?: PermissionCheck | undefined;
  /** True if the text is only shown to a user who decides about trust. No model receives it. */
  readonly preview?: boolean;
  /** Runs the commands of a text, or returns the reason for a refusal. Without this function, no command runs. */
  readonly shell?: (text: ShellText) => Promise<ShellAnswer>;
}

/**
 * Maximum characters of a body. Nearly every real body is shorter. A body of a quarter of this size already fills much
 * of a model's context.
 */
const MAX_BODY_CHARS = 100_000;

/** Prepares the parts of a skill that an envelope wraps. */
export async function prepareSkill(
  { loaded: { skill }, address, fresh }: OfferedSkill & { fresh: CurrentSkill },
  request: ActivationRequest,
  context: ActivateContext,
  call: CommandCall | undefined,
): Promise<{ prepared: Prepared; trailing: string } | { refusal: Refusal }> {
  const { text, bodyAt } = fresh;
  const rule = ruleFor(context.profile.arguments, request.actor);
  const original = text.slice(bodyAt);
  const found = isPlainText(original) ? [] : shellExpressionsOf(original, rule);
  const answer =
    found.length === 0 ? NO_RESULTS : await runFound(found, skill, fresh, rule, request, context, call?.names);
  if ("refusal" in answer) return { refusal: { asked: request.asked, candidates: [], ...answer.refusal } };
  const made = substitute(original, {
    arguments: request.arguments,
    rule,
    shellExpressions: { found, results: answer.results },
    ...substitutions(original, skill, rule, context),
    ...(call ? { names: call.names } : {}),
  });
  const appended = rule.after === "envelope" ? "" : made.appended;
  const body = (rule.trimmed && appended !== "" ? made.text.trim() : made.text) + appended;
  const { resources, more } = await bundleOf(skill, context.options);
  const prepared = Object.assign(new LazyDigests(fresh.digest, made), {
    skill,
    address,
    actor: request.actor,
    body,
    file: text.slice(0, bodyAt) + body,
    directory: skill.directory,
    resources,
    moreResources: more,
    shell: made.shell.map(({ at: _, ...expression }) => expression),
    diagnostics: notesOn(skill, text, bodyAt, made),
  });
  if (request.arguments !== undefined) Object.assign(prepared, { arguments: request.arguments });
  if (call) Object.assign(prepared, { command: call.command });
  if (context.reader !== undefined) Object.assign(prepared, { reader: context.reader });
  if (made.cut) Object.assign(prepared, { cutFrom: made.cut.from, restAt: fresh.byteAt(bodyAt + made.cut.at) });
  return { prepared, trailing: rule.after === "envelope" ? made.appended : "" };
}

const NO_RESULTS: ShellAnswer = { results: [] };

async function runFound(
  found: readonly FoundShell[],
  skill: Skill,
  fresh: CurrentSkill,
  rule: ArgumentRule,
  { arguments: typed = "" }: ActivationRequest,
  { shell }: ActivateContext,
  names = namesOf(skill, rule),
): Promise<ShellAnswer> {
  if (shell === undefined) return NO_RESULTS;
  return shell({
    skill,
    fileDigest: fresh.digest(),
    commands: found.map(({ command }) => command),
    words: splitArguments(typed, placeholderSyntaxOf(rule)).words,
    typed,
    names,
    base: rule.base === 1 ? 1 : 0,
  });
}

function substitutions(
  body: string,
  skill: Skill,
  rule: ArgumentRule,
  { snapshot, options, sessionId, maxBodyChars, absolutePaths }: ActivateContext,
): Omit<Parameters<typeof substitute>[1], "rule" | "arguments"> {
  const { files = nodeFiles } = options;
  const home = (): string => environmentOf(options).home;
  const onDisk = skill.root.source === undefined && !isSingleFileSkill(skill);
  return {
    name: skill.name,
    names: namesOf(skill, rule),
    hostPlaceholders: body.includes("{")
      ? hostPlaceholders(rule.variables, { skill, projectRoot: snapshot.projectRoot, home, sessionId })
      : {},
    maxChars: maxBodyChars ?? MAX_BODY_CHARS,
    ...(absolutePaths && onDisk ? { absolute: (path: string) => absolutePath(skill.directory, path, files) } : {}),
  };
}

const UNTOUCHED: ArgumentRule = { base: "none", missing: "none", appended: "", shell: false };

function ruleFor(rule: ArgumentRule, actor: Actor): ArgumentRule {
  return rule.only === "user" && actor !== "user" ? UNTOUCHED : rule;
}

function namesOf({ manifest }: Skill, { names }: ArgumentRule): readonly string[] {
  if (names !== "metadata") return manifest.arguments ?? [];
  const listed = manifest.metadata?.["arguments"];
  return stringsIn(listed);
}

async function bundleOf(skill: Skill, options: LoadOptions): Promise<ListedResources> {
  const source = findSkillSource(skill, options);
  if (source) return listSourceBundle(skill, source);
  if (isSingleFileSkill(skill)) return { resources: [], more: 0 };
  return listBundle(skill.directory, options.files ?? nodeFiles);
}

/** Returns true for a single-file skill, which has no other files. */
export function isSingleFileSkill({ path }: Skill): boolean {
  return baseName(path).toLowerCase() !== "skill.md";
}

export function findSkillSource({ root }: Skill, { sources = [] }: LoadOptions): SkillSource | undefined {
  return root.source === undefined ? undefined : sources.find(({ name }) => name === root.source);
}

type Made = Pick<SubstitutedText, "inserted" | "appended" | "cut">;

/**
 * Computes the digests of a prepared skill on first access, because this takes longer than all other steps and only
 * sessions need digests. The getters are in a class: getters on each object would give each object its own hidden class
 * in V8.
 */
class LazyDigests implements Pick<Prepared, "digest" | "revision"> {
  readonly #digestOfFile: () => string;
  readonly #made: Made;

  constructor(digestOfFile: () => string, made: Made) {
    this.#digestOfFile = digestOfFile;
    this.#made = made;
  }

  /** Digest of the file and the inserted values, which together determine the text. */
  get digest(): string {
    const { inserted, appended, cut } = this.#made;
    return `sha256:${hash("sha256", [this.revision, cut?.at ?? "", appended, ...inserted].join("\0"), "hex")}`;
  }

  get revision(): string {
    return this.#digestOfFile();
  }

  toJSON(): object {
    return { ...this, digest: this.digest, revision: this.revision };
  }
}

/**
 * Returns notes for people about a prepared skill: commands without output, unclosed quotes in the arguments, and text
 * that was cut.
 */
function notesOn({ path }: Skill, text: string, bodyAt: number, made: SubstitutedText): readonly Diagnostic[] {
  const silent = made.shell.filter(({ refused, failed }) => refused !== undefined || failed !== undefined);
  if (silent.length === 0 && !made.unclosed && !made.cut) return NONE;
  const lines = new LinePositions(path, text);
  const notes = silent.slice(0, MAX_COMMANDS).map(({ command, at, refused, failed, form }) =>
    diagnostic(failed === undefined ? "SK334" : "SK432", {
      at: lines.span(bodyAt + at, form === "block" ? "```!".length : command.length + "!``".length),
      message: `the command \`${firstLine(command)}\` ${failed === undefined ? `was not run: ${refused}` : `failed: ${failed}`}`,
      help: "the model reads a note and the command instead of its output",
    }),
  );
  if (made.unclosed)
    notes.push(
      diagnostic("SK335", {
        path,
        message: "the arguments contain a quote that is never closed; all text after it is one argument",
        help: "close the quote, or write a backslash before it",
      }),
    );
  if (made.cut)
    notes.push(
      diagnostic("SK336", {
        at: lines.span(bodyAt + made.cut.at, 1),
        message: `the text is cut here; the full text has ${made.cut.from} characters`,
        help: "move rarely needed text into `references/`; the model can read the rest in SKILL.md",
      }),
    );
  return notes;
}

/** The maximum number of commands that are reported one by one. */
const MAX_COMMANDS = 100;
const NONE: readonly Diagnostic[] = [];

function firstLine(command: string): string {
  const end = command.indexOf("\n");
  return end === -1 ? command : `${command.slice(0, end)} …`;
}
