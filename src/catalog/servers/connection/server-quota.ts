/** How much a server may say until something else is asked of it, in whatever it is counted. */
export class ServerQuota {
  readonly most: number;
  #left: number;

  constructor(most: number) {
    this.most = most;
    this.#left = most;
  }

  renew(): void {
    this.#left = this.most;
  }

  /** Whether there was room for so much more. */
  takes(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }
}
