/**
 * Keeps only those parts of stored messages that Skillwright writes itself: texts, reasoning, tool calls and their
 * answers. Another program may have changed the file. `system` messages, images, files, addresses, approvals and
 * provider options are left out. Nothing in the file can therefore give instructions, be fetched, or run.
 */
import type { AssistantModelMessage, ModelMessage, ToolModelMessage, UserModelMessage } from "ai";

export interface AcceptedParts {
  readonly messages: readonly ModelMessage[];
  /** The kinds of removed parts, each with the number: `2 system messages`. */
  readonly dropped: readonly string[];
}

type Part<Message extends ModelMessage> = Extract<Message["content"], readonly unknown[]>[number];

export function keepOwnParts(stored: readonly ModelMessage[]): AcceptedParts {
  const dropped = new Map<string, number>();
  const drop = (kind: string): [] => {
    dropped.set(kind, (dropped.get(kind) ?? 0) + 1);
    return [];
  };
  const own = stored.flatMap((message): ModelMessage[] => {
    return message.role === "system" ? drop("`system` message") : ownMessage(message, drop);
  });
  const kinds = [...dropped].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
  return { messages: paired(own), dropped: kinds };
}

type Drop = (kind: string) => [];

function ownMessage(message: Exclude<ModelMessage, { role: "system" }>, drop: Drop): ModelMessage[] {
  if ("providerOptions" in message && message.providerOptions !== undefined) drop("provider option");
  const { role, content } = message;
  if (typeof content === "string") return role === "tool" ? [] : [{ role, content }];
  if (role === "user")
    return whole(
      role,
      content.flatMap((part) => ownText(part, drop)),
    );
  if (role === "assistant")
    return whole(
      role,
      content.flatMap((part) => ownAnswer(part, drop)),
    );
  return whole(
    role,
    content.flatMap((part) => ownResult(part, drop)),
  );
}

/** Returns a message with these parts, or no message if there are no parts. */
function whole(role: ModelMessage["role"], content: readonly unknown[]): ModelMessage[] {
  return content.length === 0 ? [] : [{ role, content } as unknown as ModelMessage];
}

function ownText(part: Part<UserModelMessage>, drop: Drop): Part<UserModelMessage>[] {
  return part.type === "text" ? [{ type: "text", text: part.text }] : drop(`\`${part.type}\` part`);
}

function ownAnswer(part: Part<AssistantModelMessage>, drop: Drop): Part<AssistantModelMessage>[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, ...signatures(part.providerOptions) }];
    case "tool-call": {
      if (part.providerExecuted === true) return drop("tool call that the provider ran");
      const { toolCallId, toolName, input } = part;
      return [{ type: "tool-call", toolCallId, toolName, input, ...signatures(part.providerOptions) }];
    }
    default:
      return drop(`\`${part.type}\` part`);
  }
}

/** Provider options with signatures of reasoning. Models reject their own reasoning without them. */
const SIGNATURES = { anthropic: ["signature", "redactedData"], google: ["thoughtSignature"] } as const;

type Options = NonNullable<AssistantModelMessage["providerOptions"]>;

function signatures(options: Options | undefined): { readonly providerOptions?: Options } {
  const kept = Object.entries(SIGNATURES).flatMap(([provider, keys]) => {
    const given = options?.[provider] ?? {};
    const own = keys.filter((key) => typeof given[key] === "string").map((key) => [key, given[key]]);
    return own.length === 0 ? [] : [[provider, Object.fromEntries(own)]];
  });
  return kept.length === 0 ? {} : { providerOptions: Object.fromEntries(kept) as Options };
}

type ToolPart = Part<ToolModelMessage>;
type Output = Extract<ToolPart, { type: "tool-result" }>["output"];

function ownResult(part: ToolPart, drop: Drop): ToolPart[] {
  if (part.type !== "tool-result") return drop(`\`${part.type}\` part`);
  const { toolCallId, toolName, output } = part;
  return [{ type: "tool-result", toolCallId, toolName, output: ownOutput(output, drop) }];
}

function ownOutput(output: Output, drop: Drop): Output {
  switch (output.type) {
    case "text":
    case "error-text":
      return { type: output.type, value: output.value };
    case "json":
    case "error-json":
      return { type: output.type, value: output.value };
    case "content": {
      const texts = output.value.flatMap((part) =>
        part.type === "text" ? [part.text] : drop(`\`${part.type}\` part`),
      );
      return { type: "text", value: texts.join("\n") };
    }
    default:
      return { type: "error-text", value: "the user refused the tool call" };
  }
}

/** Removes tool calls without an answer, and answers without a call, because no endpoint accepts them. */
function paired(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const ids = (type: "tool-call" | "tool-result"): ReadonlySet<string> =>
    new Set(
      messages.flatMap((message) => partsOf(message).flatMap((part) => (part.type === type ? part.toolCallId : []))),
    );
  const [calls, results] = [ids("tool-call"), ids("tool-result")];
  return messages.flatMap((message) => {
    if (typeof message.content === "string") return [message];
    const kept = partsOf(message).filter(
      (part) =>
        (part.type !== "tool-call" || results.has(part.toolCallId)) &&
        (part.type !== "tool-result" || calls.has(part.toolCallId)),
    );
    return whole(message.role, kept);
  });
}

function partsOf({ content }: ModelMessage): readonly (Part<AssistantModelMessage> | ToolPart)[] {
  return typeof content === "string" ? [] : (content as readonly (Part<AssistantModelMessage> | ToolPart)[]);
}
