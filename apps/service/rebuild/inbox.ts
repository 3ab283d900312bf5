/** Messages to a thread, in their order, until it takes them. */
export class Inbox<Message> {
  private readonly messages: Message[] = [];
  private wake: () => void = () => undefined;

  put(message: Message): void {
    this.messages.push(message);
    this.wake();
  }

  /** The next message, as soon as there is one. One caller waits at a time. */
  async take(): Promise<Message> {
    while (this.messages.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.messages.shift()!;
  }
}
