/** Reports settings files of hosts that exist but cannot be read: a FIFO, a directory, a device, no permission. */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { readProblem, unreadableFile } from "../../platform/files/read-text.ts";
import type { HostView } from "./host-view.ts";

type ViewRemark = HostView["remarks"][number];

const CODES: readonly string[] = ["SK004", "SK005", "SK006"];

export function unreadRemark(path: string, error: unknown): ViewRemark {
  const { code, hint = "" } = unreadableFile(path, error);
  return { code: code as Code, text: `its settings are ignored: ${readProblem(error)}`, help: hint, path };
}

export function isUnread({ code }: ViewRemark): boolean {
  return CODES.includes(code);
}

/** Returns one warning per file. The rest of the view is still shown. */
export function unreadFindings(views: readonly HostView[]): readonly Diagnostic[] {
  const found = views.flatMap(({ profile, remarks }) =>
    remarks.filter(isUnread).map(({ code, path, text, help }): Diagnostic => {
      return { ...diagnostic(code, { path, message: `${profile.title}: ${text}`, help }), severity: "warning" };
    }),
  );
  return [...new Map(found.map((each) => [each.path, each])).values()];
}
