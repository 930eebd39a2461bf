/** The shapes of the arguments of Aleph's, caliban's, crabtalk's and pickle-bot's functions. */
import { listOf, objectWith, SHAPES } from "../check-options.ts";

const { text, act, object } = SHAPES;

const SKILL = objectWith({ name: text, description: text, path: text, scope: text, manifest: object }, "a skill");
const FOUND = listOf(objectWith({ skill: SKILL }, "a skill"), "skills");

export const SNAPSHOT = objectWith(
  {
    ...{ skills: FOUND, ineligible: FOUND, overridden: FOUND },
    rejected: listOf(objectWith({ name: text, path: text }, "a file"), "files"),
  },
  "a snapshot: `skills.snapshot`",
);

export const MANIFEST = objectWith(
  { id: text, name: text, description: text, source: text, skill: SKILL },
  "a skill of `alephRegistry(…)`",
);
export const MANIFESTS = listOf(MANIFEST, "skills: `alephRegistry(snapshot)`");

export const CONTEXT = objectWith(
  { platform: text, hasBinary: act, hasVariable: act, settings: object },
  "an object with `platform`, `hasBinary`, `hasVariable` and `settings`",
);

export const HOST_VIEW = objectWith(
  {
    entries: listOf(
      objectWith({ outcome: text, name: text, directory: text, path: text, fields: object }, ""),
      "skills",
    ),
    roots: listOf(objectWith({ path: text }, "a root"), "roots"),
  },
  "a view of a host: `lookThrough(…)` returns them",
);

export const FILES = objectWith(
  { readFile: act, readDirectory: act, exists: act, stat: act },
  "files: `memoryFiles(…)`",
);

/** A skill as the loaders of crabtalk and caliban list it. */
export const LISTED = objectWith({ name: text, description: text }, "an object with `name` and `description`");
export const LISTED_SKILLS = listOf(LISTED, "objects with `name` and `description`");

export const CRABTALK = objectWith({ dispatch: act, resolveSlash: act }, "a `Crabtalk`");
export const PICKLE_BOT_SKILLS = listOf(
  objectWith({ id: text, name: text, description: text }, "a skill"),
  "objects with `id`, `name` and `description`",
);
export const PICKLE_BOT_LOADER = objectWith({ loadSkill: act }, "an object with the function `loadSkill`");
