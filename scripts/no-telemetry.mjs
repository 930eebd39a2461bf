// Replaces `@opentelemetry/api` in the bundle. `skillwright agent` sends no traces, so the AI SDK uses its own empty
// tracer and needs only these names.
export const SpanStatusCode = { ERROR: 2 };
export const context = { active: () => undefined, with: (_, act) => act() };
export const trace = {
  getTracer() {
    throw new Error("the agent has no telemetry");
  },
};
