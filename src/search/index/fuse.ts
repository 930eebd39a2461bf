/** [U5] The scores of several phrasings to one: the best document of each gets the same from it. */
export function fuse(answers: readonly Float64Array[], size: number): Float64Array {
  if (answers.length === 1) return answers[0] as Float64Array;
  const fused = new Float64Array(size);
  for (const scores of answers) {
    const most = scores.reduce((highest, score) => Math.max(highest, score), 0);
    if (most > 0) for (let at = 0; at < size; at++) fused[at] = (fused[at] as number) + (scores[at] as number) / most;
  }
  return fused;
}
