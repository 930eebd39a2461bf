/** Defines the tool `ask`, which asks the user a question if a user is present. */
import { makeTool, type NeutralTool, type Prompter, type StopSignal } from "../../../api/index.ts";

const MAX_CHOICES = 10;

export function askTool(prompter: Prompter | undefined): NeutralTool {
  return makeTool({
    name: "ask",
    description: "Asks the user a question and returns the answer. Use it for decisions that only the user can make.",
    fields: {
      question: { type: "string", description: "The question, in one line.", required: true },
      choices: { type: "string", description: "Suggested answers, one on each line." },
    },
    run: async ({ question = "", choices = "" }, signal) => {
      if (prompter === undefined)
        return {
          content: "no user can answer here; decide yourself, or stop and report what is missing",
          isError: true,
        };
      const offered = choices
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .slice(0, MAX_CHOICES);
      const answer = await prompter.ask(
        {
          kind: offered.length > 0 ? "choice" : "text",
          title: question.trim(),
          details: [],
          ...(offered.length > 0 ? { choices: offered.map((value) => ({ value, label: value })) } : {}),
        },
        signal as StopSignal | undefined,
      );
      return answer === undefined
        ? { content: "the user gave no answer", isError: true }
        : { content: answer, isError: false };
    },
  });
}
