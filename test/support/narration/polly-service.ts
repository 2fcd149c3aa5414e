import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { FAILURES, MARKS_HEADERS, SOUND_HEADERS } from '#test/fixtures/narration/polly-exchanges.ts';
import { ffmpegPath } from '../audio/measure.ts';

const RATE = 24_000;
/** How long a letter lasts, in seconds. Silence surrounds each answer, as with a real voice. */
export const LETTER_SECONDS = 0.02;
const SILENCE_SECONDS = 0.12;

const call = z.looseObject({ Text: z.string(), VoiceId: z.string(), OutputFormat: z.string() });
export type Call = z.output<typeof call>;

const lettersOf = (ssml: string): number => (ssml.replace(/<[^>]*>|&\w+;/g, '').match(/[\p{L}\p{N}]/gu) ?? []).length;

const secondsOf = (ssml: string): number => lettersOf(ssml) * LETTER_SECONDS;

/** The words of the tone: a line of JSON for each, with bytes of the text as it was sent. */
const marksOf = (ssml: string): string =>
  [...ssml.matchAll(/<[^>]*>|&\w+;|[\p{L}\p{M}\p{N}’]+/gu)]
    .filter(([token]) => !/^[<&]/.test(token))
    .map(({ 0: value, index }) => {
      const start = Buffer.byteLength(ssml.slice(0, index));
      const time = Math.round((SILENCE_SECONDS + secondsOf(ssml.slice(0, index))) * 1000);
      return `${JSON.stringify({ time, type: 'word', start, end: start + Buffer.byteLength(value), value })}\n`;
    })
    .join('');

/** A tone as an Ogg Vorbis file. */
async function soundOf(ssml: string): Promise<Buffer> {
  const silence = SILENCE_SECONDS * RATE;
  const sound = Math.round(secondsOf(ssml) * RATE);
  const pcm = Buffer.alloc((sound + 2 * silence) * 2);
  for (let i = 0; i < sound; i++)
    pcm.writeInt16LE(Math.round(9000 * Math.sin(i / 12) * (0.6 + 0.4 * Math.sin(i / 900))), (silence + i) * 2);
  const parts: Buffer[] = [];
  const sink = new Writable({
    write(part: Buffer, _, done) {
      parts.push(part);
      done();
    },
  });
  await runFfmpeg(
    {
      inputs: [{ at: Readable.from([pcm]), options: ['-f', 's16le', '-ar', String(RATE), '-ac', '1'] }],
      output: { at: sink, options: ['-c:a', 'libvorbis', '-q:a', '4', '-f', 'ogg'] },
    },
    { ffmpegPath },
  );
  return Buffer.concat(parts);
}

/** Stands in for Amazon Polly as a server that the real SDK calls. */
export class PollyService {
  /** The sounds that it was asked for, in the order of arrival. */
  readonly calls: { path: string; body: Call }[] = [];
  /** The speech marks that it was asked for. */
  readonly markCalls: { path: string; body: Call }[] = [];
  /** What it answers first, one for each call; with sound when there is none left. */
  readonly failures: (keyof typeof FAILURES)[] = [];
  /** The same for calls for speech marks. */
  readonly markFailures: (keyof typeof FAILURES)[] = [];
  readonly #sounds = new Map<string, Promise<Buffer>>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<PollyService> {
    const service = new PollyService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get endpoint(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** How many calls were under way at once at most. */
  busiest = 0;
  #busy = 0;

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.busiest = Math.max(this.busiest, ++this.#busy);
    const body = call.parse(await json(request));
    const isMarks = body.OutputFormat === 'json';
    (isMarks ? this.markCalls : this.calls).push({ path: `${request.method} ${request.url}`, body });
    const next = (isMarks ? this.markFailures : this.failures).shift();
    if (next === undefined && isMarks) response.writeHead(200, MARKS_HEADERS).end(marksOf(body.Text));
    else if (next === undefined) response.writeHead(200, SOUND_HEADERS).end(await this.#sound(body.Text));
    else response.writeHead(FAILURES[next].status, FAILURES[next].headers).end(FAILURES[next].body);
    this.#busy--;
  }

  #sound(ssml: string): Promise<Buffer> {
    const sound = this.#sounds.get(ssml) ?? soundOf(ssml);
    this.#sounds.set(ssml, sound);
    return sound;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
