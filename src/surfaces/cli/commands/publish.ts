import { resolve } from "node:path";
import { type Published, publishSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { publishAnswer } from "../../../ops/answers/origin-answers.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { pad, printable } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const publish: Command = {
  usage: "DIR --to DIR|oci://… [--sign KEY] [--dry-run]",
  about:
    "Makes a registry of the skills in a directory: an index with digests at .well-known/agent-skills/index.json, and an archive\nfor each skill, named after its own bytes. Put the result on any web server or object store; `skillwright add` of its\naddress installs from it. The same skills give the same bytes. With oci://registry/name:tag they go to an OCI registry\ninstead, several as one collection, with what `docker login` left behind.",
  options: {
    to: { type: "string", value: "DIR|oci://…", summary: "the directory that will be served, or a registry" },
    sign: {
      type: "string",
      value: "KEY",
      summary: "sign each skill with this SSH key; the public one, for a key in your agent",
    },
    "dry-run": { type: "boolean", summary: "check and pack everything, and write nothing" },
  },
  examples: [
    ["skillwright publish ./skills --to ./site", "then serve ./site"],
    ["skillwright publish ./skills --to ./site --sign ~/.ssh/id_ed25519", "with signatures"],
    ["skillwright publish ./skills/pdf --to oci://registry.example.com/skills/pdf:1.0", "to a registry"],
  ],
  positionals: [1, 1],
  completes: "files",
  async run(context) {
    const to = text(context, "to");
    if (to === undefined)
      throw new UsageError("`publish` needs a place", "say where to with `--to DIR` or `--to oci://…`");
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to) && !to.startsWith("oci://"))
      throw new UsageError(
        `nothing can be published to \`${printable(to)}\``,
        "give a directory and serve it, or `oci://…`",
      );
    const key = text(context, "sign");
    const { cwd } = context.load;
    const published = await publishSkills(
      {
        from: context.positionals[0] as string,
        to,
        ...(key === undefined ? {} : { key }),
        dryRun: flag(context, "dry-run"),
      },
      cwd === undefined ? {} : { cwd },
    );
    if (context.json) context.out.line(jsonText(publishAnswer(published), 2));
    else print(published, resolve(cwd ?? "."), context);
    return 0;
  },
};

function print({ to, skills, files, diagnostics }: Published, cwd: string, context: Context): void {
  const { out, err } = context;
  const width = Math.max(...skills.map(({ name }) => name.length)) + 2;
  const sent = to.startsWith("oci://");
  for (const { name, artifact, at, signed } of skills)
    out.line(`${pad(printable(name), width)}${sent ? at : artifact}${signed ? "  signed" : ""}`);
  for (const { code, message } of diagnostics) err.line(`warning[${code}]: ${printable(message)}`);
  err.line(`${plural(skills.length, "skill")} in ${sent ? to : place(to, cwd)}: ${whatWasDone(files, context)}`);
}

function whatWasDone(files: Published["files"], context: Context): string {
  const dry = flag(context, "dry-run");
  if (files.length === 0) return dry ? "would be sent" : "sent";
  const count = files.filter(({ state }) => state === "written").length;
  return `${plural(count, "file")} ${dry ? "would be written" : "written"}`;
}
