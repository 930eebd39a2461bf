import { expect, test, vi } from "vitest";
import type { Prompter, Question } from "../../src/model/conversation/control.ts";
import { askInTime } from "../../src/run/ask-in-time.ts";
import { closesHandles } from "../handles.ts";

const QUESTION: Question = { kind: "choice", title: "Run it?", details: [] };

const DAY = 86_400_000;

/** A user who never answers. */
const silent: Prompter = { ask: () => new Promise(() => undefined) };

test("[F12] a question ends with an answer, with the time limit, with its signal, or without a user", async () => {
  const answers: Prompter = { ask: async () => "yes" };
  const fails: Prompter = { ask: () => Promise.reject(new Error("no terminal")) };
  // No timer is left that keeps the process alive.
  await closesHandles(async () => {
    expect(await askInTime(answers, QUESTION, { timeoutMs: DAY })).toEqual({ answer: "yes" });
    expect(await askInTime(fails, QUESTION, { timeoutMs: DAY })).toEqual({ unanswered: "nobody" });
    expect(await askInTime(undefined, QUESTION, { timeoutMs: DAY })).toEqual({ unanswered: "nobody" });
    expect(await askInTime(silent, QUESTION, { timeoutMs: 1 })).toEqual({ unanswered: "timed-out" });
    const stopped = new AbortController();
    const waiting = askInTime(silent, QUESTION, { timeoutMs: DAY, signal: stopped.signal });
    stopped.abort();
    expect(await waiting).toEqual({ unanswered: "cancelled" });
  });
});

test("[F12] a question that is stopped before it is asked is not asked", async () => {
  const ask = vi.fn(async () => "yes");
  const signal = AbortSignal.abort();
  expect(await askInTime({ ask }, QUESTION, { timeoutMs: DAY, signal })).toEqual({ unanswered: "cancelled" });
  expect(ask).not.toHaveBeenCalled();
});
