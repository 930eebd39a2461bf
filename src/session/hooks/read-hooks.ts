/**
 * Reads hooks in their nested form, `{Event: [{matcher, hooks: [{type, command, once}]}]}`. Returns the valid rules,
 * and a problem for each invalid part. Invalid parts never run.
 */
import { HOOK_EVENTS, type HookEvent, type HookHandler, type HookRule } from "../../model/conversation/hook.ts";
import { isMap } from "../../model/schema.ts";
import { parseHookMatcher } from "../../model/text/matching/hook-matcher.ts";

export interface HookProblem {
  readonly code: "SK440" | "SK441";
  /** Position of the problem, such as `PreToolUse[0].hooks[1].command`. */
  readonly at: string;
  readonly message: string;
  readonly help: string;
}

export interface ReadHooks {
  readonly rules: readonly HookRule[];
  readonly problems: readonly HookProblem[];
}

/** Maximum hook commands of one skill. The largest known skill has nine. */
const MAX_HANDLERS = 100;
const MAX_COMMAND = 10_000;
const TIMEOUT_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 600;

/** Reads the hooks of a skill or a host. `once` is only valid in the frontmatter of a skill. */
export function readHooks(written: unknown, place: "skill" | "host"): ReadHooks {
  if (written === undefined || written === null) return { rules: [], problems: [] };
  const reader = new HookReader(place);
  if (isMap(written)) for (const [event, list] of Object.entries(written)) reader.event(event, list);
  else reader.problem("hooks", "hooks are a mapping of events", `write \`${FORM}\``);
  return { rules: reader.rules, problems: reader.problems };
}

const FORM = "PreToolUse: [{matcher: Bash, hooks: [{type: command, command: ./check.sh}]}]";

class HookReader {
  readonly rules: HookRule[] = [];
  readonly problems: HookProblem[] = [];
  readonly #declaredBy: "skill" | "host";
  #handlers = 0;

  constructor(place: "skill" | "host") {
    this.#declaredBy = place;
  }

  event(name: string, list: unknown): void {
    const event = HOOK_EVENTS.find((each) => each === name);
    if (event === undefined) this.problem(name, "is not a known event", `the events are ${quotedList(HOOK_EVENTS)}`);
    else if (Array.isArray(list)) for (const [at, group] of list.entries()) this.#group(event, group, `${name}[${at}]`);
    else this.problem(name, "should be a list", `write \`${FORM}\``);
  }

  #group(event: HookEvent, group: unknown, at: string): void {
    if (!isMap(group) || !Array.isArray(group["hooks"])) {
      this.problem(at, "has no list `hooks`", `write \`${FORM}\``);
      return;
    }
    const matcher = group["matcher"] ?? "";
    if (typeof matcher !== "string" || parseHookMatcher(matcher) === undefined) {
      this.problem(
        `${at}.matcher`,
        "is not a valid pattern of names",
        "write names with `|` between them, or `.*` for any letters",
      );
      return;
    }
    const handlers = group["hooks"].flatMap(
      (each: unknown, index) => this.#handler(each, `${at}.hooks[${index}]`) ?? [],
    );
    if (handlers.length > 0) this.rules.push({ event, matcher, handlers });
  }

  #handler(handler: unknown, at: string): HookHandler | undefined {
    if (++this.#handlers > MAX_HANDLERS) {
      if (this.#handlers === MAX_HANDLERS + 1)
        this.problem(at, `is beyond the limit of ${MAX_HANDLERS}`, "write fewer");
      return undefined;
    }
    if (!isMap(handler) || (handler["type"] ?? "command") !== "command")
      return this.problem(at, "has a type that Skillwright does not run", "write `type: command`");
    const { command, timeout = TIMEOUT_SECONDS, once = false } = handler;
    if (typeof command !== "string" || command.trim() === "" || command.length > MAX_COMMAND)
      return this.problem(`${at}.command`, "should be a command", "write the command as a string");
    if (typeof timeout !== "number" || !(timeout > 0 && timeout <= MAX_TIMEOUT_SECONDS))
      return this.problem(`${at}.timeout`, "should be a number of seconds", `at most ${MAX_TIMEOUT_SECONDS}`);
    if (typeof once !== "boolean") return this.problem(`${at}.once`, "should be true or false", "write `once: true`");
    if (once && this.#declaredBy === "host") this.#onceOutside(at);
    return { command, timeoutMs: timeout * 1000, once: once && this.#declaredBy === "skill" };
  }

  #onceOutside(at: string): void {
    this.problems.push({
      code: "SK441",
      at: `${at}.once`,
      message: "is ignored outside of a skill's frontmatter: the hook runs each time",
      help: "take it out, or move the hook into a skill",
    });
  }

  problem(at: string, message: string, help: string): undefined {
    this.problems.push({ code: "SK440", at, message, help });
    return undefined;
  }
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
