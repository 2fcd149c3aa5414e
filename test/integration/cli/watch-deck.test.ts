import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveDeckWatchPage } from '#cli/watch/deck-watch-page-server.ts';
import { type DeckWatchState, watchDeck } from '#cli/watch/watch-deck.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const place = (name: string): string => join(folder, name);

describe('watching a deck', () => {
  let ending: AbortController;
  let watching: Promise<unknown>;
  let states: DeckWatchState[];
  let news: () => void;
  /** Resolves when a state came that is wanted, counted from the last one that was waited for. */
  let looked: number;
  let rendered: string[];
  let hold: Promise<void> | undefined;

  async function until(wanted: (state: DeckWatchState) => boolean): Promise<DeckWatchState> {
    for (;;) {
      for (; looked < states.length; looked++) {
        const state = states[looked];
        if (state && wanted(state)) {
          looked++;
          return state;
        }
      }
      await new Promise<void>((resolve) => {
        news = resolve;
      });
    }
  }
  const ready = (film: number) => until((state) => state.status === 'ready' && state.film === film);
  const failed = () => until(({ status }) => status === 'failed');

  /** A deck is its text; a line `use NAME` reads a file next to it. */
  function begin(): void {
    ending = new AbortController();
    [states, rendered, looked, news, hold] = [[], [], 0, () => undefined, undefined];
    watching = watchDeck({
      files: [place('deck.md')],
      async load() {
        const deck = await readFile(place('deck.md'), 'utf8');
        if (deck.includes('fault')) throw new Error('The deck has a fault.');
        const [, name] = /^use (\S+)$/m.exec(deck) ?? [];
        const beside = name === undefined ? [] : [place(name)];
        const parts = await Promise.all(beside.map((path) => readFile(path, 'utf8')));
        return { text: [deck, ...parts].join('|'), files: [place('deck.md'), ...beside] };
      },
      async render({ text }) {
        rendered.push(text);
        news();
        await hold;
        return { slides: text.length };
      },
      onState(state) {
        states.push(state);
        news();
      },
      explain: (error) => (error instanceof Error ? error.message : 'unknown'),
      signal: ending.signal,
    }).catch((reason: unknown) => reason);
  }

  afterEach(async () => {
    ending.abort();
    expect(await watching).toBe(ending.signal.reason);
  });

  it('renders each save, also one by renaming, and of a file that the deck names', async () => {
    writeFileSync(place('deck.md'), 'one');
    begin();
    await ready(1);
    writeFileSync(place('other.md'), 'two\nuse part.md');
    writeFileSync(place('part.md'), 'first');
    renameSync(place('other.md'), place('deck.md'));
    await ready(2);
    writeFileSync(place('part.md'), 'second');
    await ready(3);
    expect(rendered.at(0)).toBe('one');
    expect(rendered.at(-1)).toBe('two\nuse part.md|second');
  });

  it('makes one more video of all saves that come during a render, of the last of them', async () => {
    writeFileSync(place('deck.md'), 'one');
    begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    hold = promise;
    await until(({ status }) => status === 'rendering');
    while (rendered.length === 0) await new Promise<void>((done) => (news = done));
    for (const save of ['two', 'three', 'four']) writeFileSync(place('deck.md'), save);
    hold = undefined;
    resolve();
    await ready(2);
    expect(rendered).toEqual(['one', 'four']);
  });

  it('tells the fault of a deck, keeps the last video, and continues with the next save', async () => {
    writeFileSync(place('deck.md'), 'one');
    begin();
    await ready(1);
    writeFileSync(place('deck.md'), 'a fault');
    expect(await failed()).toEqual({ status: 'failed', message: 'The deck has a fault.', film: 1 });
    writeFileSync(place('deck.md'), 'mended');
    await ready(2);
    expect(rendered.at(-1)).toBe('mended');
  });

  it('waits for a deck that is away', async () => {
    writeFileSync(place('deck.md'), 'one');
    begin();
    await ready(1);
    rmSync(place('deck.md'));
    expect(await failed()).toMatchObject({ message: `${place('deck.md')} is missing. Save it again.` });
    writeFileSync(place('deck.md'), 'again');
    await ready(2);
  });
});

describe('the page', () => {
  const open = () =>
    serveDeckWatchPage({ port: 0, film: place('film.mp4'), type: 'video/mp4', captions: place('film.vtt') });
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const sent = request(url, { headers, agent: false }).end();
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };

  it('has a strict policy and needs nothing from elsewhere', async () => {
    await using page = await open();
    const { status, headers, body } = await get(page.url);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(body).not.toMatch(/https?:|<style|<script>|style=|onclick/);
    for (const path of ['page.js', 'page.css']) expect((await get(`${page.url}${path}`)).status).toBe(200);
    expect((await get(`${page.url}../watch-page.ts`)).status).toBe(404);
  });

  it('answers no page that has another name', async () => {
    await using page = await open();
    expect((await get(page.url, { host: 'evil.example' })).status).toBe(421);
  });

  it('sends the video by ranges, so that a player can jump', async () => {
    writeFileSync(place('film.mp4'), '0123456789');
    await using page = await open();
    expect(await get(`${page.url}film`)).toMatchObject({ status: 200, body: '0123456789' });
    expect(await get(`${page.url}film`, { range: 'bytes=2-4' })).toMatchObject({
      status: 206,
      body: '234',
      headers: { 'content-range': 'bytes 2-4/10', 'content-type': 'video/mp4' },
    });
    expect((await get(`${page.url}film`, { range: 'bytes=20-' })).status).toBe(416);
    expect((await get(`${page.url}captions`)).status).toBe(404);
  });

  it('tells a reader the state at once, and each one that follows', async () => {
    await using page = await open();
    page.show({ status: 'rendering', progress: 5, film: 0 });
    const answer = await fetch(`${page.url}events`);
    const reader = (answer.body ?? expect.fail('no events')).pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (part: string) => {
      while (!heard.includes(part)) heard += (await reader.read()).value ?? expect.fail('the events ended');
    };
    await hear('"progress":5');
    page.show({ status: 'ready', slides: 3, seconds: 0.5, film: 1 });
    await hear('"film":1');
    await reader.cancel();
  });
});
