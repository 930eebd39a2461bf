/** A local port that receives the login code from the browser. It accepts one response and closes. */
import { timingSafeEqual } from "node:crypto";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { OperationError } from "../../../model/errors.ts";
import { errorText } from "../../../model/text/display/foreign-text.ts";
import {
  type LocalRequest,
  type LocalResponse,
  openLocalHttpServer,
} from "../../../platform/network/local-http-server.ts";

export interface LoginCallback {
  readonly address: string;
  /** Returns the code. Throws SK465 on another response, a timeout or a cancel. */
  answer(timeoutMs: number, signal?: StopSignal): Promise<LoginCallbackAnswer>;
  close(): void;
}

export interface LoginCallbackAnswer {
  readonly code: string;
  /** The issuer that sent the code. */
  readonly iss?: string;
}

const PATH = "/callback";
const MAX_ADDRESS = 8_192;
const DONE = "<!doctype html><meta charset=utf-8><title>Skillwright</title><p>Thank you. You can close this window.\n";
const NOT_DONE = "<!doctype html><meta charset=utf-8><title>Skillwright</title><p>This is not the expected answer.\n";

export async function openCallbackServer(port: number, state: string): Promise<LoginCallback> {
  let settle: (answer: LoginCallbackAnswer | OperationError) => void = () => undefined;
  const arrived = new Promise<LoginCallbackAnswer | OperationError>((resolve) => {
    settle = resolve;
  });
  const server = await openLocalHttpServer(port, {
    maxHeaderBytes: 2 * MAX_ADDRESS,
    answer: (request) => {
      const answer = read(request, state);
      if (answer !== undefined) settle(answer);
      return reply(answer !== undefined && !(answer instanceof OperationError));
    },
  }).catch((error: unknown) => {
    throw refused(`port ${port} cannot be opened (${errorText(error)})`);
  });
  return {
    address: `http://127.0.0.1:${server.port}${PATH}`,
    answer: (timeoutMs, signal) => inTime(arrived, timeoutMs, signal),
    close: () => server.close(),
  };
}

/** Returns undefined for other requests. Browsers also request icons, and attackers may guess the address. */
function read({ url, method }: LocalRequest, state: string): LoginCallbackAnswer | OperationError | undefined {
  if (method !== "GET" || url.length > MAX_ADDRESS || !URL.canParse(url, "http://127.0.0.1")) return undefined;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  if (pathname !== PATH || !isSame(searchParams.get("state") ?? "", state)) return undefined;
  const code = searchParams.get("code");
  const iss = searchParams.get("iss");
  if (code) return { code, ...(iss === null ? {} : { iss }) };
  return refused(
    `the server refused the login (\`${(searchParams.get("error") ?? "no code").replace(/[^\w .-]/g, "").slice(0, 60)}\`)`,
  );
}

function isSame(given: string, state: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(state)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function reply(done: boolean): LocalResponse {
  return {
    status: done ? 200 : 400,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "cache-control": "no-store",
    },
    body: done ? DONE : NOT_DONE,
  };
}

async function inTime(
  arrived: Promise<LoginCallbackAnswer | OperationError>,
  timeoutMs: number,
  signal: StopSignal | undefined,
): Promise<LoginCallbackAnswer> {
  let release = (): void => undefined;
  const ended = new Promise<OperationError>((resolve) => {
    const timer = setTimeout(() => resolve(refused("the login timed out")), timeoutMs);
    const stopped = (): void => resolve(refused("the login was stopped"));
    if (signal?.aborted) stopped();
    signal?.addEventListener("abort", stopped, { once: true });
    release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stopped);
    };
  });
  try {
    const answer = await Promise.race([arrived, ended]);
    if (answer instanceof OperationError) throw answer;
    return answer;
  } finally {
    release();
  }
}

function refused(reason: string): OperationError {
  return new OperationError("SK465", `the login failed: ${reason}`, { hint: "try again; no token was stored" });
}
