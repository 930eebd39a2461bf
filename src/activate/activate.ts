/**
 * Conductor: a request in, exactly what the model receives out. Look up, read fresh, substitute, list the files, wrap. What
 * was asked for is only compared with what was found and never becomes a path. Content never makes it throw: whatever is
 * wrong with a skill is a refusal in words that a model can use.
 */
import type { LoadOptions } from "../catalog/load/load.ts";
import type { CurrentSkill } from "../catalog/read/read-current-skill.ts";
import type {
  Activated,
  ActivationRequest,
  Prepared,
  ShellAnswer,
  ShellText,
} from "../model/conversation/activation.ts";
import type { Actor, AgentScope, Asking, Judge, Offered, Refusal } from "../model/conversation/offer.ts";
import type { ArgumentRule, HostProfile } from "../model/host-profile.ts";
import type { Limits } from "../model/limits.ts";
import type { Skill } from "../model/skills/skill.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import type { SkillSource } from "../model/skills/source.ts";
import { baseName } from "../model/text/text.ts";
import { nodeEnvironment } from "../platform/environment.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { asRequest } from "./access/as-request.ts";
import { lookUp } from "./access/look-up.ts";
import { type CommandCall, callCommand } from "./commands/call-command.ts";
import type { Range, ResourceText } from "./prepare/cut-range.ts";
import { LazyDigests } from "./prepare/lazy-digests.ts";
import { notesOn } from "./prepare/notes.ts";
import { absolutePath, type Bundle, listBundle, noSuchFile, readBytes, readResource } from "./prepare/resources.ts";
import { listSourceBundle, readSourceResource } from "./prepare/source-resources.ts";
import type { FoundShell } from "./prepare/substitute/find-shell.ts";
import { hostVariables } from "./prepare/substitute/host-variables.ts";
import { splitArguments } from "./prepare/substitute/split-arguments.ts";
import { placeholderSyntaxOf, shellExpressionsOf, substitute } from "./prepare/substitute/substitute.ts";
import { refreshSkill } from "./refresh-skill.ts";
import { renderEnvelope } from "./render/render-envelope.ts";

export interface ActivateContext {
  readonly snapshot: Snapshot;
  readonly profile: HostProfile;
  readonly options: LoadOptions;
  readonly limits: Limits;
  readonly scope?: AgentScope;
  readonly files?: readonly string[];
  readonly asksForVariables?: boolean;
  readonly sessionId?: string;
  /** Characters of a body; 100,000 unless said. */
  readonly maxBodyChars?: number;
  /** Relative references to the skill's files become absolute. */
  readonly absolutePaths?: boolean;
  /** The tool that reads a skill's files, where it is not `skill_resource`; null where the model has none. */
  readonly reader?: string | null;
  /** Looks for skills again; called at most once, when something is not where it was. */
  readonly reload?: () => Promise<Snapshot>;
  /** Called before anything of a skill that was found is handed out or run. */
  readonly judge?: Judge | undefined;
  /** Nobody gets it: who is to trust it looks at it. */
  readonly preview?: boolean;
  /** Runs the commands of a text, or says why not; without it none is run. */
  readonly shell?: (text: ShellText) => Promise<ShellAnswer>;
}

/** Of a file of a skill, and of which part. */
export interface ResourceRequest extends Range {
  readonly asked: string;
  readonly actor: Actor;
  readonly path: string;
}

export type ResourceAnswer = ResourceText | { readonly refused: Pick<Refusal, "code" | "reason" | "help"> };

/** An icon, or why there is none. */
export type IconAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly refused: Pick<Refusal, "code" | "reason" | "help"> };

/** More than nearly every real body; a quarter of it is a lot of a model's window. */
const MAX_BODY_CHARS = 100_000;

