interface Asked<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** Requests to another thread that it has not answered yet, by their numbers. */
export class Unanswered<Answer> {
  private readonly asked = new Map<number, Asked<Answer>>();
  private lastId = 0;

  get size(): number {
    return this.asked.size;
  }

  /**
   * Sends a request under a number of its own; settles with its answer.
   * @throws what `send` throws
   */
  ask(send: (id: number) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      send(this.lastId);
      this.asked.set(this.lastId, { resolve, reject });
    });
  }

  resolve(id: number, answer: Answer): void {
    this.take(id).resolve(answer);
  }

  reject(id: number, error: Error): void {
    this.take(id).reject(error);
  }

  /** Rejects all of them: nobody will answer. */
  rejectAll(error: Error): void {
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
  }

  private take(id: number): Asked<Answer> {
    const asked = this.asked.get(id)!;
    this.asked.delete(id);
    return asked;
  }
}
