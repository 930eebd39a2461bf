/** What a skill says of itself, where the server passes it on as it stands: read as far as it is what it should be. */
export type Bag = Readonly<Record<string, unknown>>;

export function bag(value: unknown): Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Bag) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Anything, to be looked at. */
export function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}

export interface Need {
  readonly kind: string;
  readonly what: string;
  readonly note?: string | undefined;
}

const RULES: readonly (readonly [key: string, kind: string])[] = [
  ["os", "platform"],
  ["requiredBins", "program"],
  ["anyBins", "one of these programs"],
  ["requiredEnv", "variable"],
  ["requiredConfig", "setting"],
  ["requiredSkills", "skill"],
  ["conflicts", "not together with"],
];

/** [WC4] What it needs besides itself: from its manifest's conditions and its sidecar's tools. */
export function needsOf(manifest: unknown, sidecar: unknown): Need[] {
  const rules = bag(bag(manifest)["eligibility"]);
  const conditions = RULES.flatMap(([key, kind]) =>
    list(rules[key]).map((what): Need => ({ kind, what: written(what) })),
  );
  const tools = list(bag(bag(sidecar)["dependencies"])["tools"]).map((tool): Need => {
    const { type, value, description, url, command } = bag(tool);
    const note = text(description) ?? text(url) ?? text(command);
    return { kind: text(type) ?? "tool", what: text(value) ?? written(tool), note };
  });
  const compatibility = text(bag(manifest)["compatibility"]);
  return [...conditions, ...tools, ...(compatibility ? [{ kind: "compatibility", what: compatibility }] : [])];
}
