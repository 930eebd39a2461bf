/** The response to a failed request. It has a status, and the same object as the command line prints. */
import { OperationError } from "../../../model/errors.ts";

/** An error with a diagnostic code and the HTTP status of the response. */
export class HttpRefusal extends OperationError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    hint?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message, hint === undefined ? {} : { hint });
    this.status = status;
    this.headers = headers;
  }
}

export interface HttpFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: { readonly code: string; readonly message: string; readonly help: string | null } };
}

/** HTTP statuses of the library's error codes. Any other operation error has the status 422. */
const STATUSES: Readonly<Record<string, number>> = {
  SK301: 404,
  SK305: 400,
  SK471: 404,
  SK505: 409,
  SK920: 400,
  SK922: 403,
};

/** Converts any thrown value into a failure. Details of an internal error are not included. */
export function failureOf(error: unknown): HttpFailure {
  if (!(error instanceof OperationError))
    return {
      status: 500,
      headers: {},
      body: { error: { code: "internal", message: "internal error", help: "see the server's log" } },
    };
  const { code, message, hint } = error;
  const [status, headers] = error instanceof HttpRefusal ? [error.status, error.headers] : [STATUSES[code] ?? 422, {}];
  return { status, headers, body: { error: { code, message, help: hint ?? null } } };
}
