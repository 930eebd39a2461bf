// A build plugin: leaves out functions of npm packages that the command never calls. Such a function throws an error, and
// the bundler drops the code that only this function uses.
//
// A name that a new version of a package does not have stops the build, so that a person checks the list.
import { parseAst } from "rolldown/parseAst";

/** For each module, the names of functions and methods, or a pattern for the names of functions. */
const LEFT_OUT = {
  // Every tool has a JSON Schema already, so no schema of zod is converted to JSON Schema.
  "zod/v4/core/json-schema-processors.js": [/Processor$/, "toJSONSchema"],
  "zod/v4/core/to-json-schema.js": ["initializeContext", "processSchema", "extractDefs", "finalize"],
  "@ai-sdk/provider-utils/dist/index.mjs": ["zod3Schema"],
  // The agent reads the events of a model as they arrive. It sends no events to a web page, and requires no format.
  "ai/dist/index.mjs": [
    "DefaultStreamTextResult.toUIMessageStream",
    "DefaultStreamTextResult.pipeUIMessageStreamToResponse",
    "DefaultStreamTextResult.toUIMessageStreamResponse",
    "DefaultStreamTextResult.pipeTextStreamToResponse",
    "DefaultStreamTextResult.toTextStreamResponse",
    "array",
    "choice",
    "json",
    "object",
  ],
  "@ai-sdk/anthropic/dist/internal/index.mjs": ["AnthropicMessagesLanguageModel.doGenerate"],
  "@ai-sdk/openai-compatible/dist/index.mjs": ["OpenAICompatibleChatLanguageModel.doGenerate"],
  // The MCP server answers requests for tools and prompts with its own code, and sends no requests to the user.
  "@modelcontextprotocol/server/dist/mcp.mjs": [
    "McpServer._createRegisteredTool",
    "McpServer.setToolRequestHandlers",
    "McpServer._createRegisteredPrompt",
    "McpServer.setPromptRequestHandlers",
    "Server.createMessage",
    "Server._sendElicitationLeg",
  ],
  "@modelcontextprotocol/client/dist/shared-statements.mjs": [
    "standardSchemaToJsonSchema",
    "normalizeElicitInputParams",
  ],
};

/** Calls without effects, in constants of modules. The bundler drops a constant that nothing uses. */
const PURE =
  / = (?=(?:lazySchema|createProviderToolFactory|createProviderToolFactoryWithOutputSchema|defineWebSocketHelper)\d*\()/g;

export const leftOut = {
  name: "left-out",
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler(code, id) {
      // Some packages add a hash to the names of their modules.
      const path = id.replaceAll("\\", "/").replace(/-[\w-]{8}(?=\.mjs$)/, "");
      const module = Object.keys(LEFT_OUT).find((each) => path.endsWith(`/node_modules/${each}`));
      const rest = module === undefined ? code : leaveOut(code, LEFT_OUT[module], module);
      return rest.replace(PURE, "$&/* @__PURE__ */ ");
    },
  },
};

/** Returns the code, in which each function that `names` selects only throws an error. */
export function leaveOut(code, names, module) {
  const functions = functionsIn(parseAst(code));
  const chosen = names.flatMap((name) => {
    const found = functions.filter((each) => (typeof name === "string" ? each.name === name : name.test(each.name)));
    if (found.length === 0) throw new Error(`${module} has no function ${name}`);
    return found;
  });
  let rest = code;
  for (const { name, body } of chosen.toSorted((a, b) => b.body.start - a.body.start)) {
    const block = `{ throw new Error(${JSON.stringify(`${name} is not in this build`)}); }`;
    const text = body.type === "BlockStatement" ? block : `(() => ${block})()`;
    rest = rest.slice(0, body.start) + text + rest.slice(body.end);
  }
  return rest;
}

/** Returns the top-level functions, and the methods of top-level classes as `Class.method`. */
function functionsIn({ body }) {
  return body.flatMap((statement) => {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node?.type === "FunctionDeclaration") return [{ name: node.id.name, body: node.body }];
    if (node?.type === "ClassDeclaration") return methodsOf(node.id.name, node);
    if (node?.type !== "VariableDeclaration") return [];
    return node.declarations.flatMap(({ id, init }) => {
      if (init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression")
        return [{ name: id.name, body: init.body }];
      return init?.type === "ClassExpression" ? methodsOf(id.name, init) : [];
    });
  });
}

function methodsOf(name, { body }) {
  return body.body
    .filter(({ type, computed }) => type === "MethodDefinition" && !computed)
    .map(({ key, value }) => ({ name: `${name}.${key.name}`, body: value.body }));
}
