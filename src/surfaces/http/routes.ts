/** Every route of `/api`, in one table. */
import { ALL_VERBS } from "../../ops/all-verbs.ts";
import { ABOUT } from "./routes/about.ts";
import { MANAGE } from "./routes/manage.ts";
import { PLANS } from "./routes/plans.ts";
import type { Route } from "./routes/route.ts";
import { routesOf } from "./verb-routes.ts";
export const ROUTES: readonly Route[] = [...ALL_VERBS.flatMap(routesOf), ...ABOUT, ...MANAGE, ...PLANS];
