// The tables of docs/json.md: each command with its answer, and each answer with its fields. `node scripts/operations.mjs` writes
// them between the two marks of the page; the text around the marks is written by hand.

const BEGIN = "<!-- The tables down to the end mark are written by `node scripts/operations.mjs`. -->";
const END = "<!-- end of the tables -->";

/** Returns the text of docs/json.md with new tables. */
export function jsonPage(page, verbs, shapes) {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error("docs/json.md has lost a mark of its tables");
  return `${page.slice(0, start)}${BEGIN}\n\n${tables(verbs, shapes)}\n${page.slice(end)}`;
}

function tables(verbs, shapes) {
  const answered = verbs.flatMap(({ name, operations }) =>
    Object.values(operations).map((operation) => ({ name, ...operation, output: outputOf(operation, shapes) })),
  );
  const named = new Map();
  for (const { output } of answered) collect(output, named);
  for (const shape of Object.values(shapes)) collect(shape, named);
  return [
    "## Commands and their answers\n",
    "| command | HTTP | answer |",
    "| --- | --- | --- |",
    ...answered.map(
      ({ name, cli, http, output }) => `| ${commandOf(name, cli)} | ${routeOf(http)} | ${linkTo(output)} |`,
    ),
    "\n## Fields of the answers\n",
    ...[...named.keys()].sort().map((name) => section(name, named.get(name))),
  ].join("\n");
}

function outputOf({ output }, shapes) {
  return typeof output === "string" ? shapes[output] : output;
}

function commandOf(name, cli) {
  return cli ? `\`${[name, ...(cli.flags ?? []).map((flag) => `--${flag}`)].join(" ")}\`` : "";
}

function routeOf(http) {
  return typeof http === "string" ? "" : `\`${http.path}\``;
}

function linkTo({ name, json }) {
  return name === undefined ? (json.description ?? "") : `[${name}](#${name.toLowerCase()})`;
}

/** Collects every named schema inside of a schema, by name. */
function collect(schema, named) {
  if (schema.name !== undefined && schema.fields) named.set(schema.name, schema);
  for (const each of schema.uses ?? []) collect(each, named);
}

function section(name, schema) {
  const rows = Object.entries(schema.json.properties).map(([key, property]) => {
    const optional = schema.json.required.includes(key) ? "" : ", optional";
    return `| \`${key}\` | ${typeOf(property)}${optional} | ${meaningOf(property)} |`;
  });
  return `### ${name}\n\n| field | type | meaning |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
}

/** Returns the type of a field in words, with links to named answers. */
function typeOf({ $ref, type, anyOf, items, additionalProperties, properties }) {
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (type === "array") return `list of ${typeOf(items)}`;
  if (additionalProperties) return `map to ${typeOf(additionalProperties)}`;
  if (properties) {
    const inner = Object.entries(properties).map(([key, each]) => `\`${key}\` (${meaningOf(each)})`);
    return `object: ${inner.join(", ")}`;
  }
  return type === undefined ? "any" : [type].flat().join(" or ");
}

function meaningOf({ description, enum: choices, anyOf = [] }) {
  const text = description ?? anyOf.find((each) => each.description)?.description ?? "";
  return choices ? `${text}: ${choices.map((each) => `\`${each}\``).join(", ")}` : text;
}
