/**
 * Runs commands without isolation, except for a clean environment and an empty home. It is used only if the user
 * explicitly accepts commands without a sandbox.
 */
import { type SandboxCandidate, withLimits } from "./wrapped.ts";

export function bareCandidate(platform: string): SandboxCandidate {
  return {
    name: "none",
    wrap: (request, scratch) => {
      const [program, ...args] = platform === "win32" ? [request.program, ...request.args] : withLimits(request);
      return {
        program,
        args,
        variables: { ...request.variables, HOME: scratch, TMPDIR: scratch },
      };
    },
  };
}
