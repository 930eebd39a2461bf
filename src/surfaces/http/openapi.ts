/** Builds an OpenAPI 3.1 document from the table of routes. */

import { type JsonSchema, referenceOrSchema, type Schema } from "../../model/schema.ts";
import { Failure, Health, OpenCodeSkills } from "../../ops/answers/shapes.ts";
import type { Route } from "./routes/route.ts";
import { ROUTE_TAGS } from "./routes/route.ts";

export function openApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = operation(route);
    paths[route.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Skillwright",
      version,
      summary: "The skills of one project: which ones are loaded, why, and what every host does with them.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: ROUTE_TAGS.map((name) => ({ name })),
    paths: { ...paths, ...others() },
    components: {
      schemas: components([...routes.map(({ answer }) => answer), Failure, Health, OpenCodeSkills]),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "needed only if the server was started with a token" },
      },
    },
    security: [{}, { token: [] }],
  };
}

function operation({ method, path, id, summary, tag, input, answer, writes }: Route): object {
  const { properties = {}, required = [] } = input.json;
  const inPath = pathParameters(path);
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key));
  const parameters = [...inPath, ...(method === "GET" ? rest : [])].map((name) =>
    parameter(name, properties[name] ?? {}, inPath.includes(name), required.includes(name)),
  );
  return {
    operationId: id,
    summary: writes ? `${summary}; only with \`--write\`` : summary,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === "POST" ? { requestBody: body(rest, properties, required) } : {}),
    responses: {
      200: {
        description: "The requested data",
        content: { "application/json": { schema: referenceOrSchema(answer) } },
      },
      default: { description: "The error", content: { "application/json": { schema: referenceOrSchema(Failure) } } },
    },
  };
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function parameter(name: string, { description, ...schema }: JsonSchema, inPath: boolean, required: boolean): object {
  return {
    name,
    in: inPath ? "path" : "query",
    ...(description === undefined ? {} : { description }),
    required: inPath || required,
    schema,
    ...(schema.type === "array" ? { style: "form", explode: true } : {}),
  };
}

function body(keys: readonly string[], properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]) {
  const schema = {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
    required: required.filter((key) => keys.includes(key)),
    additionalProperties: false,
  };
  return { required: true, content: { "application/json": { schema } } };
}

/** Returns all named schemas, including those that are used inside of other schemas. */
function components(schemas: readonly Schema[]): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = ({ name, json, uses = [] }: Schema): void => {
    if (name !== undefined) found.set(name, json);
    for (const each of uses) visit(each);
  };
  for (const schema of schemas) visit(schema);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Describes the routes that are not in the table, because they do not return a JSON object. */
function others(): Record<string, object> {
  const json = (schema: Schema): object => ({ "application/json": { schema: referenceOrSchema(schema) } });
  const get = (operationId: string, summary: string, content: object, more: object = {}): object => ({
    get: { operationId, summary, tags: ["See"], ...more, responses: { 200: { description: "OK", content } } },
  });
  return {
    "/health": get("health", "Check that the server is running; needs no token", json(Health), { security: [{}] }),
    "/skill": get(
      "openCodeSkills",
      "List the skills with their instructions, as OpenCode's server does",
      json(OpenCodeSkills),
    ),
    "/mcp": { post: mcpOperation() },
    "/api/events": get("events", "Receive changes as they happen: server-sent events", {
      "text/event-stream": { schema: { type: "string" } },
    }),
    "/api/skills/{skill}/icon": get("skillIcon", "Get the icon that a skill names in its sidecar", images(), {
      parameters: [
        parameter("skill", { type: "string" }, true, true),
        parameter("size", { type: "string", enum: ["small", "large"] }, false, false),
      ],
    }),
    "/api/openapi.json": get("openApi", "Get this OpenAPI document", {
      "application/json": { schema: { type: "object" } },
    }),
  };
}

function images(): object {
  const schema = { type: "string", contentMediaType: "application/octet-stream" };
  return Object.fromEntries(["png", "jpeg", "webp", "svg+xml"].map((kind) => [`image/${kind}`, { schema }]));
}

function mcpOperation(): object {
  const message = { "application/json": { schema: { type: "object" } } };
  return {
    operationId: "mcp",
    summary: "Send a message to the MCP server, over streamable HTTP",
    tags: ["Run"],
    requestBody: { required: true, content: message },
    responses: {
      200: { description: "OK", content: { ...message, "text/event-stream": { schema: { type: "string" } } } },
    },
  };
}
