// Uses skills with LangChain.js. `model` is any chat model that can call tools. With `createAgent`, pass it `tools` and
// `system`.
import { DynamicStructuredTool } from "@langchain/core/tools";
import { openSkills } from "skillwright";
import { langchainTools } from "skillwright/langchain";

const skills = await openSkills({ roots: ["skills"] });

export async function ask(model, prompt) {
  const session = await skills.session();
  const tools = langchainTools(await skills.tools(session), DynamicStructuredTool);
  const messages = [{ role: "system", content: (await session.catalog()).text }, prompt];
  for (;;) {
    const reply = await model.bindTools(tools).invoke(messages);
    if (!reply.tool_calls?.length) return reply.content;
    messages.push(reply);
    for (const call of reply.tool_calls) messages.push(await tools.find(({ name }) => name === call.name).invoke(call));
  }
}
