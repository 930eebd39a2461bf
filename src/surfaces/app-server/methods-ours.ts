/** Methods that Codex does not have. They return the documented JSON (`docs/json.md`). */
import { object, optional, textList } from "../../model/schema.ts";
import { type Method, method } from "./method.ts";
import { listSkillsIn } from "./methods-codex.ts";

export const OUR_METHODS: readonly Method[] = [
  method("skills/reload", {
    params: object({ cwds: optional(textList("working directories (default: the server's working directory)")) }),
    async run({ cwds = [] }, ground) {
      const asked = cwds.length > 0 ? cwds : [ground.cwd];
      const data = [];
      for (const each of asked) data.push(await listSkillsIn(each, [], true, ground));
      return { data };
    },
  }),
];
