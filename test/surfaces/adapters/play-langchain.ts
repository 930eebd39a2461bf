/** LangChain's own tools, bound to a chat model with prepared answers. */
import { langchainTools } from "../../../src/surfaces/adapters/langchain.ts";
import { framework } from "./frameworks.ts";
import { DONE, type Play, type Received, type Shown } from "./play.ts";

interface Tools {
  DynamicStructuredTool: new (fields: never) => LangTool;
}

interface LangTool {
  readonly name: string;
  invoke(call: object): Promise<Message>;
}

interface Message {
  readonly content: string;
  readonly tool_calls?: readonly { name: string; id: string }[];
  readonly artifact?: { isError: boolean };
}

interface Messages {
  AIMessage: new (fields: object) => Message;
  HumanMessage: new (content: string) => Message;
}

interface ChatModels {
  BaseChatModel: new (
    fields: object,
  ) => { invoke(messages: readonly Message[], options: object): Promise<Message>; _llmType(): string };
}

interface FunctionCalling {
  convertToOpenAITool(tool: unknown): { function: { name: string; description: string; parameters: unknown } };
}

export const playLangChain: Play = async (tools, calls) => {
  const { DynamicStructuredTool } = await framework<Tools>("@langchain/core/tools");
  const { AIMessage, HumanMessage } = await framework<Messages>("@langchain/core/messages");
  const { BaseChatModel } = await framework<ChatModels>("@langchain/core/language_models/chat_models");
  const { convertToOpenAITool } = await framework<FunctionCalling>("@langchain/core/utils/function_calling");
  const bound = langchainTools(tools, DynamicStructuredTool);
  let turn = 0;
  const shown: Shown[] = [];

  class Told extends BaseChatModel {
    override _llmType(): string {
      return "told";
    }

    async _generate(_: readonly Message[], { tools: given }: { tools: readonly unknown[] }): Promise<object> {
      const call = calls[turn++];
      if (turn === 1)
        for (const each of given) {
          const { name, description, parameters } = convertToOpenAITool(each).function;
          shown.push({ name, description, schema: parameters });
        }
      const asked = call ? [{ name: call.tool, args: call.input, id: `call-${turn}`, type: "tool_call" }] : [];
      const message = new AIMessage({ content: call ? "" : DONE, tool_calls: asked });
      return { generations: [{ text: "", message }] };
    }
  }

  const model = new Told({});
  const messages: Message[] = [new HumanMessage("Go.")];
  const received: Received[] = [];
  for (;;) {
    const message = await model.invoke(messages, { tools: bound });
    messages.push(message);
    if (!message.tool_calls?.length) return { tools: shown, received, said: message.content };
    for (const call of message.tool_calls) {
      const answer = await bound.find(({ name }) => name === call.name)!.invoke(call);
      messages.push(answer);
      received.push({ content: answer.content, isError: answer.artifact?.isError === true });
    }
  }
};
