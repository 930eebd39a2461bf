import { isSkillFile } from "../../catalog/scan/found-file.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { nameKey } from "../../model/text/name-key.ts";
import { baseName } from "../../model/text/text.ts";
import type { Candidate } from "./explain.ts";

/** Links that lead nowhere, in circles or to a skill that is known, directories that cannot be read or hold no skill. */
const ABOUT_PLACES: ReadonlySet<string> = new Set(["SK015", "SK016", "SK018", "SK019", "SK021", "SK023"]);
/** Behind these there may be anything: a limit, a directory that cannot be read, a root that is not there. */
const ABOUT_ABSENCE: ReadonlySet<string> = new Set(["SK020", "SK021", "SK022"]);

/** [O7] What the search had to say about places of that name, which are no skills because of it. */
export function findingsAbout(asked: string, { diagnostics }: Snapshot): Candidate[] {
  return diagnostics.flatMap((each) => {
    const { code, path = "", message, help = "" } = each;
    const place = isSkillFile(baseName(path)) ? path.slice(0, path.lastIndexOf("/")) : path;
    const name = baseName(place);
    const isMeant = asked === place || nameKey(asked) === nameKey(name);
    if (!ABOUT_PLACES.has(code) || !isMeant) return [];
    return [{ path, name, outcome: "skipped", code, reason: message, help, diagnostics: [each] }];
  });
}

/** [O7] Why a skill may exist although nothing of it was seen. */
export function unseen({ diagnostics }: Snapshot): Diagnostic[] {
  return diagnostics.filter(({ code }) => ABOUT_ABSENCE.has(code));
}
