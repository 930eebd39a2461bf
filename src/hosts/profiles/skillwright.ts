import type { HostProfile } from "../../model/host-profile.ts";
import file from "./skillwright.json" with { type: "json" };

const { $schema, ...rules } = file;

/** The default profile. Its file has every rule, so the program need not load the defaults at the start. */
export const skillwright = rules as unknown as HostProfile;
