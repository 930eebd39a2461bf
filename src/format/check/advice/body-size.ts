import { type Advice, bodyDiagnostic } from "../advice.ts";

const MAX_LINES = 500;
const MAX_TOKENS = 5000;
const BYTES_PER_TOKEN = 4;

/** Reports a long body. The whole body enters the conversation each time, so details belong in separate files. */
export const bodySize: Advice = (subject) => {
  const { body } = subject;
  if (body.trim() === "")
    return [
      bodyDiagnostic(
        subject,
        "SK139",
        0,
        1,
        "the skill has no instructions",
        "write instructions for the model below the frontmatter",
      ),
    ];
  const lines = body.trimEnd().split("\n").length;
  const tokens = Math.round(Buffer.byteLength(body) / BYTES_PER_TOKEN);
  const help = "move details into `references/` and say when to read them";
  return [
    ...(lines > MAX_LINES
      ? [
          bodyDiagnostic(
            subject,
            "SK133",
            0,
            1,
            `the body has ${lines} lines; more than ${MAX_LINES} are hard to follow`,
            help,
          ),
        ]
      : []),
    ...(tokens > MAX_TOKENS
      ? [
          bodyDiagnostic(
            subject,
            "SK134",
            0,
            1,
            `the body has about ${tokens} tokens; hosts that compact keep ${MAX_TOKENS}`,
            help,
          ),
        ]
      : []),
  ];
};
