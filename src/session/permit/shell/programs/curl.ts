import type { Use } from "../program.ts";

export const curl: Use = {
  hidden: "none",
  operands: "url...",
  fed: true,
  options: {
    "-s -S -L -f -i -I -g -G -4 -6 --silent --show-error --location --fail --include --head --get --compressed":
      "changes how the answer is fetched and printed",
    "-X --request =name": "is the method",
    "-H --header -d --data --json =data": "is sent; a value that begins with `@` would be a file",
    "--data-raw -A --user-agent -e --referer =text": "is sent",
    "-m --max-time --connect-timeout --retry --retry-delay --max-redirs =number": "limits the time",
    "--url =url": "is the address",
    "-w --write-out =writeOut": "prints facts about the answer",
    "-v --verbose": "prints the request",
    "-o --output =output": "writes the answer; that needs a rule for writing",
    "--version": "prints the version",
  },
};
