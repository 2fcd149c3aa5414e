import { createHash } from 'node:crypto';

/** The largest numbers of requests of one client in a minute. */
export interface ClientRateLimits {
  /** Requests of one address. */
  address: number;
  /** Requests of one address to the costly routes. */
  address_costly: number;
  /** Requests with one credential: a key, a token or a session. */
  credential: number;
}

/** The facts by which a request is counted: names of its client, and whether its route is costly. */
export interface RequestCountingFacts {
  address: string;
  /** The values of the headers that authenticate it. */
  credentials: readonly string[];
  isCostly: boolean;
}

const MINUTE_MS = 60_000;

/** Credentials are kept as hashes only. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 22);

/**
 * Counts the requests of each client over the last minute: those of the current minute, and of the last one the part that is still within
 * 60 s. Two maps hold all counts; the older one goes each minute, so that a flood of addresses takes no memory for longer.
 */
export class ClientRequestCounts {
  readonly #bounds: ClientRateLimits;
  readonly #now: () => number;
  #minute = 0;
  #current = new Map<string, number>();
  #last = new Map<string, number>();

  /** @param now returns the current time in milliseconds since the epoch */
  constructor(bounds: ClientRateLimits, now: () => number = Date.now) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /**
   * Counts a request.
   * @returns seconds after which the client may try again; undefined for a request within the bounds
   */
  waitOf({ address, credentials, isCostly }: RequestCountingFacts): number | undefined {
    const nowMs = this.#now();
    this.#turn(Math.floor(nowMs / MINUTE_MS));
    const { address: addressBound, address_costly, credential } = this.#bounds;
    const boundedKeys: [key: string, bound: number][] = [
      [`a${address}`, addressBound],
      ...(isCostly ? [[`c${address}`, address_costly] as [string, number]] : []),
      ...credentials.map((text): [string, number] => [`k${hashOf(text)}`, credential]),
    ];
    const msLeft = MINUTE_MS - (nowMs % MINUTE_MS);
    const areBeyond = boundedKeys.map(([key, bound]) => {
      const count = (this.#current.get(key) ?? 0) + 1;
      this.#current.set(key, count);
      return count + (this.#last.get(key) ?? 0) * (msLeft / MINUTE_MS) > bound;
    });
    return areBeyond.includes(true) ? Math.ceil(msLeft / 1000) : undefined;
  }

  #turn(minute: number): void {
    if (minute === this.#minute) return;
    this.#last = minute === this.#minute + 1 ? this.#current : new Map();
    this.#current = new Map();
    this.#minute = minute;
  }
}
