// Stands for the parts of the official MCP packages that depend on the runtime. They bring Ajv for Node; this takes their
// validator for workers, which is smaller, starts faster, and makes no code from the schemas of other servers.
export { default as process } from "node:process";
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
export const CORS_IS_POSSIBLE = false;
