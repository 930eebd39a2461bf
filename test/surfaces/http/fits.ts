/** Compares an answer with its schema: every required field is there, every field is documented, and every value has its type. */
import { expect } from "vitest";
import type { JsonSchema } from "../../../src/model/schema.ts";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import type { Served } from "./app-for.ts";

export interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** Returns a function that posts a request and checks the answer with the schema of its route. */
export function poster(served: Served): (id: string, path: string, body?: object) => Promise<unknown> {
  return async (id, path, body = {}) => held(id, await served.post(path, body), await documentOf(served));
}

/** Returns a function that gets a route and checks the answer with its schema. */
export function getter(served: Served): (id: string, path: string) => Promise<unknown> {
  return async (id, path) => held(id, await served.get(path), await documentOf(served));
}

async function documentOf(served: Served): Promise<Document> {
  return (await (await served.get("/api/openapi.json")).json()) as Document;
}

async function held(id: string, response: Response, document: Document): Promise<unknown> {
  const answer: unknown = await response.json();
  expect({ status: response.status, answer }).toEqual({ status: 200, answer: expect.anything() });
  const route = ROUTES.find((each) => each.id === id);
  expect(unfit(answer, route?.answer.json ?? {}, document)).toEqual([]);
  return answer;
}

/** Returns the parts that do not match the schema, with their places. */
export function unfit(value: unknown, schema: JsonSchema, document: Document, at = "$"): string[] {
  if (schema.$ref !== undefined) {
    const found = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return found ? unfit(value, found, document, at) : [`${at}: ${schema.$ref} leads nowhere`];
  }
  if (schema.anyOf) {
    const tries = schema.anyOf.map((each) => unfit(value, each, document, at));
    return tries.some((each) => each.length === 0) ? [] : (tries[0] ?? []);
  }
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.includes(typeOf(value)) && !(types.includes("number") && typeOf(value) === "integer"))
    return [`${at}: ${typeOf(value)} instead of ${types.join(" or ")}`];
  if (schema.enum && typeof value === "string" && !schema.enum.includes(value)) return [`${at}: ${value}`];
  if (Array.isArray(value))
    return value.flatMap((each, index) => unfit(each, schema.items ?? {}, document, `${at}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  const missing = (schema.required ?? [])
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => `${at}.${key}: missing`);
  const { additionalProperties: others, properties } = schema;
  const undocumented = Object.keys(value)
    .filter((key) => properties && !others && !Object.hasOwn(properties, key))
    .map((key) => `${at}.${key}: not documented`);
  const wrong = Object.entries(value).flatMap(([key, each]) => {
    const known = schema.properties?.[key] ?? (typeof others === "object" ? others : {});
    return unfit(each, known, document, `${at}.${key}`);
  });
  return [...missing, ...undocumented, ...wrong];
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
