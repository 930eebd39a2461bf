/** Converts a request into the input of its route, and validates it. */
import type { Context } from "hono";
import { findMismatch, isMap, type JsonSchema, parseJson } from "../../../model/schema.ts";
import type { Route } from "../routes/route.ts";
import { HttpRefusal } from "./refusal.ts";

export async function readInput(context: Context, { method, input }: Route): Promise<object> {
  const path = context.req.param();
  const given = { ...(method === "GET" ? fromQuery(context, input.json) : await fromBody(context)), ...path };
  const wrong = findMismatch(given, input.json);
  if (wrong !== undefined) throw new HttpRefusal(400, "SK920", wrong, "see `/api/openapi.json` for the expected input");
  return given;
}

/** Converts texts to the types in the schema. A text that cannot be converted stays, and then fails the validation. */
function fromQuery(context: Context, { properties = {} }: JsonSchema): Record<string, unknown> {
  const queries = Object.entries(context.req.queries());
  return Object.fromEntries(queries.map(([key, values]) => [key, readValue(values, properties[key] ?? {})]));
}

function readValue(values: readonly string[], { type }: JsonSchema): unknown {
  if (type === "array") return values.flatMap((value) => value.split(","));
  const [value = ""] = values;
  if (values.length > 1) return values;
  if (type === "integer") return /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (type === "number") return /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (type === "boolean")
    return value === "true" || value === "1" || value === ""
      ? true
      : value === "false" || value === "0"
        ? false
        : value;
  return value;
}

/**
 * Reads the body of a request, which must have the content type JSON. A page of another origin can send this type only
 * after a preflight request. This prevents cross-site request forgery (CSRF).
 */
async function fromBody(context: Context): Promise<object> {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new HttpRefusal(415, "SK920", "the body is not `application/json`", "send JSON, with its content type");
  const body = parseJson((await context.req.text()) || "{}");
  if (isMap(body)) return body;
  throw new HttpRefusal(
    400,
    "SK920",
    "the body is not a JSON object",
    "see `/api/openapi.json` for the expected input",
  );
}
