import { OperationError } from "../../../model/errors.ts";
import { errorText, foreignText, quoteForeignText } from "../../../model/text/display/foreign-text.ts";

export function loginError(url: string, reason: string): OperationError {
  return new OperationError("SK465", `the login at \`${url}\` failed: ${reason}`, {
    hint: "try again; no token was stored",
  });
}

/** Returns our own errors unchanged, and quotes all others, because they contain text of servers. */
export function asLoginError(url: string, error: unknown): OperationError {
  return error instanceof OperationError ? error : loginError(url, reasonFor(error));
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Error && error.name === "ZodError" && "issues" in error)) {
    return foreignText("the server", errorText(error));
  }
  const [first] = error.issues as readonly { readonly path: readonly PropertyKey[] }[];
  const path = first?.path.map(String).join(".") ?? "";
  return `the server sends an invalid answer${path === "" ? "" : ` (${quoteForeignText(path)})`}`;
}
