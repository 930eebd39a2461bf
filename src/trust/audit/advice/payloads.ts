/** Patterns for obfuscated code, and for commands that are attacks by themselves. */
import type { Pattern } from "../patterns/pattern.ts";

const ABOUT =
  /\b(?:detect|block|deny|dangerous|never|avoid|don't|do not|forbidden|malicious|attack(?!\.)|payloads?|exploit|pattern|grep|rg|regex|example|alert|rule)\b|re\.compile|\/[a-z\\(]{1,40}\\[bsw]/i;

export const PAYLOADS: readonly Pattern[] = [
  {
    code: "SK826",
    message: "it decodes text and runs it",
    parts: [
      /\bbase64\s{1,4}(?:-d|-D|--decode)\b|\bxxd\s{1,4}-r\b|\bopenssl\s{1,4}(?:enc|base64)\b.{0,40}\s-d\b/,
      /\|\s{0,4}(?:sudo\s{1,4})?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby)\b/i,
    ],
  },
  {
    code: "SK826",
    message: "it decodes text and runs it",
    parts: [
      /\b(?:exec|eval|compile|__import__\(['"](?:os|subprocess)['"]\)\.\w{2,12}|subprocess\.\w{2,16}|os\.system|Function)\s?\(/,
      /\b(?:base64\.b64decode|b64decode|codecs\.decode|bytes\.fromhex|atob|zlib\.decompress|marshal\.loads|Buffer\.from\([^)]{1,200},\s{0,2}['"](?:base64|hex)['"])/,
    ],
  },
  {
    code: "SK826",
    message: "it decodes text and runs it",
    parts: [/\b(?:bash|sh|zsh|eval)\b/, /(?:<\(|\$\(|`|<<<).{0,400}\bbase64\s{1,4}(?:-d|-D|--decode)\b/],
    unless: /=\s?["']?\$\(/,
  },
  {
    code: "SK826",
    message: "it decodes text and runs it",
    parts: [
      /\b(?:atob\(|b64decode\(|bytes\.fromhex\(|Buffer\.from\(\s{0,4}["'][A-Za-z0-9+/=]{24})/,
      /(?<![.\w])(?:eval|exec|execSync|os\.system|new Function)\s?\(/,
    ],
    only: ({ role }) => role === "script",
  },
  {
    code: "SK826",
    message: "it runs an encoded command",
    parts: [/\bpowershell(?:\.exe)?\b.{0,120}\s-e(?:nc|ncodedcommand|c)?\s{1,4}[A-Za-z0-9+/]{40}/i],
  },
  {
    code: "SK832",
    message: "it opens a remote shell",
    parts: [
      /\/dev\/(?:tcp|udp)\/[^\s/]{1,80}\/\d{1,5}|\bn(?:c|cat|etcat)\b.{0,80}\s-(?:e|c)\s{1,4}\/?(?:bin\/)?(?:ba|z)?sh\b|\bsocat\b.{0,120}\bexec:|\bmkfifo\b.{0,80}\|\s{0,4}n(?:c|cat)\b/i,
    ],
    only: ({ role }) => role === "skill" || role === "script",
    unless: ABOUT,
  },
  {
    code: "SK832",
    message: "it opens a remote shell",
    parts: [/\bsocket\.socket\b/, /\bos\.dup2\b|\bpty\.spawn\b/],
    unless: ABOUT,
  },
  {
    code: "SK832",
    message: "it destroys data on the machine",
    parts: [
      /^\s{0,12}(?:sudo\s{1,4})?\brm\s{1,4}-(?:rf|fr|r\s{1,3}-f)\s{1,4}(?:--no-preserve-root\s{1,4})?["']?(?:\/|~\/?|\$HOME\/?|\/\*)["']?(?:\s{0,4}$|\s{0,4}[;&|>2])|\bdd\s{1,4}if=\/dev\/(?:zero|random|urandom)\s{1,4}of=\/dev\/(?:sd|nvme|disk)|\bmkfs\.\w{2,6}\s{1,4}\/dev\/(?:sd|nvme)/i,
    ],
    only: ({ role }) => role === "skill" || role === "script",
    kinds: ["code"],
    unless: ABOUT,
  },
];
