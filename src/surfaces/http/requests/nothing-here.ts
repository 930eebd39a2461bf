/** Answers requests that match no route, because of an unknown path or another method. */
import { pathParameters } from "../openapi.ts";
import type { Route } from "../routes/route.ts";
import { HttpRefusal } from "./refusal.ts";

/** Paths of the server that the table of routes does not contain. */
const PLAIN = ["/", "/health", "/skill", "/api/events", "/api/openapi.json", "/api/skills/{skill}/icon"];

export function refuseUnmatched(routes: readonly Pick<Route, "method" | "path">[]): (path: string) => HttpRefusal {
  const known = [...routes, ...PLAIN.map((path) => ({ method: "GET", path }) as const)].map(({ method, path }) => ({
    method,
    fits: patternOf(path),
  }));
  return (path) => {
    const methods = [...new Set(known.flatMap(({ method, fits }) => (fits.test(path) ? [method] : [])))].sort();
    if (methods.length === 0)
      return new HttpRefusal(
        404,
        "SK920",
        "there is no route with this path",
        "see `/api/openapi.json` for all routes",
      );
    const allow = methods.join(", ");
    return new HttpRefusal(405, "SK920", "this path does not support this method", `use ${allow}`, { allow });
  };
}

function patternOf(path: string): RegExp {
  const pattern = pathParameters(path).reduce(
    (text, name) => text.replace(`{${name}}`, "[^/]+"),
    path.replaceAll(".", "\\."),
  );
  return new RegExp(`^${pattern}$`);
}
