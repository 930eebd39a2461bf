/**
 * Wraps a prepared skill in the envelope of the host. The result is exactly the text that the model receives. Each
 * envelope is a file in `envelopes/` that is loaded on demand. An envelope reads no file and has no access to a
 * session.
 */
import type { Prepared, SkillItem } from "../../model/conversation/activation.ts";
import type { HostProfile } from "../../model/host-profile.ts";

/** Writes an envelope; one function for each format. */
export type WriteEnvelope = (prepared: Prepared) => string;

const ENVELOPES: Readonly<Record<string, () => Promise<WriteEnvelope>>> = {
  skillwright: async () => (await import("./envelopes/skillwright.ts")).skillwrightEnvelope,
  codex: async () => (await import("./envelopes/codex.ts")).codexEnvelope,
  openoxide: async () => (await import("./envelopes/codex.ts")).openoxideEnvelope,
  opencode: async () => (await import("./envelopes/opencode.ts")).opencodeEnvelope,
  "skill-content": async () => (await import("./envelopes/opencode.ts")).skillContent,
  "claude-code": async () => (await import("./envelopes/claude-code.ts")).claudeCodeEnvelope,
  "qwen-code": async () => (await import("./envelopes/claude-code.ts")).qwenCodeEnvelope,
  "gemini-cli": async () => (await import("./envelopes/gemini-cli.ts")).geminiCliEnvelope,
  pi: async () => (await import("./envelopes/pi.ts")).piEnvelope,
  crush: async () => (await import("./envelopes/crush.ts")).crushEnvelope,
  cline: async () => (await import("./envelopes/cline.ts")).clineEnvelope,
  "roo-code": async () => (await import("./envelopes/roo-code.ts")).rooCodeEnvelope,
  goose: async () => (await import("./envelopes/goose.ts")).gooseEnvelope,
  openhands: async () => (await import("./envelopes/openhands.ts")).openhandsEnvelope,
  crabtalk: async () => (await import("./envelopes/crabtalk.ts")).crabtalkEnvelope,
  aleph: async () => (await import("./envelopes/aleph.ts")).alephEnvelope,
  "copilot-cli": async () => (await import("./envelopes/skill-elements.ts")).copilotCliEnvelope,
  "kimi-code": async () => (await import("./envelopes/skill-elements.ts")).kimiCodeEnvelope,
  body: async () => (await import("./envelopes/bare.ts")).bodyEnvelope,
  file: async () => (await import("./envelopes/bare.ts")).fileEnvelope,
};

export const ENVELOPE_NAMES: readonly string[] = Object.keys(ENVELOPES);

/**
 * Returns the message for a prepared skill. A skill that the user names is sent in the host's role. A skill that the
 * model or another skill calls is sent as a tool result.
 */
export async function renderEnvelope(
  prepared: Prepared,
  { injection = { format: "skillwright", role: "user" } }: HostProfile,
): Promise<{ text: string; role: SkillItem["role"] }> {
  const write = loaded.get(injection.format) ?? (await load(injection.format));
  return { text: write(prepared), role: prepared.actor === "user" ? injection.role : "tool" };
}

/** The envelope function is cached, because even a repeated `import()` takes longer than writing an envelope. */
const loaded = new Map<string, WriteEnvelope>();

async function load(format: string): Promise<WriteEnvelope> {
  const find = ENVELOPES[format];
  if (find === undefined) throw new Error(`there is no envelope \`${format}\``);
  const write = await find();
  loaded.set(format, write);
  return write;
}
