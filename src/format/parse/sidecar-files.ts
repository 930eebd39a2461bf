/** The sidecars of a skill, in order of authority, from its directory; a host may have others. */
export const SIDECAR_FILES: readonly string[] = ["agents/skillwright.yaml", "agents/openai.yaml"];

export const MAX_SIDECAR_BYTES = 65_536;
