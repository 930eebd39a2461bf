/**
 * Serves `/mcp`: an MCP server with the same skills. The first request creates it, because most HTTP servers never get
 * such a request.
 */
import { openSkills, type Skills } from "../../ops/open-skills.ts";
import type { HttpHandler } from "../mcp/serving/http-handler.ts";
import type { HttpContext } from "./http-context.ts";

export class McpMount {
  readonly #desk: HttpContext;
  readonly #report: (error: unknown) => void;
  #handler: Promise<HttpHandler> | undefined;
  #apart: Skills | undefined;

  constructor(desk: HttpContext, report: (error: unknown) => void) {
    this.#desk = desk;
    this.#report = report;
  }

  async fetch(request: Request): Promise<Response> {
    this.#handler ??= this.#open();
    return (await this.#handler).fetch(request);
  }

  async close(): Promise<void> {
    await (await this.#handler)?.close();
    await this.#apart?.close();
  }

  async #open(): Promise<HttpHandler> {
    const [{ openMcp }, { httpHandler }] = await Promise.all([
      import("../mcp/open-mcp.ts"),
      import("../mcp/serving/http-handler.ts"),
    ]);
    const skills = await this.#skills();
    const handler = httpHandler(await openMcp(skills, { version: this.#desk.version }), this.#report);
    if (this.#apart) (await this.#apart.watch()).on(() => handler.changed());
    else
      this.#desk.on((host) => {
        if (host === skills.snapshot.host) handler.changed();
      });
    return handler;
  }

  /**
   * Returns the skills for `/mcp`. Skills of other servers are not passed on; if there are any, the skills are loaded
   * again without them.
   */
  async #skills(): Promise<Skills> {
    const { own, load } = this.#desk;
    if (!own.snapshot.roots.some(({ foreign }) => foreign)) return own;
    const sources = (load.sources ?? []).filter(({ foreign }) => !foreign);
    this.#apart = await openSkills({ ...load, servers: false, sources });
    return this.#apart;
  }
}
