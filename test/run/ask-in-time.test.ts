import { afterEach, expect, test, vi } from "vitest";
import type { Prompter, Question } from "../../src/model/conversation/control.ts";
import { askInTime } from "../../src/run/ask-in-time.ts";

const QUESTION: Question = { kind: "choice", title: "Run it?", details: [] };

afterEach(() => {
  vi.useRealTimers();
});

/** A user who never answers. */
const silent: Prompter = { ask: () => new Promise(() => undefined) };

test("[F12] a question ends with an answer, with the time limit, with its signal, or without a user", async () => {
  vi.useFakeTimers();
  const answers: Prompter = { ask: async () => "yes" };
  const fails: Prompter = { ask: () => Promise.reject(new Error("no terminal")) };
  expect(await askInTime(answers, QUESTION, { timeoutMs: 60_000 })).toEqual({ answer: "yes" });
  expect(await askInTime(fails, QUESTION, { timeoutMs: 60_000 })).toEqual({ unanswered: "nobody" });
  expect(await askInTime(undefined, QUESTION, { timeoutMs: 60_000 })).toEqual({ unanswered: "nobody" });
  const late = askInTime(silent, QUESTION, { timeoutMs: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toEqual({ unanswered: "timed-out" });
  const stopped = new AbortController();
  const waiting = askInTime(silent, QUESTION, { timeoutMs: 60_000, signal: stopped.signal });
  stopped.abort();
  expect(await waiting).toEqual({ unanswered: "cancelled" });
  // No timer is left that keeps the process alive.
  expect(vi.getTimerCount()).toBe(0);
});

test("[F12] a question that is stopped before it is asked is not asked", async () => {
  const ask = vi.fn(async () => "yes");
  const signal = AbortSignal.abort();
  expect(await askInTime({ ask }, QUESTION, { timeoutMs: 60_000, signal })).toEqual({ unanswered: "cancelled" });
  expect(ask).not.toHaveBeenCalled();
});
