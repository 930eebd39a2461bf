/** Offers each skill and command that a user may call as an MCP prompt with arguments. */
import { type McpServer, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { SkillCommand } from "../../activate/select/slash-commands.ts";
import type { ActivationRequest } from "../../model/conversation/activation.ts";
import type { AgentScope } from "../../model/conversation/offer.ts";
import type { SharedPath } from "../../model/skills/shared.ts";
import { quoteWord } from "../../model/text/text.ts";
import type { Skills } from "../../ops/open-skills.ts";
import type { Connection } from "./connection.ts";
import type { ExtensionSource } from "./extension-source.ts";
import { readPage } from "./pages.ts";

const PER_PAGE = 200;
/** Name of the argument for skills that declare no arguments. It contains the whole text after the skill's name. */
const ALL = "arguments";

type Given = Readonly<Record<string, string>>;

export function offerPrompts(
  { server }: McpServer,
  skills: Skills,
  connection: Connection,
  extension: ExtensionSource,
  scope?: AgentScope,
): void {
  server.registerCapabilities({ prompts: { listChanged: true } });
  server.setRequestHandler("prompts/list", async ({ params }, context) => {
    const commands = await commandsOf(extension, { onlyUser: connection.hasExtension(context) });
    const { items, nextCursor } = readPage(commands, params?.cursor, { size: PER_PAGE, key: ({ name }) => name });
    const look = await extension.looks();
    const prompts: Prompt[] = [];
    for (const command of items) {
      const place = command.of === undefined ? await extension.at(command.name) : undefined;
      prompts.push({ ...promptOf(command, place), ...(place ? await look(place) : {}) });
    }
    return { prompts, ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const command = (await extension.commands()).find(({ name }) => name === params.name);
    if (command === undefined) throw invalid(`there is no prompt \`${params.name}\``);
    const session = await skills.session({ control: { guard: false }, ...(scope ? { scope } : {}) });
    const names = argumentsOf(command, await extension.at(command.name));
    const request = requestFor(command, lineOf(names, params.arguments ?? {}));
    const answer = await connection.run(context, (signal) => session.activate({ ...request, signal }));
    if (answer.refusal) throw invalid(answer.text);
    connection.loadedByUser(command.of ?? command.name, session);
    return {
      description: command.description,
      messages: [{ role: "user", content: { type: "text", text: answer.text } }],
    };
  });
}

/**
 * Returns the commands to offer as prompts. If the client supports the extension, it lists skills itself. It then gets
 * only commands that models cannot use.
 */
async function commandsOf(
  extension: ExtensionSource,
  { onlyUser }: { onlyUser: boolean },
): Promise<readonly SkillCommand[]> {
  const all = await extension.commands();
  if (!onlyUser) return all;
  const model = new Set(
    [...(await extension.sharedPaths()).values()].flatMap((each) => (each.forModel ? [each.address] : [])),
  );
  return all.filter(({ name, of }) => !model.has(of ?? name));
}

function promptOf(command: SkillCommand, place: SharedPath | undefined): Prompt {
  const { name, description } = command;
  const args = argumentsOf(command, place);
  if (args.length > 0) return { name, description, arguments: args.map((each) => ({ ...each })) };
  const hint = command.argumentHint ?? "the arguments of the skill, if the skill takes arguments";
  return { name, description, arguments: [{ name: ALL, description: hint, required: false }] };
}

interface Argument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

function argumentsOf(command: SkillCommand, place: SharedPath | undefined): readonly Argument[] {
  if (command.args)
    return command.args.map(({ name, description, required, default: value }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      required: required && value === undefined,
    }));
  return (place?.loaded.skill.manifest.arguments ?? []).map((name) => ({ name, required: false }));
}

function requestFor(command: SkillCommand, typed: string): ActivationRequest {
  const args = typed === "" ? {} : { arguments: typed };
  if (command.of === undefined) return { asked: command.name, actor: "user", ...args };
  return { asked: command.of, command: command.name, actor: "user", ...args };
}

/** Writes the arguments as a user would type them. If a value in the middle is missing, an empty word replaces it. */
function lineOf(names: readonly Argument[], given: Given): string {
  const all = given[ALL];
  if (names.length === 0) return all ?? "";
  const values = names.map(({ name }) => (Object.hasOwn(given, name) ? given[name] : undefined));
  const last = values.findLastIndex((value) => value !== undefined);
  if (last === -1) return all ?? "";
  return values
    .slice(0, last + 1)
    .map((value) => quoteWord(value ?? ""))
    .join(" ");
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
