/**
 * A prepared skill comes in, and out goes exactly what the model receives, in the envelope that the host has. Each
 * envelope is a file in `envelopes/`, loaded when it is asked for. They never read a file and never know a session.
 */
import type { Prepared, SkillItem } from "../../model/conversation/activation.ts";
import type { HostProfile } from "../../model/host-profile.ts";

/** Writes an envelope; one function for each format. */
export type WriteEnvelope = (prepared: Prepared) => string;

const ENVELOPES: Readonly<Record<string, () => Promise<WriteEnvelope>>> = {
  skillwright: async () => (await import("./envelopes/skillwright.ts")).skillwright,
  codex: async () => (await import("./envelopes/codex.ts")).codex,
  openoxide: async () => (await import("./envelopes/codex.ts")).openoxide,
  opencode: async () => (await import("./envelopes/opencode.ts")).opencode,
  "skill-content": async () => (await import("./envelopes/opencode.ts")).skillContent,
  "claude-code": async () => (await import("./envelopes/claude-code.ts")).claudeCode,
  "qwen-code": async () => (await import("./envelopes/claude-code.ts")).qwenCode,
  "gemini-cli": async () => (await import("./envelopes/gemini-cli.ts")).geminiCli,
  pi: async () => (await import("./envelopes/pi.ts")).pi,
  crush: async () => (await import("./envelopes/crush.ts")).crush,
  cline: async () => (await import("./envelopes/cline.ts")).cline,
  "roo-code": async () => (await import("./envelopes/roo-code.ts")).rooCode,
  goose: async () => (await import("./envelopes/goose.ts")).goose,
  openhands: async () => (await import("./envelopes/openhands.ts")).openhands,
  crabtalk: async () => (await import("./envelopes/crabtalk.ts")).crabtalk,
  aleph: async () => (await import("./envelopes/aleph.ts")).aleph,
  body: async () => (await import("./envelopes/bare.ts")).body,
  file: async () => (await import("./envelopes/bare.ts")).file,
};

export const ENVELOPE_NAMES: readonly string[] = Object.keys(ENVELOPES);

/**
 * A skill that the user names is sent in the host's role; a skill that the model or another skill calls is sent as a
 * tool result.
 */
export async function renderEnvelope(
  prepared: Prepared,
  { injection = { format: "skillwright", role: "user" } }: HostProfile,
): Promise<{ text: string; role: SkillItem["role"] }> {
  const write = loaded.get(injection.format) ?? (await load(injection.format));
  return { text: write(prepared), role: prepared.actor === "user" ? injection.role : "tool" };
}

/** `import()` of what is there already still takes longer than to write an envelope. */
const loaded = new Map<string, WriteEnvelope>();

async function load(format: string): Promise<WriteEnvelope> {
  const find = ENVELOPES[format];
  if (find === undefined) throw new Error(`there is no envelope \`${format}\``);
  const write = await find();
  loaded.set(format, write);
  return write;
}
