import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Advice, AdviceSubject } from "../advice.ts";

const BUNDLED = /^(?:scripts|references|assets)\//;
/** Files that a model is not expected to read: files of tools and tests, pictures, and documents for people. */
const HOUSEKEEPING =
  /(?:^|\/)(?:\.[^/]*|(?:README|LICENSE|LICENCE|NOTICE|CHANGELOG|CONTRIBUTING)[^/]*|__init__\.py|conftest\.py|pytest\.ini|[^/]*\.lock|package(?:-lock)?\.json|tsconfig\.json|requirements[^/]*\.txt|_[^/]*|test_[^/]*|[^/]*\.(?:png|jpe?g|gif|svg|webp|ico)|[^/]*[._-](?:test|spec)\.\w+)$|\/(?:tests?|__tests__|fixtures)\//i;
const SHOWN = 5;
/** Maximum number of files that are searched for mentions of other files, and maximum bytes of each searched file. */
const MAX_READ = 200;
const MAX_BYTES = 200_000;

/**
 * Reports files that neither the instructions nor another file of the skill mentions. No model will read these files.
 */
export const unmentionedFiles: Advice = (subject) => {
  const { skill, bundle } = subject;
  // The frontmatter is included, because a hook can name a script. If its closing fence is missing, it ends at a
  // horizontal rule in the body, so it contains the first instructions.
  const body = `${skill.header}\n${subject.body}`;
  const unnamed = bundle.filter((path) => BUNDLED.test(path) && !HOUSEKEEPING.test(path) && !isMentioned(path, body));
  if (unnamed.length === 0) return [];
  const texts = otherTexts(subject);
  const unknown = unnamed.filter((path) => !texts.some((each) => each.path !== path && namesFile(path, each.text)));
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

/** Reads the text files of the bundle, which can mention, import or embed other files. */
function otherTexts({ bundle, read }: AdviceSubject): { path: string; text: string }[] {
  return bundle
    .filter((path) => TEXT.test(path))
    .slice(0, MAX_READ)
    .map((path) => ({ path, text: read(path, MAX_BYTES) }));
}

const TEXT = /\.(?:md|mdx|txt|json|ya?ml|toml|py|[cm]?[jt]sx?|sh|bash|rb|go|rs|swift|nu|ps1|html|css|tmpl|template)$/i;

/** Returns true if the text mentions the file by name, or a directory of it ("read all of `references/`"). */
function isMentioned(path: string, body: string): boolean {
  const parts = path.split("/");
  if (namesFile(path, body)) return true;
  return parts
    .slice(0, -1)
    .some((_, index) => mentionsDirectory(body, parts.slice(0, index + 1).join("/"), index === 0));
}

/** Returns true if the text contains the file's name. Code may import a module without its extension. */
function namesFile(path: string, text: string): boolean {
  const name = baseName(path);
  if (text.includes(name)) return true;
  const stem = name.replace(/\.\w+$/, "");
  return stem.length >= 4 && new RegExp(`(?<![\\w-])${escapeExpression(stem)}(?![\\w-])`).test(text);
}

/**
 * Returns true if the text mentions a directory, as in `references/`, "the references directory", or the pattern
 * `references/query-*.md`.
 */
function mentionsDirectory(body: string, directory: string, isTop: boolean): boolean {
  const named = escapeExpression(directory);
  const words = isTop ? `|\\b${named}\`?"? (?:directory|folder|dir)\\b` : "";
  return new RegExp(`${named}/(?![\\w.-])|${named}/[\\w./-]*[*<{\\[]${words}`).test(body);
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
