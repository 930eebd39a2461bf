import { printableLine } from "../../../model/text/display/printable.ts";
import { packageVersion } from "../../../platform/environment.ts";
import { answerInitialize } from "../../mcp/serving/answer-greeting.ts";
import { type Command, type Context, flagOption, textOption, tokenOption, UsageError } from "../command.ts";
import { printDiagnostic } from "../findings/print-text.ts";

export const mcp: Command = {
  usage: "[--http [--port N] [--token SECRET]] [--agent-skills A,B]",
  about:
    "Serves the skills of this project to an MCP client, on standard input and output or on a port of this machine. A client with\nthe Skills extension (io.modelcontextprotocol/skills) gets them with every file's digest; any other gets tools that load and\nfind skills, a prompt for each, and resources. Skills that are withheld are not served.",
  options: {
    http: {
      type: "boolean",
      summary: "serve on a port of this machine (streamable HTTP) instead of standard input and output",
    },
    port: { type: "string", value: "N", summary: "the port for `--http` (default: any free port)" },
    token: {
      type: "string",
      value: "SECRET",
      summary:
        "with `--http`: the token that every request must send; SKILLWRIGHT_SERVE_TOKEN keeps it out of process lists",
    },
    "agent-skills": {
      type: "string",
      value: "A,B",
      summary: "serve only these skills: names or patterns, as in an agent's `skills`",
    },
  },
  examples: [
    ["claude mcp add skillwright -- skillwright mcp", "add the server to Claude Code"],
    ["codex mcp add skillwright -- skillwright mcp", "add the server to Codex"],
    ["skillwright mcp --http --port 8931", "serve clients that connect to the URL http://127.0.0.1:8931/mcp"],
  ],
  positionals: [0, 0],
  async run(context) {
    const port = portOf(context);
    const token = tokenOf(context);
    const onError = (error: Error): void => tell(context, printableLine(error.message));
    const streams = { input: process.stdin, output: process.stdout, onError };
    // The server answers a client before the skills are loaded. At a terminal, there is no client, and the user should
    // first see errors about the skills.
    const isClient = !flagOption(context, "http") && process.stdin.isTTY !== true;
    const greeted = isClient ? await answerInitialize(streams, packageVersion()) : undefined;
    const { openSkills } = await import("../../../ops/open-skills.ts");
    // Skills of other servers are omitted, because Skillwright does not pass them on.
    const skills = await openSkills({ ...context.load, servers: false }, {});
    const { openMcp } = await import("../../mcp/open-mcp.ts");
    const names = textOption(context, "agent-skills");
    const open = await openMcp(skills, {
      version: packageVersion(),
      ...(names === undefined ? {} : { scope: { skills: names.split(",").filter(Boolean) } }),
      onRemark: (diagnostic) => tell(context, printDiagnostic(diagnostic, { cwd: skills.snapshot.cwd })),
    });
    const watching = await skills.watch();
    if (flagOption(context, "http")) {
      const [{ httpHandler }, { serveOnPort }] = await Promise.all([
        import("../../mcp/serving/http-handler.ts"),
        import("../../mcp/serving/serve-http.ts"),
      ]);
      const handler = httpHandler(open, onError);
      watching.on(handler.changed);
      const serving = await serveOnPort(handler, port, token);
      // Signals are handled before the address is printed. A supervisor may stop the server as soon as it has read the
      // address.
      const done = stopped(serving);
      context.out.line(serving.url);
      context.out.flush();
      await done;
    } else {
      const { serveOnStreams } = await import("../../mcp/serving/serve-stdio.ts");
      watching.on(open.changed);
      await stopped(serveOnStreams(open, streams, greeted));
    }
    await skills.close();
    return 0;
  },
};

interface Serving {
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Resolves when the client disconnects or a signal stops the server. */
async function stopped({ ended, stop }: Serving): Promise<void> {
  const end = (): void => void stop();
  process.once("SIGINT", end).once("SIGTERM", end);
  await ended;
  process.off("SIGINT", end).off("SIGTERM", end);
}

/** Prints a message to standard error, because standard output is used for the protocol. */
function tell({ err }: Context, message: string): void {
  err.line(message);
  err.flush();
}

function tokenOf(context: Context): string | undefined {
  const given = tokenOption(context, "mcp");
  if (given !== undefined && !flagOption(context, "http"))
    throw new UsageError("`--token` needs `--http`", "see `skillwright mcp --help`");
  return given ?? (process.env["SKILLWRIGHT_SERVE_TOKEN"] || undefined);
}

function portOf(context: Context): number {
  const said = textOption(context, "port");
  if (said === undefined) return 0;
  if (!flagOption(context, "http")) throw new UsageError("`--port` needs `--http`", "see `skillwright mcp --help`");
  if (!/^\d{1,5}$/.test(said) || Number(said) > 65_535)
    throw new UsageError("the value of `--port` must be a number up to 65535", "see `skillwright mcp --help`");
  return Number(said);
}