export async function activate(request: ActivationRequest, context: ActivateContext): Promise<Activated> {
  const asking = askingOf(asRequest(request), context);
  const found = await find(request.asked, asking, context);
  if ("refusal" in found) return found;
  const current = await refreshSkill(found, request.asked, asking, context);
  if ("refusal" in current) return current;
  const objection = context.judge && (await context.judge(current));
  if (objection) return { refusal: objection, snapshot: current.snapshot };
  const call = callCommand(
    current.loaded.skill,
    request,
    (typed) => splitArguments(typed, placeholderSyntaxOf(context.profile.arguments)).words,
  );
  if (call && "refusal" in call) return { refusal: call.refusal, snapshot: current.snapshot };
  const made = await prepare(current, call ? { ...request, arguments: call.arguments } : request, context, call);
  if ("refusal" in made) return { refusal: made.refusal, snapshot: current.snapshot };
  const { prepared, trailing } = made;
  const { text, role } = await renderEnvelope(prepared, context.profile);
  return { activation: Object.assign(prepared, { text: text + trailing, role }), snapshot: current.snapshot };
}

/** A skill for an actor who may have it, without its text. */
export async function findSkill(
  request: Pick<ActivationRequest, "asked" | "actor">,
  context: ActivateContext,
): Promise<(Offered | { refusal: Refusal }) & { snapshot: Snapshot }> {
  const found = await find(request.asked, askingOf(request, context), context);
  const refusal = "refusal" in found ? undefined : await context.judge?.(found);
  return refusal ? { refusal, snapshot: found.snapshot } : found;
}

/** A file of a skill for an actor who may have the skill. */
export async function readSkillResource(request: ResourceRequest, context: ActivateContext): Promise<ResourceAnswer> {
  const found = await findSkill(request, context);
  if ("refusal" in found) return { refused: found.refusal };
  const { skill } = found.loaded;
  const { files = nodeFiles } = context.options;
  const source = sourceOf(skill, context.options);
  if (source) return readSourceResource(skill, source, request.path, request);
  // A skill that is a single file has its neighbours' directory.
  if (isFlat(skill) && !isOwnFile(request.path, skill)) return noSuchFile(request.path, [baseName(skill.path)]);
  return readResource(
    skill.directory,
    isOwnFile(request.path, skill) ? baseName(skill.path) : request.path,
    files,
    request,
    await approvalOf(skill),
  );
}

/** An icon is looked at often, and is a few kilobytes. */
const MAX_ICON_BYTES = 262_144;

/** The icon that a skill's sidecar names, for an actor who may have the skill; the other one where there is only that. */
export async function readSkillIcon(
  request: Pick<ActivationRequest, "asked" | "actor">,
  size: "small" | "large",
  context: ActivateContext,
): Promise<IconAnswer> {
  const found = await findSkill(request, context);
  if ("refusal" in found) return { refused: found.refusal };
  const { skill } = found.loaded;
  const { iconSmall, iconLarge } = { ...skill.sidecar?.interface };
  const icon = size === "small" ? (iconSmall ?? iconLarge) : (iconLarge ?? iconSmall);
  if (icon === undefined || isFlat(skill) || sourceOf(skill, context.options))
    return { refused: { code: "SK333", reason: "the skill has no icon" } };
  const path = icon.replace(/^(?:\.\/)+/, "");
  const { files = nodeFiles } = context.options;
  const read = readBytes(skill.directory, path, files, MAX_ICON_BYTES);
  return "refused" in read ? read : ((await approvalOf(skill))?.(path, read.bytes) ?? read);
}

/** Of an approved skill exactly the approved bytes are handed out, or none. */
async function approvalOf(skill: Skill): Promise<Parameters<typeof readResource>[4]> {
  if (skill.approved === undefined) return undefined;
  const { describeChange } = await import("../trust/approvals/verify-bytes.ts");
  return (path, bytes) => {
    const against = describeChange(skill, path, bytes);
    return against && { refused: against };
  };
}

function isFlat({ path }: Skill): boolean {
  return baseName(path).toLowerCase() !== "skill.md";
}

