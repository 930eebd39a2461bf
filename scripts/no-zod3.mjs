// Replaces `zod/v3` in the bundle. The AI SDK reads schemas of both versions of zod, but every schema here is of the
// newer one.
export const ZodFirstPartyTypeKind = new Proxy(
  {},
  {
    get() {
      throw new Error("a schema is of zod 4 here, never of zod 3");
    },
  },
);
