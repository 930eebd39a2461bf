/**
 * Runs commands without isolation except a clean environment and an empty home. Only for users who explicitly accept
 * that.
 */
import { type SandboxCandidate, withLimits } from "./wrapped.ts";

export function bare(platform: string): SandboxCandidate {
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
