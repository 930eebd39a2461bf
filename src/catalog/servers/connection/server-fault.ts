/** The reason why a server cannot be used, in Skillwright's own words. Text of the server is quoted. */
import { OwnError } from "../../../model/errors.ts";
import { errorText, foreignText } from "../../../model/text/display/foreign-text.ts";

export class ServerFault extends OwnError {}

/** Converts any error of a connection into a `ServerFault`. Foreign messages are quoted. */
export function faultOf(error: unknown): ServerFault {
  if (error instanceof ServerFault) return error;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  if (code === "CONNECTION_CLOSED") return new ServerFault("it closed the connection", { cause: error });
  if (code === "REQUEST_TIMEOUT") return new ServerFault("it did not answer in time", { cause: error });
  if (typeof code === "string" && /^E[A-Z0-9]{2,20}$/.test(code))
    return new ServerFault(`it cannot be started or reached (${code})`, { cause: error });
  if (typeof cause?.code === "string" && SYSTEM_CODE.test(cause.code))
    return new ServerFault(`it cannot be reached (${cause.code})`, { cause: error });
  return new ServerFault(foreignText("it", errorText(error)), { cause: error });
}

const SYSTEM_CODE = /^[A-Z][A-Z_]{1,40}$/;
