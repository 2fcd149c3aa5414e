import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliApiClient } from '#cli/cli-api-client.ts';
import type { LoadedDeck } from '#cli/load-deck.ts';
import { renderDeck } from '#cli/render-deck.ts';
import { rerenderDeckOnSave } from '#cli/watch/rerender-deck-on-save.ts';
import type { DeckWatchState } from '#cli/watch/watch-deck.ts';
import { ApiError } from '#front/client/api-error.ts';

let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-deck-'));
  server = createServer((request, response) => {
    request.resume();
    response.end(request.method === 'GET' ? 'film' : '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** A service whose imports and renders are completed at once. */
const client = (asked: unknown[] = [], more: object = {}): CliApiClient => {
  const film = {
    id: 'rn_1',
    timeline_id: 'tl_1',
    status: 'completed',
    output: {
      url: address,
      size_bytes: 4,
      captions: { vtt_url: null, srt_url: null, words_url: null },
      extras: { gif_url: null, mp3_url: null, pdf_url: null },
    },
  };
  const calls = {
    importTimeline: async (body: object) =>
      'content_type' in body
        ? { upload: { id: 'up_1', method: 'PUT', url: address, headers: {} } }
        : { id: 'imp_1', status: 'completed', timeline_id: 'tl_1', report: { warnings: [] } },
    getImport: async () => undefined,
    createRender: async ({ output }: { output?: unknown }) => {
      asked.push(output);
      return film;
    },
    getRender: async () => film,
    deleteTimeline: async () => undefined,
    ...more,
  };
  return calls as unknown as CliApiClient;
};

const deck: LoadedDeck = { name: 'deck.md', contentType: 'text/markdown', bytes: Buffer.from('# A'), files: [] };
const job = (output: string): Parameters<typeof renderDeck>[0] => ({
  client: client(),
  deck,
  narration: 'none',
  output,
  progress: () => ({ update() {}, stop() {} }),
  signal: new AbortController().signal,
});
const render = (output: string) => renderDeck(job(output));

describe('a video of a deck', () => {
  it('takes away the captions of the video that it replaces, and no others', async () => {
    const output = join(folder, 'silent.mp4');
    const captions = ['vtt', 'srt', 'words.json'].map((ending) => join(folder, `silent.${ending}`));
    for (const file of captions) await writeFile(file, 'old');
    await render(output);
    for (const file of captions) expect(await readFile(file, 'utf8')).toBe('old');
    await render(output);
    for (const file of captions) await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('has the captions of the deck, unless the command names others', async () => {
    const asked: unknown[] = [];
    const captions = { captions: 'burned_in' as const, caption_style: { preset: 'karaoke' as const } };
    for (const videoOutput of [undefined, { fps: 60 as const }, { captions: 'none' as const }])
      await renderDeck({
        ...job(join(folder, 'film.mp4')),
        client: client(asked),
        deck: { ...deck, captions },
        videoOutput,
      });
    expect(asked).toEqual([captions, { fps: 60, ...captions }, { captions: 'none' }]);
  });

  it('is put where it was asked for', async () => {
    const output = join(folder, 'made', 'film.mp4');
    expect((await render(output)).bytes).toBe(4);
    expect(await readFile(output, 'utf8')).toBe('film');
  });

  it('is kept elsewhere when its folder cannot be written any more, and the place is reported', async () => {
    await writeFile(join(folder, 'file'), '');
    const output = join(folder, 'file', 'film.mp4');
    const told = await render(output).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    const [, kept = ''] = /^The video is kept in (.+)$/m.exec(told) ?? [];
    expect(await readFile(kept, 'utf8')).toBe('film');
    expect(told).toContain(join(folder, 'file'));
    await rm(dirname(kept), { recursive: true });
  });
});

describe('the check before a render', () => {
  const check = { warnings: [], estimate: {} };

  it('has the settings of the render, and comes before it', async () => {
    const calls: unknown[] = [];
    const checkingClient = client(calls, {
      checkTimeline: async (...call: unknown[]) => {
        calls.push(call);
        return check;
      },
    });
    const videoOutput = { codec: 'vp9' as const, captions: 'none' as const, fps: 60 as const };
    await renderDeck({
      ...job(join(folder, 'film.mp4')),
      ...{ client: checkingClient, videoOutput, onChecked: (answer) => void calls.push(answer) },
    });
    expect(calls).toEqual([['tl_1', { codec: 'vp9', captions: 'none' }], check, videoOutput]);
  });

  it('deletes the timeline and renders nothing if what it finds is not accepted', async () => {
    const calls: unknown[] = [];
    const checkingClient = client(calls, {
      checkTimeline: async () => check,
      deleteTimeline: async (id: string) => void calls.push(id),
    });
    const refusal = new Error('refused');
    const onChecked = () => {
      throw refusal;
    };
    const ended = renderDeck({ ...job(join(folder, 'film.mp4')), client: checkingClient, onChecked });
    await expect(ended).rejects.toBe(refusal);
    expect(calls).toEqual(['tl_1']);
  });

  it('is left out while the service is too busy for it; another error ends the command', async () => {
    const answers: unknown[] = [];
    const failWith = (status: number, code: string) =>
      renderDeck({
        ...job(join(folder, 'film.mp4')),
        client: client([], {
          checkTimeline: async () => {
            const request = { method: 'GET', path: '/timelines/tl_1/check' };
            throw new ApiError(request, status, JSON.stringify({ error: { code, message: code } }), null);
          },
        }),
        onChecked: (answer) => void answers.push(answer),
      });
    expect((await failWith(503, 'unavailable')).bytes).toBe(4);
    await expect(failWith(404, 'timeline_not_found')).rejects.toThrow('timeline_not_found');
    expect(answers).toEqual([undefined]);
  });
});

it('a watched deck copies its intro from the last video, and sends it again after a render that failed', async () => {
  const [path, intro] = [join(folder, 'watched.md'), join(folder, 'intro.mp4')];
  await writeFile(intro, 'clip');
  await writeFile(path, '# 0');
  const sent: object[] = [];
  const service = client([], {
    announceUpload: async () => ({ upload: { id: 'up_2', method: 'PUT', url: address, headers: {} } }),
    async updateTimeline(_: string, patch: { intro: object }) {
      sent.push(patch.intro);
      // The second timeline of this service finds that the first is gone.
      if (sent.length === 2) throw new Error('timeline_not_found');
    },
  });
  const ending = new AbortController();
  const ends: DeckWatchState['status'][] = [];
  const onState = async ({ status }: DeckWatchState): Promise<void> => {
    if (status === 'rendering') return;
    if (ends.push(status) === 3) return ending.abort();
    await writeFile(path, `# ${ends.length}`);
  };
  const settings = { ...job(join(folder, 'watched.mp4')), client: service, signal: ending.signal };
  const videos = { intro: { path: intro, type: 'video/mp4' as const } };
  await expect(rerenderDeckOnSave({ ...settings, path, videos, onState })).rejects.toThrow('aborted');
  expect(ends).toEqual(['ready', 'failed', 'ready']);
  const copy = { copy_of: { timeline_id: 'tl_1' } };
  expect(sent).toEqual([{ upload_id: 'up_2' }, copy, { upload_id: 'up_2' }]);
});
