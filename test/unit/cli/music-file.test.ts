import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { MusicAnswer, MusicBody } from '#cli/cli-api-client.ts';
import { loadMusicOfCommandOptions, readDeckOptions } from '#cli/deck-options.ts';
import { loadMusicFile, uploadTimelineMusic } from '#cli/music-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'music-'));
const file = join(folder, 'Theme.MP3');
writeFileSync(file, 'sound');

describe('music for a video', () => {
  it('is read with its type and volume', () => {
    expect(loadMusicOfCommandOptions({ music: file, musicVolume: 0.3 })).toMatchObject({
      type: 'audio/mpeg',
      volume: 0.3,
    });
    expect(loadMusicOfCommandOptions({})).toBeUndefined();
  });

  it.each([
    [() => loadMusicFile(join(folder, 'a.txt'), undefined), '--music'],
    [() => loadMusicFile(join(folder, 'missing.mp3'), undefined), '--music'],
    [() => loadMusicOfCommandOptions({ musicVolume: 0.3 }), '--music <file>'],
  ])('is refused with the option that is wrong: %s', (act, words) => {
    expect(act).toThrow(words);
  });

  it('is announced, sent to storage, and given to the timeline', async () => {
    const received: string[] = [];
    const server = createServer(async (request, response) => {
      received.push(`${request.method} ${request.headers['content-type']} ${(await buffer(request)).toString()}`);
      response.end();
    }).listen(0);
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const asked: MusicBody[] = [];
    const headers = { 'content-type': 'audio/mpeg' };
    const upload = { id: 'up_1', method: 'PUT', url, headers };
    const setMusic = async (_: string, body: MusicBody) => {
      asked.push(body);
      return { upload } as unknown as MusicAnswer;
    };
    await uploadTimelineMusic({ setMusic }, 'tl_1', loadMusicFile(file, 0.3), AbortSignal.timeout(5000));
    server.close();
    expect(received).toEqual(['PUT audio/mpeg sound']);
    expect(asked).toEqual([
      { content_type: 'audio/mpeg', size_bytes: 5 },
      { upload_id: 'up_1', volume: 0.3 },
    ]);
  });
});

it('options about the voice are settings of the timeline', () => {
  const lexicon = [{ word: 'SQL', say: 'sequel' }];
  expect(readDeckOptions({ voice: 'en-gb', speed: 1.2, lexicon, speak: 'slides' }).settings).toEqual({
    ...{ voice: 'en-gb', speed: 1.2, lexicon, narration_source: 'slide' },
  });
});
