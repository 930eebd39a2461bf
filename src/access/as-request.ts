import type { ActivationRequest } from "../model/activation.ts";
import { OperationError } from "../model/errors.ts";

/** What a program without types hands over; anything but a request is said to be none. */
export function asRequest(given: ActivationRequest): ActivationRequest {
  const { asked, arguments: typed = "", command = "" }: Partial<ActivationRequest> = Object(given);
  if ([asked, typed, command].every((each) => typeof each === "string")) return given;
  throw new OperationError("SK920", "a skill is asked for by an object with `asked` and `actor`", {
    hint: 'write `activate({ asked: "pdf", actor: "user" })`; `arguments` and `command` are texts',
  });
}
