/**
 * Loads the guard on demand. Its rules about hundreds of programs are not needed until a skill or tool is used. Before
 * that, no skill has permissions.
 */
import type { NeutralTool } from "../model/conversation/neutral-tool.ts";
import type { SessionGuard } from "./conversation/session-options.ts";
import type { OpenGuard } from "./permit/open-guard.ts";

/**
 * Returns a guard that loads the real guard on demand. `readable` returns the directories that tools may read without
 * asking the user. It is used while no skill has permissions.
 */
export function lazyGuard(load: () => Promise<OpenGuard>, readable: () => readonly string[]): OpenGuard {
  let turn: number | undefined;
  let loaded: OpenGuard | undefined;
  let loading: Promise<OpenGuard> | undefined;
  const open = (): Promise<OpenGuard> => {
    loading ??= load().then((guard) => {
      loaded = guard;
      if (turn !== undefined) guard.gate.onTurn?.(turn);
      return guard;
    });
    return loading;
  };
  return {
    gate: {
      pass: async (activation, calling) => (await open()).gate.pass?.(activation, calling),
      adopt: async (activation, calling) => (await open()).gate.adopt?.(activation, calling),
      onOpen: (activation, entry) => loaded?.gate.onOpen?.(activation, entry),
      onClose: (entry) => loaded?.gate.onClose?.(entry),
      onTurn(number) {
        turn = number;
        loaded?.gate.onTurn?.(number);
      },
    },
    guard(session) {
      let made: SessionGuard | undefined;
      const now = (): SessionGuard | undefined => {
        made ??= loaded?.guard(session);
        return made;
      };
      const ready = async (): Promise<SessionGuard> => {
        const opened = await open();
        made ??= opened.guard(session);
        return made;
      };
      return {
        get windows() {
          return now()?.windows ?? [];
        },
        get state() {
          return now()?.state ?? [];
        },
        get confinement() {
          return now()?.confinement;
        },
        get readable() {
          return now()?.readable ?? readable();
        },
        accepted: (id) => now()?.accepted(id),
        check: (call, options, signal) =>
          now()?.check(call, options, signal) ?? ready().then((guard) => guard.check(call, options, signal)),
        guard(tools, options) {
          const guarding = now();
          if (guarding !== undefined) return guarding.guard(tools, options);
          return tools.map((tool) => guardLater(tool, async () => (await ready()).guard([tool], options)));
        },
      };
    },
  };
}

/** Wraps a tool so that its first call loads the guard. */
function guardLater(tool: NeutralTool, guard: () => Promise<readonly NeutralTool[]>): NeutralTool {
  let guarded: NeutralTool | undefined;
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    get jsonSchema() {
      return tool.jsonSchema;
    },
    async execute(given, context) {
      guarded ??= (await guard())[0] as NeutralTool;
      return guarded.execute(given, context);
    },
  };
}
