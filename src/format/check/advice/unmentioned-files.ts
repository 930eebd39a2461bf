import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import type { Advice } from "../advice.ts";

const BUNDLED = /^(?:scripts|references|assets)\//;
const SHOWN = 5;

/** Reports files that no text mentions, because no model will read them. */
export const unmentionedFiles: Advice = ({ skill, body, bundle }) => {
  const unknown = bundle.filter((path) => BUNDLED.test(path) && !isMentioned(path, body));
  if (unknown.length === 0) return [];
  const shown = unknown
    .slice(0, SHOWN)
    .map((path) => `\`${path}\``)
    .join(", ");
  const more = unknown.length > SHOWN ? ` and ${unknown.length - SHOWN} more` : "";
  return [
    diagnostic("SK136", {
      path: skill.path,
      message: `${shown}${more} ${unknown.length === 1 ? "is" : "are"} never mentioned in the instructions`,
      help:
        unknown.length === 1
          ? "say when to read or run it, or remove it"
          : "say when to read or run each, or remove them",
    }),
  ];
};

/** Returns true if the text has the file's name or a directory of it ("read all of `references/`"). */
function isMentioned(path: string, body: string): boolean {
  const parts = path.split("/");
  if (body.includes(parts.at(-1) as string)) return true;
  return parts.slice(0, -1).some((_, index) => mentionsDirectory(body, `${parts.slice(0, index + 1).join("/")}/`));
}

function mentionsDirectory(body: string, directory: string): boolean {
  for (let at = body.indexOf(directory); at !== -1; at = body.indexOf(directory, at + 1)) {
    if (!/[\w.-]/.test(body[at + directory.length] ?? "")) return true;
  }
  return false;
}
