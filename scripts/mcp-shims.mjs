// Replaces the parts of the official MCP packages that depend on the runtime. For Node they use Ajv. Here they use
// their validator for workers, which is smaller, starts faster, and compiles no code from schemas of other servers.
export { default as process } from "node:process";
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
export const CORS_IS_POSSIBLE = false;
