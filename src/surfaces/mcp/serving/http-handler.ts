/**
 * Handles Streamable HTTP as a function from request to response, for use in any server. It stores nothing between
 * requests, so another replica can answer the next request. A client that wants notifications about changes keeps
 * `subscriptions/listen` open.
 */
import { createMcpHandler, ProtocolError } from "@modelcontextprotocol/server";
import type { OpenMcp } from "../open-mcp.ts";

export interface HttpHandler {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Notifies the client of every open stream that the skills changed. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
}

/** Maximum bytes of a request. */
const MAX_BODY = 1_048_576;
const MAX_STREAMS = 1_024;

export function httpHandler({ makeServer }: OpenMcp, onError: (error: Error) => void = () => undefined): HttpHandler {
  const { fetch, notify, close } = createMcpHandler(() => makeServer(), {
    onerror(error) {
      if (!isOfClient(error)) onError(error);
    },
    maxRequestBodySize: MAX_BODY,
    maxSubscriptions: MAX_STREAMS,
  });
  return {
    fetch: (request) => fetch(request),
    changed() {
      notify.resourcesChanged();
      notify.toolsChanged();
      notify.promptsChanged();
    },
    close,
  };
}

/**
 * Returns true if the client caused an error. The response reports such an error, so it is not logged by the server.
 */
function isOfClient(error: Error): boolean {
  return (
    error instanceof ProtocolError ||
    /^(?:Rejected|Unsupported Media Type|Not Acceptable|Bad Request)\b/.test(error.message)
  );
}
