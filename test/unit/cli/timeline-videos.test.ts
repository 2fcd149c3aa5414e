import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { UploadAnnouncementAnswer, UploadAnnouncementBody } from '#cli/cli-api-client.ts';
import { timelineVideosOfOptions } from '#cli/deck-options.ts';
import {
  filePathsOfTimelineVideos,
  readVideoOption,
  sendTimelineVideos,
  toVideoCopyReferences,
} from '#cli/timeline-videos.ts';

const folder = mkdtempSync(join(tmpdir(), 'videos-'));
const file = join(folder, 'Opening.MOV');
writeFileSync(file, 'moving');

it.each([
  ['http://example.com/a.mp4', '--intro: http://example.com/a.mp4 is not an https address.'],
  ['ftp://example.com/a.mp4', 'is not an https address'],
  [join(folder, 'a.txt'), 'is not a file of these types: .mp4, .m4v, .mov, .webm'],
  [join(folder, 'missing.mp4'), '--intro: '],
])('a video of a command is refused with the option that is wrong: %s', (argument, words) => {
  expect(() => readVideoOption('intro', argument)).toThrow(words);
});

it('a folder with the name of a video is refused', () => {
  const named = mkdtempSync(join(folder, 'a-'));
  expect(() => readVideoOption('outro', `${named}/.mp4`)).toThrow('--outro: ');
});

it('files are announced and sent to storage, and addresses are named as they are', async () => {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(`${request.method} ${request.headers['content-type']} ${(await buffer(request)).toString()}`);
    response.end();
  }).listen(0);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const asked: UploadAnnouncementBody[] = [];
  const client = {
    announceUpload: async (body: UploadAnnouncementBody): Promise<UploadAnnouncementAnswer> => {
      asked.push(body);
      const headers = { 'content-type': body.content_type };
      return { upload: { id: 'up_1', method: 'PUT', url, headers, expires_at: '2026-01-01T00:00:00Z' } };
    },
  };
  try {
    const outro = 'https://example.com/end.mp4';
    const videos = timelineVideosOfOptions({ intro: file, outro });
    const body = await sendTimelineVideos(client, videos, new AbortController().signal);
    expect(body).toEqual({ intro: { upload_id: 'up_1' }, outro: { url: outro } });
    expect(asked).toEqual([{ content_type: 'video/quicktime', size_bytes: 6 }]);
    expect(received).toEqual(['PUT video/quicktime moving']);
    expect(await sendTimelineVideos(client, timelineVideosOfOptions({}), new AbortController().signal)).toEqual({});
  } finally {
    server.close();
  }
});

it('videos of another timeline are copied: nothing is sent', async () => {
  const videos = timelineVideosOfOptions({ intro: file, outro: 'https://example.com/end.mp4' });
  expect(filePathsOfTimelineVideos(videos)).toEqual([file]);
  const copies = toVideoCopyReferences('tl_1', videos);
  expect(filePathsOfTimelineVideos(copies)).toEqual([]);
  const client = { announceUpload: () => Promise.reject(new Error('announced')) };
  const copy_of = { timeline_id: 'tl_1' };
  expect(await sendTimelineVideos(client, copies, new AbortController().signal)).toEqual({
    intro: { copy_of },
    outro: { copy_of },
  });
  expect(toVideoCopyReferences('tl_1', timelineVideosOfOptions({}))).toEqual({});
});
