import type { Use } from "../program.ts";

const WHERE = {
  "-n --namespace -o --output --context -l --selector =name": "chooses what is printed and how",
  "-A --all-namespaces --show-labels --no-headers": "chooses what is printed",
};
const RESOURCE = { operands: "name...", options: WHERE } satisfies Use;
const RESOURCES =
  "pods pod po deployments deployment deploy services service svc nodes node no namespaces namespace ns ingresses ingress ing jobs job " +
  "cronjobs cronjob events ev replicasets rs statefulsets sts daemonsets ds pvc pv hpa";
const READ = {
  options: WHERE,
  commands: Object.fromEntries(RESOURCES.split(" ").map((name) => [name, RESOURCE])),
} satisfies Use;

/** Prints resources. Secrets and config maps are not among them. */
export const kubectl: Use = {
  options: WHERE,
  commands: {
    get: READ,
    describe: READ,
    logs: {
      operands: "name name?",
      options: {
        ...WHERE,
        "--tail --since =text": "limits the output",
        "-c --container =name": "chooses the container",
        "-p --previous --timestamps": "changes the output",
      },
    },
    top: READ,
    version: { operands: "", options: { "--client --short": "changes the output" } },
    "cluster-info": { operands: "" },
    "api-resources": { operands: "" },
  },
};
