/**
 * Instead of `node:crypto`: hashes and signatures that are as long and as different, and cost a tenth. Nothing in the
 * simulation attacks them; that signatures verify is tested elsewhere.
 */

/** Four independent multiplications: 128 bits, which no million of schedules brings to a collision. */
function digestOf(text: string, seed: number): Buffer {
  let [a, b, c, d] = [0x9e3779b9 ^ seed, 0x243f6a88 + seed, 0xb7e15162, 0xdeadbeef];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x85ebca77);
    b = Math.imul(b ^ code, 0xc2b2ae3d);
    c = Math.imul(c ^ code, 0x27d4eb2f);
    d = Math.imul(d ^ code, 0x165667b1);
    a ^= d >>> 15;
    c ^= b >>> 13;
  }
  const bytes = Buffer.allocUnsafe(32);
  for (let at = 0; at < 32; at += 16) {
    a = mixed(a + at);
    b = mixed(b ^ a);
    c = mixed(c ^ b);
    d = mixed(d ^ c);
    bytes.writeInt32LE(a, at);
    bytes.writeInt32LE(b, at + 4);
    bytes.writeInt32LE(c, at + 8);
    bytes.writeInt32LE(d, at + 12);
  }
  return bytes;
}

function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

class CheapHash {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  update(more: string | Uint8Array): this {
    this.#text += typeof more === 'string' ? more : Buffer.from(more).toString('latin1');
    return this;
  }

  digest(): Buffer;
  digest(encoding: BufferEncoding): string;
  digest(encoding?: BufferEncoding): Buffer | string {
    const bytes = digestOf(this.#text, this.#text.length);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

export const createHash = (_algorithm: 'sha256'): CheapHash => new CheapHash('');
export const createHmac = (_algorithm: 'sha256', key: Uint8Array): CheapHash =>
  new CheapHash(`${Buffer.from(key).toString('latin1')}.`);

/** As in `node:crypto`. Ids are made without it (`ids.ts`): another caller would get other numbers in each run of one seed. */
export function randomInt(): never {
  throw new Error('the random numbers of this machine are not of the simulation');
}
