import { printableLine } from "../../../model/text/display/printable.ts";
import type { ServedChange, ServedView } from "../../../ops/install/served-skills.ts";
import { approve } from "../../../ops/verbs/approve.ts";
import type { Context } from "../command.ts";
import { shownPath } from "../output/output.ts";
import { reviewPlan, showAppliedReview } from "../show/show-plan.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(approve, {
  approve: {
    async review(draft, context) {
      if ("views" in draft) reviewServed(draft, context);
      else await reviewPlan(draft, context);
    },
    async show(done, context, input) {
      if ("views" in done) showServed(done, context);
      else await showAppliedReview(done, context, input);
    },
  },
  forget: {
    review(draft, context) {
      if ("views" in draft) reviewServed(draft, context);
    },
    show(done, context) {
      if ("views" in done) return showServed(done, context);
      for (const { name, directory } of done.forgotten)
        context.out.line(`removed the approval of ${printableLine(name)} in ${shownPath(directory, done.projectRoot)}`);
    },
  },
});

function reviewServed({ views }: ServedChange, context: Context): void {
  for (const view of views) printView(view, context);
}

function showServed({ changed, open, forgets }: ServedChange, { out, err }: Context): void {
  for (const name of changed) out.line(`${forgets ? "removed the approval of" : "approved"} ${printableLine(name)}`);
  if (changed.length > 0) return;
  err.line("nothing was changed");
  if (!forgets && open.length > 0 && process.stdin.isTTY !== true)
    err.line(`help: review the skill, then add ${open.map(({ digest }) => `\`--accept ${digest}\``).join(" ")}`);
}

/** Prints a skill of a server: the server, every file, the ignored fields, and the text. */
function printView(view: ServedView, { err, paintErr }: Context): void {
  const { name, server, uri, files, frontmatter, state, digest: shown, text } = view;
  err.line(
    `${paintErr.bold(printableLine(name))}  ${state}, from the MCP server \`${printableLine(server)}\`: ${printableLine(uri)}`,
  );
  if (text === undefined) return;
  for (const { path, size, digest } of files)
    err.line(`  ${printableLine(path)}  ${size} bytes  ${digest.slice(0, 19)}…`);
  err.line(`  digest of all files: ${shown}`);
  const wanted = ["allowed-tools", "hooks", "context", "agent", "model", "shell"].filter((key) =>
    Object.hasOwn(frontmatter, key),
  );
  if (wanted.length > 0) err.line(`  ignored: ${wanted.map((key) => `\`${key}\``).join(", ")}`);
  err.line();
  for (const line of text.split("\n")) err.line(`  │ ${printableLine(line)}`);
}
