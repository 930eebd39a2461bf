/** Parses the words of `run` into a command of a skill, a script of a skill, or a list of commands. */
import { commandNamed, resolveCommand } from "../../activate/commands/command-table.ts";
import { InputError, OperationError } from "../../model/errors.ts";
import { calledName, type Skill, type SkillCommandSpec } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { joinWords } from "../../model/text/text.ts";
import { readStandardInput } from "../../platform/processes/standard-streams.ts";
import { SCHEMA } from "../answers/answer.ts";
import {
  commandJson,
  commandsAnswer,
  type FinishedRun,
  nameOfRefused,
  scriptAnswer,
} from "../answers/use/command-answers.ts";
import { loadAnswer, refusedError } from "../answers/use/load-answers.ts";
import type { Skills } from "../open-skills.ts";
import type { OperationContext } from "../operation.ts";
import { type LoadedSkill, loadSkill } from "./load-skill.ts";

const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** Options of `run` itself, which apply to scripts. */
const OPTIONS = ["--yes", "-y", "--stdin"];

export interface RunInput {
  readonly words?: readonly string[];
  readonly help?: boolean;
  readonly yes?: boolean;
  readonly stdin?: boolean;
}

export interface ScriptInput {
  readonly skill: string;
  readonly script: string;
  readonly arguments?: readonly string[];
  readonly input?: string;
  readonly yes?: boolean;
}

export type RunResult = { readonly snapshot: Snapshot } & (
  | { readonly list: true }
  | { readonly described: Skill; readonly commands: readonly SkillCommandSpec[] }
  | { readonly loaded: LoadedSkill }
  | { readonly ran: FinishedRun; readonly script: string }
);

/** Runs the words of `run`. A declared command takes precedence over a file of the same name. */
export async function runCommandOrScript(
  { words = [], help = false, ...given }: RunInput,
  context: OperationContext,
): Promise<RunResult> {
  const skills = await context.skills();
  const { snapshot } = skills;
  const here = { ...context, skills: async () => skills };
  const leading = leadingOptions(words);
  const [first, second, ...more] = words.slice(leading.length);
  if (first === undefined) return { snapshot, list: true };
  const skill = skills.find(await context.skillNamed(first))?.skill;
  if (!skill || second === undefined || help || !isScript(second, skill, skills)) {
    const [option] = leading;
    if (option) throw new InputError(`\`${option}\` works only with scripts`, "write `run SKILL SCRIPT`");
    const short = skill ? undefined : resolveCommand(first, snapshot);
    if (short) return { snapshot, loaded: await call(short.skill.address, short.spec.name, words.slice(1), here) };
    if (skill && (help || second === undefined)) return { snapshot, ...describe(skill, second, help) };
    return { snapshot, loaded: await call(first, second ?? "", more, here) };
  }
  const script = second.replace(/^\.\//, "");
  const { own, others } = takeOptions([...leading, ...more]);
  const isFed = given.stdin ?? own.has("--stdin");
  const ran = await runNamedScript(
    {
      ...{ skill: first, script, arguments: others, yes: given.yes ?? (own.has("--yes") || own.has("-y")) },
      ...(isFed ? { input: readStandardInput(MAX_INPUT_BYTES).toString("utf8") } : {}),
    },
    here,
  );
  return { snapshot, ran, script };
}

function call(
  skill: string,
  command: string,
  words: readonly string[],
  context: OperationContext,
): Promise<LoadedSkill> {
  const given = words.length === 0 ? {} : { arguments: joinWords(words) };
  return loadSkill({ skill, command, ...given }, "settings", context);
}

/** Throws an error that lists the skill's commands. Without commands, the error says that the skill has none. */
function describe(
  skill: Skill,
  command: string | undefined,
  isAsked: boolean,
): { readonly described: Skill; readonly commands: readonly SkillCommandSpec[] } {
  const { commands = [] } = skill.manifest;
  const name = calledName(skill);
  if (commands.length === 0)
    throw new OperationError("SK471", `\`${name}\` has no commands`, {
      hint: `\`skillwright load ${name}\` shows what a model gets; \`skillwright run ${name} FILE\` runs a script`,
    });
  if (!isAsked)
    throw new InputError(
      `name a command of \`${name}\`: ${commands.map((each) => `\`${each.name}\``).join(", ")}`,
      `see \`skillwright run ${name} --help\``,
    );
  const named = command === undefined ? undefined : commandNamed(command, commands);
  return { described: skill, commands: named ? [named] : commands };
}

/**
 * Returns true if a word names a script. A path always names a script, even if the file does not exist, because the
 * refusal then mentions the file.
 */
function isScript(word: string, skill: Skill, skills: Skills): boolean {
  if (commandNamed(word, skill.manifest.commands)) return false;
  return word.includes("/") || skills.resources(skill).includes(word);
}

/** Returns the options of `run` that come before the skill. */
function leadingOptions(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !OPTIONS.includes(word));
  return start < 0 ? words : words.slice(0, start);
}

/** Separates the options of `run` from all other words. Options after a `--` belong to the script. */
function takeOptions(words: readonly string[]): { readonly own: ReadonlySet<string>; readonly others: string[] } {
  const end = words.indexOf("--");
  const before = end < 0 ? words : words.slice(0, end);
  const after = end < 0 ? [] : words.slice(end + 1);
  const isOwn = (word: string): boolean => OPTIONS.includes(word);
  return { own: new Set(before.filter(isOwn)), others: [...before.filter((word) => !isOwn(word)), ...after] };
}

/** Runs a script that the user named. If it is refused, this throws an error with the code of the refusal. */
export async function runNamedScript(
  { skill, script, arguments: words = [], input, yes = false }: ScriptInput,
  context: OperationContext,
): Promise<FinishedRun> {
  const { prompter, signal } = context;
  const asked = await context.skillNamed(skill);
  const answer = await (await context.skills()).runScript(
    { asked, path: script, actor: "user", arguments: words, ...(input === undefined ? {} : { input }) },
    { signal, ...(prompter ? { control: { prompter } } : {}), ...(yes ? { shellExpressions: "approved" } : {}) },
  );
  if (!("refused" in answer)) return answer;
  throw refusedError(nameOfRefused(answer.refused.code, skill, script), answer.refused);
}

/** Returns the skill that `/COMMAND` belongs to. */
export function skillOfCommand(command: string, snapshot: Snapshot): string {
  const found = resolveCommand(command, snapshot);
  if (found) return found.skill.address;
  throw new OperationError("SK471", `no skill declares a command \`${command}\``, {
    hint: "`skillwright run` lists the commands",
  });
}

export async function runAnswer(result: RunResult): Promise<object> {
  if ("list" in result) return commandsAnswer(result.snapshot);
  if ("described" in result)
    return { schema: SCHEMA, skill: result.described.name, commands: result.commands.map(commandJson) };
  if ("ran" in result) return scriptAnswer(result.script, result.ran);
  return loadAnswer(result.loaded);
}
