/**
 * Asks the user about missing needs of skills. Returns values, and decisions about servers. If the host supports it,
 * one page has all questions. Late answers are ignored.
 */
import type { Prompter, Question } from "../../model/conversation/control.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { NeedStatus } from "../../model/skills/dependency.ts";
import { reasonOf } from "../../model/text/display/foreign-text.ts";
import { quoteUntrusted } from "../conversation/notes.ts";

/** The result of one question. */
export type AnsweredNeed =
  | { readonly need: NeedStatus; readonly did: "given"; readonly value: string }
  | { readonly need: NeedStatus; readonly did: "install" | "skip" | "never" }
  | { readonly need: NeedStatus; readonly did: "unanswered"; readonly because: string };

export interface NeedQuestionOptions {
  readonly prompter: Prompter;
  readonly timeoutMs: number;
  /** Notes of the skills about compatibility, which are shown to the user. */
  readonly remarks: readonly string[];
  /** Returns the changes that are necessary to set up a server, one per line. */
  readonly preview: (need: NeedStatus) => readonly string[];
}

/** Asks for all missing values in one prompt. */
export async function askAboutNeed(
  needs: readonly NeedStatus[],
  options: NeedQuestionOptions,
): Promise<AnsweredNeed[]> {
  const questions = needs.map((need, at) => withRemarks(questionFor(need, options), at === 0 ? options.remarks : []));
  const { answers, because } = await answersTo(questions, options);
  return needs.map((need, at) => answered(need, answers[at], because));
}

function withRemarks(question: Question, remarks: readonly string[]): Question {
  return remarks.length === 0 ? question : { ...question, details: [...question.details, ...remarks] };
}

function questionFor(need: NeedStatus, { preview }: NeedQuestionOptions): Question {
  const about = [
    ...(need.description === undefined ? [] : [quoteUntrusted(need.description).slice(1, -1)]),
    `needed by ${need.skills.map(quoteUntrusted).join(", ")}`,
  ];
  if (need.kind === "variable")
    return {
      kind: "secret",
      title: `a value for ${quoteUntrusted(need.what)}`,
      details: [
        ...about,
        `the value is kept in memory for this session only; leave it empty to continue without a value${need.required ? ", but then the skill is not loaded" : ""}`,
      ],
    };
  return {
    kind: "choice",
    title: `set up the MCP server ${quoteUntrusted(need.what)}?`,
    details: [...about, ...preview(need)],
    choices: [
      { value: "skip", label: "continue without the server" },
      { value: "install", label: "set up the server" },
      { value: "never", label: "never in this session" },
    ],
  };
}

/** Maximum delay of `setTimeout`. A longer delay overflows, and the timer fires immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

interface Answers {
  readonly answers: readonly (string | undefined)[];
  /** The reason why some questions have no answer. */
  readonly because: string;
}

/**
 * Asks the questions and returns the answers. After the time limit, the prompter gets a signal to close the questions.
 */
async function answersTo(
  questions: readonly Question[],
  { prompter, timeoutMs }: NeedQuestionOptions,
): Promise<Answers> {
  const stop = new AbortController();
  const answers: (string | undefined)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${seconds(timeoutMs)}`), Math.min(timeoutMs, MAX_TIMEOUT_MS));
  });
  try {
    const because = await Promise.race([fill(answers, questions, prompter, stop.signal), late]);
    return { answers: [...answers], because };
  } catch (error) {
    // The host's prompt failed. The conversation continues with a note.
    return {
      answers: [],
      because: `the question could not be asked (${reasonOf(error)})`,
    };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

function seconds(milliseconds: number): string {
  const count = Math.max(1, Math.round(milliseconds / 1000));
  return count === 1 ? "1 second" : `${count} seconds`;
}

async function fill(
  answers: (string | undefined)[],
  questions: readonly Question[],
  prompter: Prompter,
  signal: StopSignal,
): Promise<string> {
  if (prompter.askTogether) answers.push(...(await prompter.askTogether(TITLE, questions, signal)));
  else
    for (const question of questions) {
      const answer = await prompter.ask(question, signal);
      if (answer === undefined || signal.aborted) break;
      answers.push(answer);
    }
  return "the question was not answered";
}

const TITLE = "Before these skills can be used";

function answered(need: NeedStatus, answer: string | undefined, because: string): AnsweredNeed {
  if (typeof answer !== "string") return { need, did: "unanswered", because };
  if (need.kind === "variable") return answer === "" ? { need, did: "skip" } : { need, did: "given", value: answer };
  return { need, did: answer === "install" || answer === "never" ? answer : "skip" };
}
