/** Patterns for files with keys, and for uploads of secrets. */
import type { ExpressionSequence, Pattern } from "../patterns/pattern.ts";

/** Matches files that contain keys. */
export const CREDENTIAL_FILE =
  /(?:~|\$HOME|\$\{HOME\}|\/home\/[^/\s]{1,40}|\/root|\/Users\/[^/\s]{1,40}|%USERPROFILE%)[/\\]{1,2}(?:\.ssh[/\\]{1,2}(?!id_\w{2,10}\.pub\b)(?:id_\w{2,10}|\*|authorized_keys|config)?|\.aws[/\\]{1,2}credentials|\.kube[/\\]{1,2}config|\.config[/\\]{1,2}gcloud\b|\.azure\b|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.docker[/\\]{1,2}config\.json|\.gnupg\b|\.password-store\b|\.bash_history|\.zsh_history|\.config[/\\]{1,2}(?:solana|gh[/\\]{1,2}hosts)|\.ethereum\b|\.electrum\b|Library[/\\]{1,2}Keychains|\.mozilla\b|Library[/\\]{1,2}Application Support[/\\]{1,2}(?:Google[/\\]{1,2}Chrome|Firefox)|\.claude[/\\]{1,2}\.credentials|\.codex[/\\]{1,2}auth\.json|\.gemini[/\\]{1,2}oauth_creds|\.(?:openclaw|cursor)[/\\]{1,2}(?:openclaw|device|mcp)\.json)|\/etc\/shadow\b|\bsecurity\s{1,4}(?:find-generic-password|dump-keychain)\b/i;

/** `CREDENTIAL_FILE` in a list of expressions, because `linesWith` takes a list. */
export const KEY_FILES: ExpressionSequence = { parts: [CREDENTIAL_FILE] };

/** Matches code that reads all environment variables, or an agent's memory. */
export const COLLECTS_ALL_VARIABLES =
  /\bdict\(os\.environ\)|\bjson\.dumps\((?:dict\()?os\.environ|\bstr\(os\.environ\)|\bos\.environ\.(?:copy|items)\(\)|\bJSON\.stringify\(process\.env\)|\bObject\.entries\(process\.env\)|\$\((?:env|printenv)\)|`(?:env|printenv)`|\b(?:printenv|env)\s{0,4}\|\s{0,4}(?:curl|nc|base64)|\bGet-ChildItem\s{1,4}env:|\b(?:open|readFileSync|read_text|Path)\(\s{0,4}["'](?:[^"']{0,60}\/)?(?:MEMORY|SOUL)\.md["']/i;

/** `COLLECTS_ALL_VARIABLES` as an expression sequence, which `linesWith` needs. */
export const COLLECTION_EXPRESSIONS: ExpressionSequence = { parts: [COLLECTS_ALL_VARIABLES] };

/** Matches words for valuable data, such as passwords and wallets. */
const TREASURE =
  /(?:\.env\b|~\/\.(?:ssh|aws|config)\b|\b(?:environment variables|private keys?|ssh keys?|seed phrases?|wallet files?|passwords|cookies|secrets|credentials|api keys|conversation history|chat history|all files|source code)\b)/i;
export const READS_FILES =
  /\b(?:cat|open|read|readFile(?:Sync)?|read_text|read_bytes|tar|zip|cp|scp|load|glob|walk|listdir|copyfile|copytree|base64(?=\s{1,4}[-<~$/\w]{1,40}[/.])|Path(?=\()|head|less|steal|collect|security)\b/i;
const ABOUT =
  /\b(?:never|don't|do not|avoid|detect|e\.g\.|(?<!\.)examples?|attack(?:er)?(?!\.)|malicious|suspicious|must not|cannot|should not|won't)\b/i;

export const SECRETS: readonly Pattern[] = [
  {
    code: "SK827",
    message: "it sends keys or all variables to an address",
    parts: [
      /\b(?:curl|wget|nc|ncat|http)\b/i,
      /(?:@|<\s?|\$\(\s{0,2}cat\s{1,4}|`cat\s{1,4})(?:"|')?(?:~|\$HOME|\$\{HOME\})\/\.(?:ssh|aws|kube|netrc|npmrc|gnupg|config\/(?:gcloud|gh|solana)|env|docker|git-credentials|bash_history|zsh_history)/i,
    ],
  },
  {
    code: "SK827",
    message: "it sends keys or all variables to an address",
    parts: [
      /\b(?:cat|tar|zip|base64|printenv|env)\b/i,
      /(?:~|\$HOME)\/\.(?:ssh|aws|kube|gnupg|netrc|npmrc)\b|\bprintenv\b|\benv\b/i,
      /\|\s{0,4}(?:base64\b.{0,40}\|\s{0,4})?(?:curl|nc|ncat|wget)\b/i,
    ],
  },
  {
    code: "SK827",
    message: "it tells the agent to send keys or files to an address",
    parts: [
      TREASURE,
      /\b(?:send|sends|sending|upload|uploads|post|posts|transmit|forward|exfiltrate|report)\b/i,
      /https?:\/\/[^\s)>"'`]{4,200}/i,
    ],
    kinds: ["prose", "comment"],
    unless: ABOUT,
  },
  {
    code: "SK827",
    message: "it tells the agent to send keys or files to an address",
    parts: [
      /\b(?:send|sends|sending|upload|uploads|post|posts|transmit|forward|exfiltrate)\b/i,
      TREASURE,
      /\bto\b.{0,40}https?:\/\/[^\s)>"'`]{4,200}/i,
    ],
    kinds: ["prose", "comment"],
    unless: ABOUT,
  },
  {
    code: "SK827",
    message: "the address of a picture contains data",
    parts: [
      /!\[[^\]]{0,80}\]\(https?:\/\/[^)\s]{3,120}[?&][\w-]{1,20}=[^)\s&]{0,20}(?:\{\{?|\$\{|\$\(|<)[\w .-]{1,40}/i,
    ],
    unless: ABOUT,
  },
  {
    code: "SK828",
    message: "it asks for a secret that the user should never share",
    parts: [
      /\b(?:ask|instruct|prompt|tell|have|request) (?:the )?user\b/i,
      /\b(?:enter|paste|provide|share|send|type|for)\b.{0,40}\b(?:private key|seed phrase|mnemonic|recovery phrase|master password|wallet password)\b/i,
    ],
    kinds: ["prose"],
    unless: ABOUT,
  },
  {
    code: "SK828",
    message: "it reads a file with keys",
    parts: [READS_FILES, CREDENTIAL_FILE],
    // Excludes the help text of an option, because it only names the default. Excludes rules, because they name the
    // behaviour that they forbid.
    unless: /\bdefaults?\b[^~$/]{0,10}(?:~|\$HOME|\/)|\b(?:deny|denied|denylist|forbid|forbidden|block(?:ed|list)?)\b/i,
  },
  {
    code: "SK833",
    message: "it names an address that accepts any data",
    parts: [
      /\b(?:webhook\.site|requestbin\.\w{2,6}|\w{4,40}\.(?:burpcollaborator\.net|oast(?:ify)?\.\w{2,6}|interact\.sh|requestcatcher\.com|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|serveo\.net|lhr\.life)|api\.telegram\.org\/bot\d{6,12}:|discord(?:app)?\.com\/api\/webhooks\/\d{6})/i,
    ],
  },
];
