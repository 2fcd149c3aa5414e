/**
 * The ports of this machine on which processes of the local stack listen. Each is added when it is known, and functions
 * get all of them (`OWN_PORTS`), so that they send no client's webhook to one.
 */
export class LocalStackPorts {
  readonly #ports = new Map<string, number>();

  /** Sets the port of a listener. @returns the port */
  note(name: string, port: number): number {
    this.#ports.set(name, port);
    return port;
  }

  /** All ports. */
  all(): number[] {
    return [...this.#ports.values()];
  }
}
