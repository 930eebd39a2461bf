/**
 * Conductor: where policies stand, and whether there is one. Where nobody wrote a policy, nothing more is loaded. It
 * withholds; it never lets in what something else keeps out.
 */
import { POLICY_LAYERS, type PolicyLayer } from "../../model/rules/policy.ts";
import type { Loaded } from "../../model/skills/snapshot.ts";
import { platformDirectories } from "../../platform/environment.ts";
import { isThere } from "../../platform/files/is-there.ts";
import type { Policy, PolicyGround } from "./policy-skills.ts";

/** Beside the configuration files. */
export function policyPlaces({
  environment,
  projectRoot,
}: Omit<PolicyGround, "files">): Readonly<Record<PolicyLayer, string>> {
  const { admin, config } = platformDirectories(environment);
  return {
    admin: `${admin}/policy.yaml`,
    user: `${config}/policy.yaml`,
    project: `${projectRoot}/.skillwright/policy.yaml`,
  };
}

/** [B52] undefined where there is none. A project's own counts where its folder is trusted. */
export async function policyFor(ground: PolicyGround & { readonly trusted: boolean }): Promise<Policy | undefined> {
  const places = policyPlaces(ground);
  const there = POLICY_LAYERS.filter((layer) => isThere(places[layer], ground.files));
  if (there.length === 0) return undefined;
  const { openPolicy } = await import("./policy-skills.ts");
  return openPolicy(
    there.map((layer) => ({ layer, path: places[layer], trusted: layer !== "project" || ground.trusted })),
    ground,
  );
}

/** [B53] What a policy denies, it denies through every host. */
export function holdToPolicy(loaded: Loaded, policy: Policy | undefined): Loaded {
  const withheld = policy?.withheld(loaded.skill);
  return withheld === undefined ? loaded : { ...loaded, withheld };
}
