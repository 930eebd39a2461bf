import type { Use } from "../program.ts";

const WHERE = {
  "-n --namespace -o --output =name": "chooses what is printed",
  "-A --all-namespaces -a": "chooses what is printed",
};

export const helm: Use = {
  commands: {
    list: { operands: "", options: WHERE },
    ls: { operands: "", options: WHERE },
    status: { operands: "name", options: WHERE },
    history: { operands: "name", options: WHERE },
    version: { operands: "" },
  },
};
