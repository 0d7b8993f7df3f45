// Who is at work in a worker. Long work pauses between its stints, and goes on when nobody else has something to do.

export class Turns {
  private working = 0;
  private paused = 0;
  private waiting: (() => void)[] = [];
  private readonly channel = new MessageChannel();

  constructor() {
    this.channel.port1.start();
  }

  get isIdle(): boolean {
    return this.working === 0;
  }

  /** Work that others may pause for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.working++;
    try {
      return await work();
    } finally {
      this.working--;
      this.wake();
    }
  }

  /** Over when all others that are at work pause too, those whose message has come meanwhile among them. */
  async pause(): Promise<void> {
    this.paused++;
    this.wake();
    await this.messagesHandled();
    while (this.working > this.paused) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.paused--;
  }

  /** Resolves once all messages that are waiting now have been handled. */
  async messagesHandled(): Promise<void> {
    const { port1, port2 } = this.channel;
    await new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
      port2.postMessage(undefined);
    });
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
