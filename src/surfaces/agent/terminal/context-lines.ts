/** Formats the output of `/context`: the contents of the model's context window as a table. */
import type { ContextReport } from "../transcript/context-report.ts";

export function contextLines(report: ContextReport): string[] {
  const { window, instructions, catalog, tools, skills, messages, total } = report;
  const share = window === undefined ? "" : ` of ${window} (${Math.round((100 * total) / window)} %)`;
  const ofTools = tools.reduce((sum, each) => sum + each.tokens, 0);
  return [
    `about ${total} tokens${share}`,
    row("instructions", instructions),
    row(
      "catalog",
      catalog.tokens,
      `${counted(catalog.skills, "skill")}${catalog.allowance === "" ? "" : `; ${catalog.allowance}`}`,
    ),
    ...catalog.shortened.map(({ name, coverage }) => `    ${name}: ${coverage}`),
    row("tools", ofTools, tools.map(({ name }) => name).join(", ")),
    row(
      "messages",
      messages.tokens,
      `${counted(messages.count, "message")}${skills.length > 0 ? "; of these, skills:" : ""}`,
    ),
    ...skills.map(({ name, tokens }) => `    ${name}: ${tokens}`),
  ];
}

function row(name: string, tokens: number, more = ""): string {
  return `  ${name.padEnd(14)}${String(tokens).padStart(7)}${more === "" ? "" : `  ${more}`}`;
}

function counted(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}
