/** A yes to skills of other MCP servers, after a look at all that is served of them. */

import { openSkills, type ServedSkillView, type ServerSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { type Context, flag } from "../command.ts";
import { printable } from "../output/paint.ts";
import { plural } from "../output/present.ts";
import { confirmed } from "./confirm.ts";

export async function approveServed(names: readonly string[], context: Context): Promise<number> {
  const servers = await (await openSkills({ ...context.load, servers: false })).servers();
  const views: ServedSkillView[] = [];
  const forget = flag(context, "forget");
  await servers.together(async () => {
    for (const name of names) views.push(await servers.view(name));
    if (!context.json) for (const view of views) await show(view, servers, context, forget);
  });
  const open = views.filter(({ state }) => (forget ? state !== "new" : state !== "approved"));
  const yes = open.length > 0 && !flag(context, "dry-run") && (forget || (await agreed(open, context)));
  if (yes) for (const { name, digest } of open) await servers.approve(name, forget ? false : digest);
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, done: yes, skills: views }));
  else if (yes)
    for (const { name } of open)
      context.out.line(`${forget ? "forgot the approval of" : "approved"} ${printable(name)}`);
  else {
    context.err.line("nothing was changed");
    if (open.length > 0 && process.stdin.isTTY !== true)
      context.err.line(`help: look at it, then add ${open.map(({ digest }) => `\`--accept ${digest}\``).join(" ")}`);
  }
  return yes || open.length === 0 || flag(context, "dry-run") ? 0 : 1;
}

/** `--accept` says yes to exactly the digests that it names. */
async function agreed(open: readonly ServedSkillView[], context: Context): Promise<boolean> {
  const { accept } = context.values;
  if (Array.isArray(accept)) return open.every(({ digest }) => accept.includes(digest));
  if (flag(context, "yes")) return true;
  return confirmed(`Approve ${plural(open.length, "skill")} as shown?`, context);
}

/** Whose it is, every file, what it would like to have and does not get, and its text. */
async function show(
  view: ServedSkillView,
  servers: ServerSkills,
  { err, paintErr }: Context,
  brief: boolean,
): Promise<void> {
  const { name, server, uri, files, frontmatter, state, digest: shown } = view;
  err.line(
    `${paintErr.bold(printable(name))}  ${state}, from the MCP server \`${printable(server)}\`: ${printable(uri)}`,
  );
  if (brief || state === "approved") return;
  for (const { path, size, digest } of files) err.line(`  ${printable(path)}  ${size} bytes  ${digest.slice(0, 19)}…`);
  err.line(`  digest of all files: ${shown}`);
  const wanted = ["allowed-tools", "hooks", "context", "agent", "model", "shell"].filter((key) =>
    Object.hasOwn(frontmatter, key),
  );
  if (wanted.length > 0) err.line(`  not taken over: ${wanted.map((key) => `\`${key}\``).join(", ")}`);
  err.line();
  for (const line of (await servers.text(name, shown)).split("\n")) err.line(`  │ ${printable(line)}`);
  err.flush();
}
