import { type LoadOptions, prepare } from "../catalog/load/load.ts";

/** The root of the project at this place; no skill is loaded for it. */
export async function projectRootOf(load: LoadOptions): Promise<string> {
  return (await prepare({ ...load, host: "skillwright" })).projectRoot;
}
