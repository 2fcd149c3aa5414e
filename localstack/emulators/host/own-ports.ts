/**
 * The ports of this machine on which processes of the local stack listen. Each listener is noted here when its port is known, and functions
 * get all of them (`OWN_PORTS`): no webhook of a client leads to one.
 */
export class OwnPorts {
  readonly #ports = new Map<string, number>();

  /** Notes the port of a listener, instead of the one that it had before. @returns the port */
  note(name: string, port: number): number {
    this.#ports.set(name, port);
    return port;
  }

  all(): number[] {
    return [...this.#ports.values()];
  }
}
