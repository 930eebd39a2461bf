import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AgentEvent } from "../../../src/surfaces/agent/events.ts";
import { SilenceTimer } from "../../../src/surfaces/agent/terminal/patience.ts";
import { EventPrinter } from "../../../src/surfaces/agent/terminal/print-events.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Shows events and waits three seconds. Returns the output of these seconds, and the output at the next event. */
function waitAfter(...events: AgentEvent[]): [waiting: string, next: string] {
  let written = "";
  const write = (text: string): void => {
    written += text;
  };
  const as = (text: string): string => text;
  const patience = new SilenceTimer({ write, clock: Date.now });
  const colours = { dim: as, yellow: as, red: as };
  const printer = new EventPrinter({ out: write, err: write, printable: as, ...colours, terminal: true, patience });
  const since = (at: number): string => written.slice(at);
  for (const event of events) printer.show(event);
  const shown = written.length;
  vi.advanceTimersByTime(3_500);
  const waited = written.length;
  printer.show({ type: "text", text: "Yes." });
  return [since(shown).slice(0, waited - shown), since(waited)];
}

const CALL: AgentEvent = { type: "tool-call", id: "1", tool: "shell", input: {} };
const RESULT: AgentEvent = { type: "tool-result", id: "1", tool: "shell", isError: false, content: "" };

test.each<[string, AgentEvent[]]>([
  ["a call", [CALL]],
  ["its result", [CALL, RESULT]],
])("[O17] after %s a line counts the seconds, and the next text takes its place", (_, events) => {
  expect(waitAfter(...events)).toEqual(["\r\x1b[K… 1 s\r\x1b[K… 2 s\r\x1b[K… 3 s", "\r\x1b[KYes."]);
});

test.each<[string, AgentEvent]>([
  ["in the middle of a line", { type: "text", text: "Well" }],
  ["after a whole line of text", { type: "text", text: "Well.\n" }],
  ["after a warning", { type: "warning", code: "SK001", message: "x" }],
])("[O17] no line counts %s", (_, event) => {
  expect(waitAfter(event)).toEqual(["", "Yes."]);
});
