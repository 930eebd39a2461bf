import type { McpServer, Transport } from "../../model/skills/dependency.ts";
import type { ToolDependency } from "../../model/skills/skill.ts";

/**
 * Server names that are valid in Codex. Other names are invalid in some hosts. A name must not contain `__`, because
 * rules for the tools of another server could then match.
 */
const NAME = /^(?!.{65})[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const MAX_ARGS = 100;
/** Matches invisible and ambiguous characters. They are not allowed in a command or an address. */
const ODD = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Reads `type: mcp` of a sidecar as Codex does: the server has a URL, unless the transport is `stdio`. `args` is an
 * addition of Skillwright.
 */
export function readServer(tool: ToolDependency): McpServer {
  const said = typeof tool["transport"] === "string" ? tool["transport"].toLowerCase().replaceAll("_", "-") : undefined;
  const command = textOf(tool["command"]);
  const url = textOf(tool["url"]);
  const transport: Transport =
    (said ?? (command !== undefined && url === undefined ? "stdio" : "")) === "stdio" ? "stdio" : "streamable-http";
  const reach =
    transport === "stdio"
      ? { ...(command === undefined ? {} : { command }), args: textsOf(tool["args"]) }
      : { ...(url === undefined ? {} : { url }), ...callbackPort(tool["oauth"]) };
  const server: McpServer = { name: tool.value, transport, ...reach };
  const problem = problemOf(server, said) ?? (transport === "stdio" ? problemOfArgs(tool["args"]) : undefined);
  return problem === undefined ? server : { ...server, problem };
}

function problemOf({ name, transport, command, url }: McpServer, said: string | undefined): string | undefined {
  if (!NAME.test(name)) return "its name has other characters than letters, digits, `-` and single `_` between them";
  if (said !== undefined && said !== "stdio" && said !== "streamable-http")
    return `the transport \`${said}\` is not known`;
  if (transport === "stdio")
    return command === undefined ? "the skill does not give the `command` that starts it" : undefined;
  if (url === undefined) return "the skill does not give its `url`";
  return problemOfAddress(url);
}

/** Without one of its arguments, a command can do something else, so an invalid argument makes the server invalid. */
function problemOfArgs(value: unknown): string | undefined {
  const isValid = value === undefined || (Array.isArray(value) && textsOf(value).length === value.length);
  return isValid ? undefined : `its \`args\` are not a list of at most ${MAX_ARGS} texts without invisible characters`;
}

/** Allows unencrypted addresses only on this machine. */
function problemOfAddress(text: string): string | undefined {
  const { protocol, username = "", password = "", hostname = "" } = URL.canParse(text) ? new URL(text) : {};
  if (username !== "" || password !== "") return "its `url` has a user name or a password in it";
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLocal)
    ? undefined
    : "its `url` is not an `https:` address";
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" && !ODD.test(value) ? value.trim() : undefined;
}

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is string => typeof item === "string" && !ODD.test(item)).slice(0, MAX_ARGS);
}

function callbackPort(oauth: unknown): { callbackPort?: number } {
  if (typeof oauth !== "object" || oauth === null) return {};
  const { callbackPort: camel, callback_port: snake } = oauth as Record<string, unknown>;
  const port = camel ?? snake;
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536 ? { callbackPort: port } : {};
}
