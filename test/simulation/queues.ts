import { CallFailed, type Machine, type Surroundings } from './machine.ts';

/** How a queue and its worker are set up in serverless.yml. */
export interface QueueSettings {
  /** For how long a received message is hidden, in seconds. */
  visibility: number;
  maxReceives: number;
  /** After which the worker is killed, in seconds. */
  timeout: number;
}

interface Message {
  id: string;
  body: string;
  receives: number;
  /** Counts every receipt and every change of visibility: an entry of the agenda that knows an older one is void. */
  turn: number;
  /** Undefined once it is deleted or dead. */
  queue: MessageQueue | undefined;
}

/** A message as its worker sees it. */
export interface Received {
  message_id: string;
  body: string;
  hideFor(seconds: number): Promise<void>;
}

/** A standard queue of SQS with its worker: at least once, in any order, to a dead-letter queue after some receipts. */
export class MessageQueue {
  /** Messages that are neither deleted nor dead. */
  waiting = 0;
  /** Bodies of the messages that were given up. */
  readonly dead: string[] = [];
  readonly #sim: Surroundings;
  readonly #name: string;
  readonly #settings: QueueSettings;
  readonly #start: (name: string) => Machine;
  readonly #work: (machine: Machine, received: Received) => Promise<void>;
  /** Messages that were sent. */
  sent = 0;

  constructor(
    sim: Surroundings,
    name: string,
    settings: QueueSettings,
    start: (name: string) => Machine,
    work: (machine: Machine, received: Received) => Promise<void>,
  ) {
    this.#sim = sim;
    this.#name = name;
    this.#settings = settings;
    this.#start = start;
    this.#work = work;
  }

  /** Takes a message; it arrives a little later, and not in order. */
  send(body: string, delaySeconds = 0): void {
    const message: Message = { id: `${this.#name}-${++this.sent}`, body, receives: 0, turn: 0, queue: this };
    this.waiting += 1;
    this.#appear(message, delaySeconds * 1000 + this.#sim.random() * 200);
  }

  #appear(message: Message, ms: number): void {
    const turn = ++message.turn;
    this.#sim.scheduler.after(ms, () => {
      if (message.queue === this && message.turn === turn) this.#receive(message);
    });
  }

  #remove(message: Message): void {
    if (message.queue !== this) return;
    message.queue = undefined;
    this.waiting -= 1;
  }

  #receive(message: Message): void {
    const { visibility, maxReceives, timeout } = this.#settings;
    message.receives += 1;
    if (message.receives > maxReceives) {
      this.#remove(message);
      this.dead.push(message.body);
      this.#sim.note?.(`${message.id} is dead`);
      return;
    }
    this.#appear(message, visibility * 1000);
    const receipt = message.receives;
    const machine = this.#start(`${message.id}.${receipt}`);
    const isMine = () => message.queue === this && message.receives === receipt;
    const received: Received = {
      message_id: message.id,
      body: message.body,
      hideFor: (seconds) =>
        machine.call('transaction', `${this.#name}.hideFor ${seconds}`, async () => {
          if (!isMine()) throw new CallFailed('the message is no longer in flight');
          this.#appear(message, seconds * 1000);
        }),
    };
    machine.run(
      () => this.#work(machine, received),
      timeout,
      (how) => {
        // The platform deletes the message of a process that ended well, unless it came back and is in other hands.
        if (how === 'ended' && isMine()) this.#remove(message);
      },
    );
  }
}
