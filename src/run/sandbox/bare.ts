/**
 * Nothing that keeps a command apart but its environment: exactly the variables that it is given, and a home of its own
 * that is empty. For who has said in so many words that this is enough.
 */
import { type Candidate, limited } from "./wrapped.ts";

export function bare(platform: string): Candidate {
  return {
    name: "none",
    wrap: (request, scratch) => {
      const [program, ...args] = platform === "win32" ? [request.program, ...request.args] : limited(request);
      return {
        program,
        args,
        variables: { ...request.variables, HOME: scratch, TMPDIR: scratch },
      };
    },
  };
}
