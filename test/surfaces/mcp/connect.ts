/** The official client, connected to our server in one process with the lines of standard input and output. */
import { PassThrough } from "node:stream";
import { Client, type ClientOptions, type Transport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { OpenMcp } from "../../../src/surfaces/mcp/open-mcp.ts";
import { LineTransport, serveOnStreams } from "../../../src/surfaces/mcp/serving/serve-stdio.ts";

export const ERAS = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } } as const;
export type Era = keyof typeof ERAS;

export interface Connected {
  readonly client: Client;
  readonly skills: SkillsClient;
  /** Every message of the server, as it was sent. */
  readonly wire: readonly Record<string, unknown>[];
  readonly close: () => Promise<void>;
}

export async function connect(
  open: OpenMcp,
  { era = "2025-11-25", ...options }: ClientOptions & { readonly era?: Era } = {},
): Promise<Connected> {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const serving = serveOnStreams(open, { input: up, output: down, onError: () => undefined });
  const wire: Record<string, unknown>[] = [];
  const transport = new LineTransport(down, up);
  const client = new Client({ name: "test", version: "1" }, { ...options, versionNegotiation: { mode: ERAS[era] } });
  tap(down.setEncoding("utf8"), wire);
  await client.connect(transport as unknown as Transport);
  return {
    client,
    skills: new SkillsClient(client),
    wire,
    close: async () => {
      await client.close();
      await serving.stop();
    },
  };
}

/** Records the messages of a stream without removing any. */
function tap(stream: PassThrough, wire: Record<string, unknown>[]): void {
  let rest = "";
  stream.on("data", (text: string | Buffer) => {
    const lines = (rest + text.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) wire.push(JSON.parse(line) as Record<string, unknown>);
  });
}
