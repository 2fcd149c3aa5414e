import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** The answers to the first question for a name, to the second and so on; the last one stays. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

const TYPE_A = 1;
const TYPE_AAAA = 28;

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const inner = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (inner) return Buffer.concat([bytesOf(`${inner[1]}0:0`).subarray(0, 12), bytesOf(inner[2] ?? '')]);
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

/** The question of a query (RFC 1035, 4.1.2): its name, its type, and where it ends. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A name server on 127.0.0.1, over UDP; `asked` are the names in the order of the questions, each for its A and AAAA. */
export async function startNameServer(zone: Zone) {
  const asked: string[] = [];
  const times = new Map<string, number>();
  const answer = (query: Buffer): Buffer => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const key = `${name} ${type}`;
    const count = times.get(key) ?? 0;
    times.set(key, count + 1);
    const answers = zone[name];
    const addresses = (answers?.[Math.min(count, answers.length - 1)] ?? []).filter(
      (address) => (isIPv4(address) ? TYPE_A : TYPE_AAAA) === type,
    );
    const records = addresses.map((address) => {
      const data = bytesOf(address);
      // A pointer to the question's name, the type, class IN, a time to live of 0 s, and the address.
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
      return Buffer.concat([head, data]);
    });
    const header = Buffer.from(query.subarray(0, 12));
    // An authoritative answer: of what there is, or that there is no such name.
    header.writeUInt16BE(answers ? 0x8580 : 0x8583, 2);
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8, 12);
    return Buffer.concat([header, query.subarray(12, end), ...records]);
  };
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answer(query), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