/** By its own name, or as every other skill's is called. */
function isOwnFile(asked: string, { path }: Skill): boolean {
  const clean = asked.replace(/^(?:\.\/)+/, "");
  return clean === "SKILL.md" || clean === baseName(path);
}

/** What is not there may have come since: then it is looked for once more, in all roots and never by its name. */
async function find(
  asked: string,
  asking: Asking,
  { snapshot, reload, profile }: ActivateContext,
): Promise<(Offered | { refusal: Refusal }) & { snapshot: Snapshot }> {
  if (profile.tool?.lookup) {
    const { dispatch } = await import("./access/dispatch.ts");
    return dispatch(asked, asking, snapshot, reload);
  }
  const looked = lookUp(asked, snapshot, asking);
  if ("found" in looked) return { address: looked.found.address, loaded: looked.found.loaded, snapshot };
  if (isTraversal(asked)) return { refusal: { ...looked.refusal, reason: NOT_A_NAME }, snapshot };
  if (reload === undefined || looked.loaded !== undefined || looked.refusal.code === "SK310")
    return { refusal: looked.refusal, snapshot };
  const later = await reload();
  const again = lookUp(asked, later, asking);
  return "found" in again ? { ...again.found, snapshot: later } : { refusal: again.refusal, snapshot: later };
}

const NOT_A_NAME = "that is no name of a skill: `..`, a backslash or a NUL is in it";

function isTraversal(asked: string): boolean {
  return asked.includes("..") || asked.includes("\\") || asked.includes("\0");
}

function askingOf(
  { actor }: Pick<ActivationRequest, "actor">,
  { scope, files, asksForVariables = false, preview }: ActivateContext,
): Asking {
  return scope || files || asksForVariables || preview
    ? {
        ...{ actor, asksForVariables, preview: preview === true },
        ...(scope ? { scope } : {}),
        ...(files ? { files } : {}),
      }
    : { actor };
}

async function prepare(
  { loaded: { skill }, address, fresh }: Offered & { fresh: CurrentSkill },
  request: ActivationRequest,
  context: ActivateContext,
  call: CommandCall | undefined,
): Promise<{ prepared: Prepared; trailing: string } | { refusal: Refusal }> {
  const { text, bodyAt } = fresh;
  const rule = ruleFor(context.profile.arguments, request.actor);
  const original = text.slice(bodyAt);
  const found = shellExpressionsOf(original, rule);
  const answer =
    found.length === 0 ? NO_RESULTS : await runFound(found, skill, fresh, rule, request, context, call?.names);
  if ("refusal" in answer) return { refusal: { asked: request.asked, candidates: [], ...answer.refusal } };
  const made = substitute(original, {
    arguments: request.arguments,
    rule,
    commands: { found, results: answer.results },
    ...substitutions(original, skill, rule, context),
    ...(call ? { names: call.names } : {}),
  });
  const body = made.text + (rule.after === "envelope" ? "" : made.appended);
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
  const { files = nodeFiles, environment } = options;
  const home = (): string => (environment ?? nodeEnvironment()).home;
  const onDisk = skill.root.source === undefined && !isFlat(skill);
  return {
    name: skill.name,
    names: namesOf(skill, rule),
    variables: body.includes("{")
      ? hostVariables(rule.variables, { skill, projectRoot: snapshot.projectRoot, home, sessionId })
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
  return Array.isArray(listed) ? listed.filter((name): name is string => typeof name === "string") : [];
}

async function bundleOf(skill: Skill, options: LoadOptions): Promise<Bundle> {
  const source = sourceOf(skill, options);
  if (source) return listSourceBundle(skill, source);
  if (isFlat(skill)) return { resources: [], more: 0 };
  return listBundle(skill.directory, options.files ?? nodeFiles);
}

function sourceOf({ root }: Skill, { sources = [] }: LoadOptions): SkillSource | undefined {
  return root.source === undefined ? undefined : sources.find(({ name }) => name === root.source);
}
