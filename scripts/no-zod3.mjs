// In place of `zod/v3` in the bundle: the AI SDK reads schemas of both versions of zod, and every schema here is of the newer one.
export const ZodFirstPartyTypeKind = new Proxy(
  {},
  {
    get() {
      throw new Error("a schema is of zod 4 here, never of zod 3");
    },
  },
);
