/** `/mcp`: the MCP server on the same skills. It is opened by the first who asks, since most never do. */
import type { HttpHandler } from "../mcp/http-handler.ts";
import type { Desk } from "./desk.ts";

export class McpMount {
  readonly #desk: Desk;
  readonly #report: (error: unknown) => void;
  #handler: Promise<HttpHandler> | undefined;

  constructor(desk: Desk, report: (error: unknown) => void) {
    this.#desk = desk;
    this.#report = report;
  }

  /** [SV14] */
  async fetch(request: Request): Promise<Response> {
    this.#handler ??= this.#open();
    return (await this.#handler).fetch(request);
  }

  async close(): Promise<void> {
    await (await this.#handler)?.close();
  }

  async #open(): Promise<HttpHandler> {
    const [{ openMcp }, { httpHandler }] = await Promise.all([
      import("../mcp/open-mcp.ts"),
      import("../mcp/http-handler.ts"),
    ]);
    const { own, version } = this.#desk;
    const handler = httpHandler(await openMcp(own, { version }), this.#report);
    this.#desk.on((host) => {
      if (host === own.snapshot.host) handler.changed();
    });
    return handler;
  }
}
