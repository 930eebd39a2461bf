/** Every route of `/api`, in one table. */
import { ALL_VERBS } from "../../ops/all-verbs.ts";
import { ABOUT_ROUTES } from "./routes/about.ts";
import { MANAGE_ROUTES } from "./routes/manage.ts";
import { PLAN_ROUTES } from "./routes/plans.ts";
import type { Route } from "./routes/route.ts";
import { routesOf } from "./verb-routes.ts";
export const ROUTES: readonly Route[] = [
  ...ALL_VERBS.flatMap(routesOf),
  ...ABOUT_ROUTES,
  ...MANAGE_ROUTES,
  ...PLAN_ROUTES,
];
