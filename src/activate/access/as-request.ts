/** What a program without types hands over; anything but what is meant is said to be none. */
import type { ActivationRequest } from "../../model/conversation/activation.ts";
import type { ToolCall } from "../../model/conversation/control.ts";
import { OperationError } from "../../model/errors.ts";

export function asRequest(given: ActivationRequest): ActivationRequest {
  const { asked, arguments: typed = "", command = "" }: Partial<ActivationRequest> = Object(given);
  if ([asked, typed, command].every((each) => typeof each === "string")) return given;
  throw new OperationError("SK920", "a skill is asked for by an object with `asked` and `actor`", {
    hint: 'write `activate({ asked: "pdf", actor: "user" })`; `arguments` and `command` are texts',
  });
}

export function asCall(given: ToolCall): ToolCall {
  const { tool }: Partial<ToolCall> = Object(given);
  if (typeof tool === "string") return given;
  throw new OperationError("SK920", "a call is judged by an object with `tool`, `input` and `actor`", {
    hint: 'write `check({ tool: "Bash", input: { command: "ls" }, actor: "model" })`',
  });
}
