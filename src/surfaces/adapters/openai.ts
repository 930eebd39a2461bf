/** Entry point of `skillwright/openai`. */
export * from "./openai-chat.ts";
export * from "./openai-responses.ts";
