/** Patterns for instructions to a model that no honest skill contains. */
import type { Pattern } from "../patterns/pattern.ts";

/** Matches texts about attacks. Such texts quote malicious instructions, and a quotation is not an instruction. */
const ABOUT =
  /\b(?:detect|e\.g\.|for example|(?<!\.)examples?|such as|attack(?:er|s)?(?!\.)|injection|malicious|patterns?|suspicious|red flags?|jailbreak|adversar|phrases?|looks? for|watch for|reject|refuse|flag(?:s|ged)?|if (?:it|the|any|a|you see)|never follow|attempts?|tries to)\b|["“'`].{0,20}(?:ignore|disregard|forget)/i;

/** Matches documentation of an option or a mode: a row of a table, or a code span that is followed by a description. */
const OPTION = /^\s{0,8}\||`[^`]{1,60}`(?:\*\*)?\s{0,2}[:|–—-]|\btools skip the permission\b/;

const PROSE = ["prose", "comment"] as const;

export const INSTRUCTION_RULES: readonly Pattern[] = [
  {
    code: "SK820",
    message: "it asks the model to hide something from the user",
    parts: [
      /\b(?:do not|don't|never|must not|without) (?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?) (?:the user |users )?(?:about |of )?(?:this|these|any of this|the (?:existence|backup|upload|sync|transfer|request|script|command|step|download|telemetry|background))\b/i,
    ],
    kinds: PROSE,
    unless: ABOUT,
  },
  {
    code: "SK820",
    message: "it asks the model to hide something from the user",
    parts: [
      /\b(?:do not|don't|never|must not|without) (?:mention|mentioning|disclose|disclosing|reveal|revealing|show|showing)\b/i,
      /\b(?:this|these|it)\b.{0,40}\bto the user\b/i,
    ],
    kinds: PROSE,
    unless: ABOUT,
  },
  {
    code: "SK820",
    message: "it asks the model to act behind the user's back",
    parts: [
      /\b(?:without the user(?:'s)? (?:knowledge|noticing|knowing)|without (?:alerting|notifying|informing|telling) (?:the )?(?:user|anyone)|so (?:that )?the user (?:does not|doesn't|won't|will not) (?:notice|see|know)|keep (?:this|it) (?:hidden|secret) from the user|hide (?:this|it) from the user)\b/i,
    ],
    kinds: PROSE,
    unless: ABOUT,
  },
  {
    code: "SK820",
    message: "it asks the model to act silently",
    parts: [
      /\b(?:silently|secretly|covertly|discreetly) (?:\w{1,20} )?(?:send|upload|post|transmit|forward|exfiltrate|collect|copy|execute|download|install)\b/i,
    ],
    kinds: PROSE,
    unless: /\b(?:not|never|don't|avoid|fails?|detect|attack|malicious|must not|cannot|can't)\b|["“`]/i,
  },
  {
    code: "SK821",
    message: "possible prompt injection: it overrides other instructions",
    parts: [
      /\b(?:ignore|disregard|forget|override|bypass) (?:all |any |every |the |your |these |those ){0,3}(?:previous|prior|earlier|above|preceding|existing|other|system|safety|original) (?:instructions?|prompts?|rules?|guidelines?|directives?|messages?|context|constraints?|policies)\b/i,
    ],
    kinds: PROSE,
    unless: ABOUT,
  },
  {
    code: "SK821",
    message: "it tells the model to ignore the protections of its host",
    parts: [
      /<\|(?:im_start|im_end|system|endoftext)\|>|\b(?:bypass|skip|disable|ignore) (?:any |all |the |your ){0,2}(?:safety|security|permission|approval|confirmation) (?:checks?|prompts?|guardrails?|filters?|measures?|policies|restrictions?|protocols?)\b|\byou are now (?:in )?(?:unrestricted|developer mode|dan|jailbroken|root)\b/i,
    ],
    kinds: PROSE,
    unless: new RegExp(`${ABOUT.source}|${OPTION.source}`, "i"),
  },
  {
    code: "SK821",
    message: "it pretends to be a message of the host",
    parts: [
      /^\s{0,8}(?:<\/?(?:system|system-reminder|assistant|developer|admin)>|\[?(?:system|admin) (?:override|message|notice|directive|prompt)\]?\s?:)/i,
    ],
    kinds: PROSE,
    unless: ABOUT,
  },
  {
    code: "SK823",
    message: "it tells the model to follow instructions from the internet",
    parts: [
      /\b(?:fetch|read|download|curl|get|visit|open|retrieve|load|check)\b/i,
      /https?:\/\/[^\s)>"'`]{4,200}/i,
      /\band (?:then )?(?:follow|execute|obey|apply|run|carry out|do) (?:the |its |all |any |every |whatever |those |these ){0,3}(?:instructions?|steps|commands?|directives?|what)\b/i,
    ],
    unless: ABOUT,
  },
  {
    code: "SK823",
    message: "it tells the model to follow instructions from the internet",
    parts: [
      /\b(?:follow|execute|obey|apply) (?:the |all |any |every ){0,2}(?:instructions?|commands?|directives?) (?:at|from|in|on|found at|returned by|contained in|provided (?:by|at))\b/i,
      /https?:\/\//i,
    ],
    kinds: PROSE,
    unless: ABOUT,
  },
  {
    code: "SK840",
    message: "it asks to be used for every task",
    parts: [
      /\b(?:always|must) (?:use|run|invoke|activate|load|call|execute) this (?:skill|tool)\b/i,
      /\b(?:every|any|all|each) (?:user )?(?:request|task|message|conversation|prompt|session|response|interaction)s?\b/i,
    ],
    kinds: PROSE,
  },
];
