import { type Advice, bodyDiagnostic } from "../advice.ts";

/**
 * Reports invalid bytes in the body, which a load does not read. Codex rejects the whole file because of a single
 * invalid byte.
 */
export const bodyEncoding: Advice = (subject) => {
  const note = subject.notes.find((each) => each.code === "SK009" && (each.offset ?? 0) >= subject.bodyStart);
  if (note?.offset === undefined) return [];
  return [bodyDiagnostic(subject, "SK009", note.offset - subject.bodyStart, 1, note.message, note.help)];
};
