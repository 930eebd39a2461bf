/** All verbs in one table, for surfaces that serve all of them. `node scripts/verbs.mjs` writes this table. */
import type { Verb } from "./operation.ts";
import { add } from "./verbs/add.ts";
import { approve } from "./verbs/approve.ts";
import { audit } from "./verbs/audit.ts";
import { budget } from "./verbs/budget.ts";
import { catalog } from "./verbs/catalog.ts";
import { check } from "./verbs/check.ts";
import { compile } from "./verbs/compile.ts";
import { config } from "./verbs/config.ts";
import { deps } from "./verbs/deps.ts";
import { disable } from "./verbs/disable.ts";
import { doctor } from "./verbs/doctor.ts";
import { enable } from "./verbs/enable.ts";
import { evaluate } from "./verbs/eval.ts";
import { explain } from "./verbs/explain.ts";
import { hosts } from "./verbs/hosts.ts";
import { install } from "./verbs/install.ts";
import { list } from "./verbs/list.ts";
import { load } from "./verbs/load.ts";
import { matrix } from "./verbs/matrix.ts";
import { newSkill } from "./verbs/new.ts";
import { place } from "./verbs/place.ts";
import { publish } from "./verbs/publish.ts";
import { remove } from "./verbs/remove.ts";
import { run } from "./verbs/run.ts";
import { search } from "./verbs/search.ts";
import { trust } from "./verbs/trust.ts";
import { update } from "./verbs/update.ts";
import { verify } from "./verbs/verify.ts";

export const ALL_VERBS: readonly Verb[] = [
  add,
  approve,
  audit,
  budget,
  catalog,
  check,
  compile,
  config,
  deps,
  disable,
  doctor,
  enable,
  evaluate,
  explain,
  hosts,
  install,
  list,
  load,
  matrix,
  newSkill,
  place,
  publish,
  remove,
  run,
  search,
  trust,
  update,
  verify,
];
