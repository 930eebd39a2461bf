/** The numbers of the highest scores, best first; of equal ones the smaller number. What scores nothing is not among them. */
export function best(scores: Float64Array, k: number, allowed?: (at: number) => boolean): number[] {
  const kept: number[] = [];
  if (!(k >= 1)) return kept;
  let least = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] as number;
    if (!(score > least) || (allowed !== undefined && !allowed(at))) continue;
    let place = kept.length;
    while (place > 0 && (scores[kept[place - 1] as number] as number) < score) place--;
    kept.splice(place, 0, at);
    if (kept.length > k) kept.pop();
    if (kept.length >= Math.floor(k)) least = scores[kept.at(-1) as number] as number;
  }
  return kept;
}
