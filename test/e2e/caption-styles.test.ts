import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RenderAnswer } from '#features/renders/view.ts';
import type { Schemas } from '#front/client/client.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, type ErrorBody, ended } from '#test/support/service/start-service.ts';

const service = sharedService();
let client: Client;
beforeAll(async () => {
  client = await service.account('max');
});

const run = promisify(execFile);
const SIZE = { width: 854, height: 480 };

/** The middle of the pixels near pure magenta in the frame at a time, from the left; undefined: there are hardly any. */
async function magentaAt(file: string, seconds: number): Promise<number | undefined> {
  const options = ['-v', 'error', '-ss', seconds.toFixed(3), '-i', file, '-frames:v', '1'];
  const { stdout } = await run(ffmpegInstaller.path, [...options, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 24,
  });
  expect(stdout.length).toBe(SIZE.width * SIZE.height * 3);
  const columns: number[] = [];
  for (let at = 0; at < stdout.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = stdout.subarray(at, at + 3);
    if (red > 150 && blue > 150 && green < 100) columns.push((at / 3) % SIZE.width);
  }
  return columns.length < 20 ? undefined : columns.reduce((sum, column) => sum + column, 0) / columns.length;
}

describe('captions that mark the spoken word', () => {
  it('mark in the picture the word whose time the files tell, from left to right', async () => {
    const body = {
      timeline: {
        title: 'Words',
        resolution: '480p',
        slides: [{ title: 'One', speaker_notes: 'Every single word arrives here.' }, { title: 'Silent' }],
      },
      output: {
        ...{ captions: 'burned_in', caption_words: true },
        caption_style: { preset: 'karaoke', highlight: '#ff00ff', size: 'large' },
      },
    };
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', body);
    const { output, status } = await ended(client, id);
    expect(status).toBe('completed');
    expect(output.caption_style).toMatchObject({ preset: 'karaoke', highlight: '#ff00ff', background: null });
    const file = await download(output.url, join(service.directory, 'karaoke.mp4'));
    const { words } = (await (await fetch(output.captions.words_url ?? '')).json()) as {
      words: { text: string; start: number; end: number }[];
    };
    expect(words.map(({ text }) => text)).toEqual(['Every', 'single', 'word', 'arrives', 'here.']);
    const middles: number[] = [];
    for (const { start, end } of words) middles.push((await magentaAt(file, (start + end) / 2)) ?? -1);
    expect(middles.every((middle) => middle > 0)).toBe(true);
    expect([...middles].sort((one, other) => one - other)).toEqual(middles);
    // Before the first word, and on a slide without narration, nothing is marked.
    expect(await magentaAt(file, 0)).toBeUndefined();
    expect(await magentaAt(file, (output.duration_seconds ?? 0) - 0.5)).toBeUndefined();

    const vtt = await (await fetch(output.captions.vtt_url ?? '')).text();
    const [begin = ''] = /[\d:.]+(?= --> )/.exec(vtt) ?? [];
    const stamps = words.map(({ start }) => `00:00:0${start.toFixed(3)}`);
    // The start of the caption is the time of a word that starts with it.
    expect(vtt.match(/<[\d:.]+>/g)).toEqual(stamps.filter((stamp) => stamp > begin).map((stamp) => `<${stamp}>`));
    expect(stamps.filter((stamp) => stamp < begin)).toEqual([]);

    const transcript = await client.ok<Schemas['GetTranscriptAnswer']>('GET', `/renders/${id}/transcript`);
    expect(transcript.slides.map(({ title, sentences }) => [title, sentences.map(({ text }) => text)])).toEqual([
      ['One', ['Every single word arrives here.']],
      ['Silent', []],
    ]);
    const page = await fetch(`${service.stack.baseUrl}/renders/${id}/transcript?format=html`, {
      headers: { 'x-api-key': client.apiKey },
    });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<p>Every single word arrives here.</p>');
  });

  it('are refused where captions are not in the picture', async () => {
    const { status, body } = await client.call<ErrorBody>('POST', '/renders', {
      timeline: { title: 'x', slides: [{ title: 'y' }] },
      output: { caption_style: { preset: 'word' } },
    });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'validation_failed', 'output.caption_style']);
  });
});
