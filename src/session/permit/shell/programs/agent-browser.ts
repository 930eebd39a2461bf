import type { Use } from "../program.ts";

/** Looks at pages. `eval`, `upload`, `state` and others run code or reach files. */
export const agentBrowser: Use = {
  options: { "--json": "changes the output", "--session =name": "chooses the browser" },
  commands: {
    open: { operands: "url" },
    snapshot: {
      operands: "",
      options: { "-i -c --interactive --compact": "changes the output", "-d --depth =number": "limits the output" },
    },
    click: { operands: "text" },
    fill: { operands: "text text" },
    press: { operands: "name" },
    wait: { operands: "text" },
    get: { operands: "name text?" },
    screenshot: { operands: "output?" },
    close: { operands: "" },
  },
};
