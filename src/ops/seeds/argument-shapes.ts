/** The shapes of the arguments of Aleph's, caliban's, crabtalk's and pickle-bot's functions. */
import { ARGUMENT_SHAPES, listShape, objectShape } from "../check-options.ts";

const { text, act, object } = ARGUMENT_SHAPES;

const SKILL = objectShape({ name: text, description: text, path: text, scope: text, manifest: object }, "a skill");
const FOUND = listShape(objectShape({ skill: SKILL }, "a skill"), "skills");

export const SNAPSHOT_SHAPE = objectShape(
  {
    ...{ skills: FOUND, ineligible: FOUND, overridden: FOUND },
    rejected: listShape(objectShape({ name: text, path: text }, "a file"), "files"),
  },
  "a snapshot: `skills.snapshot`",
);

export const MANIFEST_SHAPE = objectShape(
  { id: text, name: text, description: text, source: text, skill: SKILL },
  "a skill of `alephRegistry(…)`",
);
export const MANIFEST_LIST_SHAPE = listShape(MANIFEST_SHAPE, "skills: `alephRegistry(snapshot)`");

export const ELIGIBILITY_CONTEXT_SHAPE = objectShape(
  { platform: text, hasBinary: act, hasVariable: act, settings: object },
  "an object with `platform`, `hasBinary`, `hasVariable` and `settings`",
);

export const HOST_VIEW_SHAPE = objectShape(
  {
    entries: listShape(
      objectShape({ outcome: text, name: text, directory: text, path: text, fields: object }, ""),
      "skills",
    ),
    roots: listShape(objectShape({ path: text }, "a root"), "roots"),
  },
  "a view of a host: `viewAsHosts(…)` returns them",
);

export const FILES_SHAPE = objectShape(
  { readFile: act, readDirectory: act, exists: act, stat: act },
  "files: `memoryFiles(…)`",
);

/** A skill as the loaders of crabtalk and caliban list it. */
export const LISTED_SKILL_SHAPE = objectShape(
  { name: text, description: text },
  "an object with `name` and `description`",
);
export const LISTED_SKILLS_SHAPE = listShape(LISTED_SKILL_SHAPE, "objects with `name` and `description`");

export const CRABTALK_SHAPE = objectShape({ dispatch: act, resolveSlash: act }, "a `Crabtalk`");
export const PICKLE_BOT_SKILLS_SHAPE = listShape(
  objectShape({ id: text, name: text, description: text }, "a skill"),
  "objects with `id`, `name` and `description`",
);
export const PICKLE_BOT_LOADER_SHAPE = objectShape({ loadSkill: act }, "an object with the function `loadSkill`");
