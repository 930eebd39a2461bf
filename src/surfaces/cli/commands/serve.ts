import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { OperationError, systemCode } from "../../../model/errors.ts";
import { jsonText, printable, printableLine } from "../../../model/text/display/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { packageVersion } from "../../../platform/environment.ts";
import type { ApiServing, ServeOptions, serveHttp as Start } from "../../http/serve.ts";
import {
  type Command,
  type Context,
  flagOption,
  repeatedOption,
  textOption,
  tokenOption,
  UsageError,
} from "../command.ts";
import { plural } from "../output/present.ts";
import { waitForEndSignal } from "../until-asked-to-end.ts";
import { verbCommand } from "../verb-command.ts";

export const serve: Command = {
  usage: "[--port N] [--listen ADDRESS] [--token SECRET] [--write] [--open]",
  about:
    "Serves the skills of this project to programs and, as a web page, to people: the console at `/`, an API below `/api` with its\ndescription in `/api/openapi.json`, changes as events, and OpenCode's `GET /skill`. Only this machine can reach it, unless\n--listen names another address, which needs a token. Changes need --write and a token: yours, or a\nnew one for this run, which is part of the printed address.",
  options: {
    port: {
      type: "string",
      value: "N",
      summary: "the port; 0 for any free port (default: 4747, or a free port if 4747 is in use)",
    },
    listen: {
      type: "string",
      value: "ADDRESS",
      summary: "listen on this address, such as 0.0.0.0; needs a token (default: 127.0.0.1)",
    },
    token: {
      type: "string",
      value: "SECRET",
      summary: "the token that every request must send; SKILLWRIGHT_SERVE_TOKEN keeps it out of process lists",
    },
    name: {
      type: "string",
      value: "NAME",
      multiple: true,
      summary: "an additional host name that requests may use, for example behind a proxy; repeatable",
    },
    write: {
      type: "boolean",
      summary: "allow changes: enable, trust, install, approve; run commands and scripts after confirmation",
    },
    open: { type: "boolean", summary: "open the console in a browser" },
    doctor: { type: "boolean", summary: "first print the report of `skillwright doctor`" },
  },
  examples: [
    ["skillwright serve", "serve this machine only, without changes"],
    ["skillwright serve --write --open", "open the console in a browser, and allow changes"],
    [
      "skillwright serve --listen 0.0.0.0 --port 8080",
      "serve other machines, with the token in SKILLWRIGHT_SERVE_TOKEN",
    ],
    ["curl -s localhost:4747/api/skills | jq '.skills[].name'", "list the skills from a program"],
  ],
  positionals: [0, 0],
  async run(context) {
    refuseAddressAsHost(context);
    if (flagOption(context, "doctor")) await showDoctor(context);
    const { serveHttp: start } = await import("../../http/serve.ts");
    const { token, secret } = secretOf(context);
    const options = {
      load: context.load,
      version: packageVersion(),
      address: textOption(context, "listen") ?? "127.0.0.1",
      names: repeatedOption(context, "name"),
      token,
      write: flagOption(context, "write"),
      report: (error: unknown) => say(context, `internal error: ${error instanceof Error ? error.stack : error}`),
    };
    const port = portOf(context);
    // Signals are handled before the address is printed. A supervisor may stop the server as soon as it has read the
    // address.
    const ended = waitForEndSignal();
    const serving = await (port === undefined ? anyPort(options, start) : start({ ...options, port }));
    // If the token came from the environment, it is not printed, because logs must not contain it.
    announce(serving, { token: secret ? undefined : token, secret }, context);
    if (flagOption(context, "open")) (await import("../open-browser.ts")).openBrowser(withToken(serving.url, token));
    await ended;
    await serving.close();
    return 0;
  },
};

/** Returns the token. Every account on this machine can reach the server, so a secret token is needed for changes. */
function secretOf(context: Context): { readonly token?: string; readonly secret: boolean } {
  const given = tokenOption(context, "serve");
  if (given !== undefined) return { token: given, secret: false };
  const kept = process.env["SKILLWRIGHT_SERVE_TOKEN"] || undefined;
  if (kept !== undefined) return { token: kept, secret: true };
  return flagOption(context, "write")
    ? { token: randomBytes(TOKEN_BYTES).toString("base64url"), secret: false }
    : { secret: false };
}

const TOKEN_BYTES = 24;

function withToken(url: string, token: string | undefined): string {
  return token === undefined ? url : `${url}?token=${encodeURIComponent(token)}`;
}

const USUAL_PORT = 4747;
const MAX_PORT = 65_535;

/**
 * Starts the server on the default port. If that port is in use, any free port is taken, because the user did not
 * choose a port.
 */
async function anyPort(options: Omit<ServeOptions, "port">, start: typeof Start): Promise<ApiServing> {
  try {
    return await start({ ...options, port: USUAL_PORT });
  } catch (error) {
    if (!(error instanceof OperationError) || systemCode(error.cause) !== "EADDRINUSE") throw error;
    return start({ ...options, port: 0 });
  }
}

function portOf(context: Context): number | undefined {
  const port = textOption(context, "port");
  if (port === undefined) return undefined;
  if (/^\d{1,5}$/.test(port) && Number(port) <= MAX_PORT) return Number(port);
  throw new UsageError(`\`--port ${printableLine(port)}\` is not a port`, `use a number up to ${MAX_PORT}`);
}

/** Throws if the value of `--host` is an address. In every command, `--host` is the name of a host profile. */
function refuseAddressAsHost({ load: { host } }: Context): void {
  if (host === undefined || (isIP(host) === 0 && host !== "localhost")) return;
  throw new UsageError(`\`--host ${host}\` is an address, and \`--host\` names a profile`, `use \`--listen ${host}\``);
}

async function showDoctor(context: Context): Promise<void> {
  const [{ doctor }, { terminalOutput: presentation }] = [
    await import("../../../ops/verbs/doctor.ts"),
    await import("../verbs/doctor.ts"),
  ];
  await verbCommand(doctor, presentation).run({ ...context, values: {} });
}

/**
 * Prints the address to standard output, where programs can read it. Prints further lines for people to standard error.
 */
function announce(
  { url, project, skills }: ApiServing,
  { token, secret }: { readonly token: string | undefined; readonly secret: boolean },
  context: Context,
): void {
  const { out, err, json } = context;
  out.line(json ? jsonText({ schema: SCHEMA, url, ...(token === undefined ? {} : { token }) }) : withToken(url, token));
  out.flush();
  if (json) return;
  const may = flagOption(context, "write")
    ? "clients can change and run skills"
    : "the server is read-only; `--write` allows changes";
  err.line(`${plural(skills, "skill")} of ${printableLine(project)}; ${may}`);
  if (secret) err.line("add `?token=` and the value of SKILLWRIGHT_SERVE_TOKEN to the address");
  err.line("open the address for the console; `/api/openapi.json` describes the API; ctrl-c stops it");
  err.flush();
}

function say({ err }: Context, words: string): void {
  err.line(printable(words));
  err.flush();
}
