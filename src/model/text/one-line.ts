/** A stranger's text as one visible line, for a place where a line break or a hidden character could pretend to be ours. */

/**
 * Line breaks and runs of white space become one space. Controls, marks of direction, tag characters, variation selectors
 * and whatever else is not seen are gone, the joiners of emoji too: hidden text can be written in any of them.
 */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(BROKEN, "\ufffd").replace(HIDDEN, "").replace(BREAKS, " ").trim();
}

/** The same for text of several lines: line breaks stay, tabs too. */
export function visibleLines(text: string): string {
  return text.replace(BROKEN, "\ufffd").replace(HIDDEN, "").replace(LINE_ENDS, "\n");
}

// Nearly every text.
const PLAIN = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
/** A surrogate without its other half. */
const BROKEN = /\p{Cs}/gu;
const HIDDEN = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}/gu;
const BREAKS = /[\s\x85]+/gu;
const LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
