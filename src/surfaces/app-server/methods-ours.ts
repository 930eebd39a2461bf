/** Methods that Codex does not have. They return the documented JSON (`docs/json.md`). */
import { object, optional, texts } from "../../model/schema.ts";
import { type Method, method } from "./method.ts";
import { entryFor } from "./methods-codex.ts";

export const OUR_METHODS: readonly Method[] = [
  method("skills/reload", {
    params: object({ cwds: optional(texts("working directories (default: the server's working directory)")) }),
    async run({ cwds = [] }, ground) {
      const asked = cwds.length > 0 ? cwds : [ground.cwd];
      const data = [];
      for (const each of asked) data.push(await entryFor(each, [], true, ground));
      return { data };
    },
  }),
];
