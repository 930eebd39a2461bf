/** A counter, in any unit, that limits how much a server may send for one request. */
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

  /** Returns true if the amount is within the limit. */
  takes(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }
}
