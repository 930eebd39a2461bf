import { readFields } from "../parse/fields/fields.ts";
import { parseHeader } from "../parse/parse-header.ts";

/** What a header lets a skill do and who may call it, as text: two that are equal give the same rights. */
export function rightsOf(header: string): string {
  const { manifest } = readFields(parseHeader(header).entries, header);
  const { allowedTools, disallowedTools, hooks, shell, disableModelInvocation, userInvocable } = manifest;
  return JSON.stringify([allowedTools, disallowedTools, hooks, shell, disableModelInvocation, userInvocable]);
}
