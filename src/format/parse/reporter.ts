import type { Diagnostic, Edit } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import type { FieldIssue, HeaderEntry } from "./entries.ts";

/** Keys that grant something. No repair may make such a key take effect. */
export const GRANTING_KEYS: ReadonlySet<string> = new Set(["allowed-tools", "hooks", "shell", "permissions"]);

/** Maximum diagnostics of one code in a file; a hostile file can have thousands. */
const MAX_PER_CODE = 20;
/** Maximum unknown keys in a message. */
const MAX_KEYS = 12;

/** Collects diagnostics of one header. */
export class Reporter {
  readonly #lines: LinePositions;
  readonly #into: Diagnostic[];
  readonly #counts = new Map<string, number>();

  constructor(path: string, header: string, firstLine: number, into: Diagnostic[]) {
    this.#lines = new LinePositions(path, header, firstLine);
    this.#into = into;
  }

  at(
    code: Parameters<typeof diagnostic>[0],
    offset: number,
    length: number,
    message: string,
    help: string,
    fix?: readonly Edit[],
  ): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > MAX_PER_CODE + 1) return;
    const at = this.#lines.span(offset, length);
    const last = count === MAX_PER_CODE + 1;
    this.#into.push(
      diagnostic(
        code,
        last
          ? {
              message: `more than ${MAX_PER_CODE} findings with this code in this file; further findings are not shown`,
              at,
              help,
            }
          : { message, at, help, fix },
      ),
    );
  }

  /** Reports a description of several lines, because hosts show it as one line. */
  lines(entries: readonly HeaderEntry[]): void {
    const description = entries.find((entry) => entry.key === "description");
    if (typeof description?.value !== "string" || !description.value.trim().includes("\n")) return;
    this.at(
      "SK116",
      description.offset,
      description.key.length,
      "the description has several lines; listings show it as one",
      "use `>-` to fold it, or keep it to one line",
    );
  }

  fields(issues: readonly FieldIssue[]): void {
    const unknown = issues.filter((issue) => issue.code === "SK113");
    for (const issue of issues) {
      if (issue.code === "SK113" && unknown.length > 1) continue;
      const { offset, key } = issue.entry;
      const renamed = issue.code === "SK114" && GRANTING_KEYS.has(issue.rename ?? "") ? undefined : issue.rename;
      const edit = renamed === undefined ? issue.rewrite : { start: offset, end: offset + key.length, text: renamed };
      const fix = edit && [edit];
      const at = issue.at ?? { offset, length: key.length };
      this.at(issue.code, at.offset, at.length, issue.message, issue.help, fix);
    }
    if (unknown.length < 2) return;
    const shown = unknown.slice(0, MAX_KEYS).map((issue) => `\`${issue.entry.key}\``);
    const more = unknown.length > MAX_KEYS ? ` and ${unknown.length - MAX_KEYS} more` : "";
    const keys = shown.join(", ") + more;
    const first = unknown[0] as FieldIssue;
    this.at(
      "SK113",
      first.entry.offset,
      first.entry.key.length,
      `${keys} are not keys of the specification`,
      first.help,
    );
  }
}
