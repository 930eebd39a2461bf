import { object } from "../../../model/schema.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { type Route, route } from "./route.ts";

export const ABOUT_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/about",
    id: "about",
    tag: "See",
    summary: "Show what this server serves, and whether it allows changes",
    input: object({}),
    answer: shape.ServerInfo,
    async run(_given, desk) {
      const { host: name, cwd, projectRoot, trusted, revision } = (await desk.skills()).snapshot;
      const { version, write } = desk;
      return { schema: SCHEMA, version, write, host: name, cwd, projectRoot, trusted, revision };
    },
  }),
];
