/** How much a text takes, where no tokenizer says it. */

/** UTF-8 bytes that count as one token. */
export const BYTES_PER_TOKEN = 4;

/** About as many as a model would count, for English; honest to other scripts too, since it goes by bytes. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
