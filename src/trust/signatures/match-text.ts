/** Whether a text is as a pattern says, where `*` stands for anything and `?` for one character. */
export function matchesText(pattern: string, text: string): boolean {
  let [at, index] = [0, 0];
  // Where the last star was, and how much of the text it stands for so far.
  let [star, taken] = [-1, 0];
  while (index < text.length) {
    const wanted = pattern[at];
    if (wanted === "*") {
      star = at;
      taken = index;
      at += 1;
    } else if (wanted === "?" || wanted === text[index]) {
      at += 1;
      index += 1;
    } else if (star === -1) return false;
    else {
      taken += 1;
      index = taken;
      at = star + 1;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
