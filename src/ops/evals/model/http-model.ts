/**
 * Sends conversations to a model's HTTP API. It retries after a rate limit or a server error, and reports every other
 * failure. It sends the key, but never shows it.
 */

import { OperationError } from "../../../model/errors.ts";
import { isMap } from "../../../model/schema.ts";
import { foreignText } from "../../../model/text/display/foreign-text.ts";
import type { Fetch } from "../../../platform/network/fetch.ts";
import type { AskModel, ProviderWire } from "./conversation.ts";
import { anthropic } from "./wires/anthropic.ts";
import { openai } from "./wires/openai.ts";
import { textOrEmpty } from "./wires/read.ts";

const WIRES = { openai, anthropic } as const satisfies Record<string, ProviderWire>;
export type WireName = keyof typeof WIRES;

export interface ModelEndpoint {
  readonly provider: WireName;
  /** Base URL of the API, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
}

export interface ModelPorts {
  readonly fetch: Fetch;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 120_000;
const TRIES = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export function httpModel(endpoint: ModelEndpoint, { fetch, sleep }: ModelPorts): AskModel {
  const wire = WIRES[endpoint.provider];
  const url = `${endpoint.baseUrl.replace(/\/+$/, "")}/${wire.path}`;
  return async (conversation) => {
    const body = new TextEncoder().encode(JSON.stringify(wire.body(conversation, endpoint.model)));
    for (let attempt = 1; ; attempt++) {
      const { status, headers, bytes } = await fetch(url, {
        method: "POST",
        typed: true,
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        headers: { "content-type": "application/json", ...wire.headers(endpoint.key) },
        body,
      });
      const answer = parse(bytes);
      const reply = status === 200 ? wire.reply(answer) : undefined;
      if (reply) return reply;
      if (!isPassing(status) || attempt === TRIES) throw noAnswer(endpoint, status, answer);
      await sleep(waitFor(attempt, headers["retry-after"]));
    }
  };
}

function isPassing(status: number): boolean {
  return status === 429 || status === 408 || status >= 500;
}

function waitFor(attempt: number, said: string | undefined): number {
  const seconds = said !== undefined && /^\d{1,4}$/.test(said) ? Number(said) : undefined;
  return Math.min(LONGEST_WAIT_MS, seconds === undefined ? FIRST_WAIT_MS * 2 ** (attempt - 1) : seconds * 1000);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function noAnswer({ model, provider }: ModelEndpoint, status: number, answer: unknown): OperationError {
  const error = isMap(answer) && isMap(answer["error"]) ? textOrEmpty(answer["error"]["message"]) : "";
  const words = error === "" ? "" : `; ${foreignText("it", error)}`;
  return new OperationError("SK362", `the model \`${model}\` returned an error (status ${status})${words}`, {
    hint:
      status === 401 || status === 403
        ? `set the key in ${KEY_VARIABLES[provider]}`
        : "check the address, the model's name and the provider",
  });
}

/** Environment variables that contain the keys. */
export const KEY_VARIABLES: Readonly<Record<WireName, string>> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
};
