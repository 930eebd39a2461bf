/** Every route of `/api`, in one table. */
import { ACT } from "./routes/act.ts";
import { MAKE } from "./routes/make.ts";
import { MANAGE } from "./routes/manage.ts";
import { PLANS } from "./routes/plans.ts";
import type { Route } from "./routes/route.ts";
import { RUN } from "./routes/run.ts";
import { SEE } from "./routes/see.ts";
import { WRITE } from "./routes/write.ts";

export const ROUTES: readonly Route[] = [...SEE, ...RUN, ...MANAGE, ...PLANS, ...WRITE, ...MAKE, ...ACT];
