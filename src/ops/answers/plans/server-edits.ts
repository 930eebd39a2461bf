/** Builds the answer of `deps --install`: the changes to a host's configuration and their results. */
import type { McpEdit } from "../../../session/dependencies/mcp/plan-edit.ts";
import type { NeedsReport, NeedsRequest, ServerLogin } from "../../needs/skill-needs.ts";
import { SCHEMA } from "../answer.ts";
import { needsJson } from "../needs-answer.ts";
import { digestForApproval } from "./approval-of.ts";
import { unifiedPatch } from "./plan-review.ts";

export interface ServerEdits {
  readonly request: NeedsRequest;
  readonly edits: readonly McpEdit[];
  readonly report: NeedsReport;
  readonly applied: boolean;
  readonly logins?: readonly ServerLogin[];
}

export function serversAnswer({ report, applied, edits, logins }: ServerEdits): object {
  return { schema: SCHEMA, ...needsJson(report), applied, edits: edits.map(editJson), ...(logins ? { logins } : {}) };
}

export function serverPlanAnswer(planned: ServerEdits): object {
  return { ...serversAnswer(planned), approval: digestForApproval(planned.edits) };
}

function editJson({ name, path, created, shared, before, after }: McpEdit): object {
  return { name, path, created, shared, patch: unifiedPatch(path, before, after) };
}
