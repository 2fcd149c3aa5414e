import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';
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

/** The frame at a time, as red, green and blue. */
async function frameAt(file: string, seconds: number): Promise<Buffer> {
  const options = ['-v', 'error', '-ss', seconds.toFixed(3), '-i', file, '-frames:v', '1'];
  const { stdout } = await run(ffmpegInstaller.path, [...options, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 24,
  });
  expect(stdout.length).toBe(SIZE.width * SIZE.height * 3);
  return stdout;
}

/** A picture of the API in the size of frames, as red, green and blue. */
async function pictureAt(path: string): Promise<Buffer> {
  const headers = { 'x-api-key': client.apiKey };
  const response = await fetch(`${service.stack.baseUrl}${path}`, { headers });
  const file = Buffer.from(await response.arrayBuffer());
  return sharp(file).resize(SIZE).removeAlpha().raw().toBuffer();
}

/** The part of the pixels near pure magenta. */
function magenta(frame: Buffer): number {
  let count = 0;
  for (let at = 0; at < frame.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = frame.subarray(at, at + 3);
    if (red > 150 && blue > 150 && green < 110) count++;
  }
  return count / (SIZE.width * SIZE.height);
}

/** The part of the pixels that are dark. */
const dark = (frame: Buffer): number => {
  let count = 0;
  for (let at = 0; at < frame.length; at += 3) if ((frame[at] ?? 255) < 90) count++;
  return count / (SIZE.width * SIZE.height);
};

const AREA = { x: 0.05, y: 0.1, width: 0.4, height: 0.2 };

describe('callouts of a slide', () => {
  it('are in the frames of their time, and the camera comes back', async () => {
    const callouts = [
      { kind: 'box', area: AREA, at: { seconds: 1 }, until: { seconds: 2 }, color: '#ff00ff', text: 'Here' },
      { kind: 'zoom', area: AREA, at: { seconds: 3 }, until: { seconds: 4.5 } },
    ];
    const slides = [
      { title: 'The same title', bullet_points: ['One', 'Two', 'Three'], duration_seconds: 6, callouts },
      {
        title: 'The same title',
        bullet_points: ['Other', 'Points', 'Here'],
        duration_seconds: 3,
        transition: { type: 'morph', duration_seconds: 1 },
      },
    ];
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', {
      timeline: { title: 'Callouts', resolution: '480p', slides },
    });
    const { output, status } = await ended(client, id);
    expect(status).toBe('completed');
    const file = await download(output.url, join(service.directory, 'callouts.mp4'));
    const marked = await Promise.all([0.5, 1.5, 2.5].map(async (at) => magenta(await frameAt(file, at))));
    expect(marked[0]).toBe(0);
    expect(marked[1]).toBeGreaterThan(0.002);
    expect(marked[2]).toBe(0);
    const [before, near, after] = await Promise.all([2.5, 4, 5.6].map((at) => frameAt(file, at)));
    if (!before || !near || !after) throw new RangeError('no frames');
    // Letters are four times as large in a part of a half of the sides.
    expect(dark(near)).toBeGreaterThan(1.5 * dark(before));
    expect(dark(after)).toBeCloseTo(dark(before), 2);

    // The title stays while the points of both slides are seen one after the other, never at once.
    const half = await frameAt(file, 6.5);
    expect(dark(half)).toBeLessThan(0.75 * dark(before));
    expect(dark(half)).toBeGreaterThan(0.1 * dark(before));
  });

  it('are in previews and contact sheets without their times, the part that the camera goes to with a line around it', async () => {
    const marked = (kind: string) => [
      { kind, area: AREA, color: '#ff00ff', at: { seconds: 1 }, until: { seconds: 2 } },
    ];
    const kinds = ['box', 'arrow', 'zoom'];
    const timeline = await client.ok<Schemas['Timeline']>('POST', '/timelines', {
      title: 'Callouts',
      slides: [...kinds.map((kind) => ({ title: kind, callouts: marked(kind) })), { title: 'None' }],
    });
    const shares = await Promise.all(
      timeline.slides.map(async ({ id }) =>
        magenta(await pictureAt(`/timelines/${timeline.id}/slides/${id}/preview?width=${SIZE.width}`)),
      ),
    );
    for (const share of shares.slice(0, kinds.length)) expect(share).toBeGreaterThan(0.0005);
    expect(shares.at(-1)).toBe(0);
    expect(magenta(await pictureAt(`/timelines/${timeline.id}/contact-sheet`))).toBeGreaterThan(0.0002);
  });

  it('are answered as they were sent, and refused with the field that is wrong', async () => {
    const callout = { kind: 'arrow', area: AREA, at: { show: 2 }, text: 'Look', color: '#FF00FF' };
    const timeline = await client.ok<Schemas['Timeline']>('POST', '/timelines', {
      title: 'Callouts',
      slides: [{ title: 'One', speaker_notes: 'First. [[show]] Then.', callouts: [callout] }],
    });
    const [slide] = timeline.slides;
    const moment = { seconds: null, show: 2, sentence: null };
    expect(slide?.callouts).toEqual([{ ...callout, at: moment, until: null, color: '#ff00ff' }]);
    const check = await client.ok<Schemas['TimelineCheck']>('GET', `/timelines/${timeline.id}/check`);
    expect(check.warnings.map(({ code, param }) => [code, param])).toContainEqual([
      'callout_not_shown',
      'slides[0].callouts[0]',
    ]);
    const wrong = { ...callout, at: { show: 1, seconds: 2 } };
    const refused = await client.call<ErrorBody>('PUT', `/timelines/${timeline.id}/slides/${slide?.id}`, {
      callouts: [wrong],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ code: 'validation_failed', param: 'callouts[0].at' });
    await client.ok('PUT', `/timelines/${timeline.id}/slides/${slide?.id}`, { callouts: null });
  });
});
