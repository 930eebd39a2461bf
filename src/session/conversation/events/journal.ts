/**
 * Appends events to a file as lines of JSON. If the file cannot be written, the journal reports the error once and
 * stops. The session continues.
 */
import type { SkillEvents } from "./events.ts";

export type AppendToFile = (path: string, line: string) => void;

export function keepJournal(path: string, events: SkillEvents, append: AppendToFile): void {
  const stop = events.on("*", (event) => {
    try {
      append(path, JSON.stringify(event));
    } catch (error) {
      stop();
      events.emit("warning", {
        "diagnostic.code": "SK601",
        "diagnostic.message": `the journal \`${path}\` cannot be written: ${error instanceof Error ? error.message : ""}`,
      });
    }
  });
}
