/** What a request is for the bounds: a read of what is stored, a drawing or check, or a change. */
export type CallKind = 'read' | 'drawing' | 'change';

/** Receives the result of each request. @param status undefined without an answer */
export type NoteCall = (call: { kind: CallKind; name: string; status: number | undefined; ms: number }) => void;

/** A timeline as a client remembers it. */
export interface KnownTimeline {
  id: string;
  slides: string[];
}

/** A client of the service: its key, and what it has made. It sends one request at a time. */
export interface LoadClient {
  key: string;
  timelines: KnownTimeline[];
  renders: string[];
  /** The id of its webhook, if it has one. */
  webhook?: string;
  isBusy: boolean;
}

/** A request that was not answered with 200. */
export class CallFailed extends Error {
  readonly status: number | undefined;

  constructor(name: string, status: number | undefined, text: string) {
    super(`${name}: ${status ?? 'no answer'} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Sends requests of a client, each of which is noted. */
export interface Caller {
  json<Body>(client: LoadClient, kind: CallKind, name: string, body?: object): Promise<Body>;
  bytes(client: LoadClient, kind: CallKind, name: string): Promise<number>;
}

/** @param name of a call: the method and the path, as in `GET /timelines/tl_1` */
export function callerOf(baseUrl: string, note: NoteCall): Caller {
  const send = async (client: LoadClient, kind: CallKind, name: string, body?: object): Promise<Buffer> => {
    const [method = 'GET', path = '/'] = name.split(' ');
    const headers = { 'x-api-key': client.key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const began = performance.now();
    let status: number | undefined;
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      status = response.status;
      if (status !== 200) throw new CallFailed(name, status, bytes.toString());
      return bytes;
    } catch (error) {
      throw error instanceof CallFailed ? error : new CallFailed(name, undefined, String(error));
    } finally {
      note({ kind, name: name.replace(/_[0-9A-Z]{26}/g, '_'), status, ms: performance.now() - began });
    }
  };
  return {
    json: async <Body>(client: LoadClient, kind: CallKind, name: string, body?: object) =>
      JSON.parse((await send(client, kind, name, body)).toString()) as Body,
    bytes: async (client, kind, name) => (await send(client, kind, name)).length,
  };
}
