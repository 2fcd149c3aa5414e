import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { muxVideo, type VideoMuxSpec } from '#engine/video/mux/mux-video.ts';
import { inspectWebm } from '#engine/video/webm/inspect.ts';
import { elementaryStream, inPieces, SIZE } from '#test/support/video/elementary-streams.ts';
import { ffmpegOutput, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const FRAMES = 90;
const TITLE = 'Été = "a; b" # c \\ <d> 日本 🎬';
const CHAPTERS = [
  { title: 'One = 1; two # 2 \\ three', startFrame: 0 },
  { title: 'مرحبا\nبالعالم', startFrame: 1 },
  { title: ' \u0000 ', startFrame: 37 },
  { title: '日本語 🎬', startFrame: 89 },
];
const CAPTIONS = {
  language: 'pt-BR',
  cues: [
    { text: 'A <b>bold</b> & plain --> arrow', start_seconds: 0.5, end_seconds: 1.25 },
    { text: 'two\r\n\r\n00:00:01.000 --> 00:00:02.000\nlines 日本', start_seconds: 1.5, end_seconds: 2.5 },
    { text: 'it goes on', start_seconds: 2.25, end_seconds: 60 },
    { text: ' \u0007 ', start_seconds: 0, end_seconds: 3 },
  ],
};

async function muxed(folder: string, codec: 'h264' | 'vp9', more: Partial<VideoMuxSpec>): Promise<string> {
  const bytes = await elementaryStream(codec, { frames: FRAMES, fps: 30, every: 30 });
  const settings = { codec, ...SIZE, fps: 30, quality: 'standard' } as const;
  const file = join(folder, codec === 'vp9' ? 'a.webm' : 'a.mp4');
  await muxVideo({ settings, frames: FRAMES, stream: () => inPieces(bytes), ...more }, file, runtime);
  return file;
}

const ffmetadata = async (file: string): Promise<string> =>
  (await ffmpegOutput([{ at: file, options: [] }], ['-f', 'ffmetadata'])).toString();

/** Text as that format writes it: these characters after a backslash. */
const escaped = (text: string): string => text.replace(/[=;#\\\n]/g, '\\$&');

test.each(['h264', 'vp9'] as const)('the title of an %s file is as it was given', async (codec) => {
  await using folder = await temporaryFolder();
  const metadata = await ffmetadata(await muxed(folder.path, codec, { title: TITLE }));
  expect(metadata).toContain(`title=${escaped(TITLE)}\n`);
});

test('the time of creation is written as each container counts it', async () => {
  await using folder = await temporaryFolder();
  const creationTime = '2026-01-02T03:04:05.000Z';
  const mp4 = await readFile(await muxed(folder.path, 'h264', { creationTime }));
  const secondsSince1904 = (Date.parse(creationTime) - Date.UTC(1904, 0)) / 1000;
  expect(mp4.readUInt32BE(mp4.indexOf('mvhd') + 8)).toBe(secondsSince1904);
  const webm = await readFile(await muxed(folder.path, 'vp9', { creationTime }));
  const date = webm.indexOf(Buffer.from('446188', 'hex'));
  const nsSince2001 = BigInt(Date.parse(creationTime) - Date.UTC(2001, 0)) * 1_000_000n;
  expect(webm.readBigInt64BE(date + 3)).toBe(nsSince2001);
});

test.each(['h264', 'vp9'] as const)('chapters of an %s file start exactly at their frames', async (codec) => {
  await using folder = await temporaryFolder();
  const metadata = await ffmetadata(await muxed(folder.path, codec, { chapters: CHAPTERS }));
  const chapters = [...metadata.matchAll(/TIMEBASE=1\/(\d+)\nSTART=(\d+)\nEND=(\d+)\ntitle=(.*)/g)];
  const frames = (ticks = '', scale = ''): number => (Number(ticks) / Number(scale)) * 30;
  expect(chapters.map(([, , , , title]) => title)).toEqual([
    escaped('One = 1; two # 2 \\ three'),
    'مرحبا بالعالم',
    '3',
    '日本語 🎬',
  ]);
  for (const [i, [, scale, start, end]] of chapters.entries()) {
    expect(frames(start, scale)).toBeCloseTo([0, 1, 37, 89][i] ?? -1, 6);
    expect(frames(end, scale)).toBeCloseTo([1, 37, 89, 90][i] ?? -1, 6);
  }
});

test('the chapters of an MP4 file are in both forms', async () => {
  await using folder = await temporaryFolder();
  const file = await muxed(folder.path, 'h264', { chapters: CHAPTERS, captions: CAPTIONS });
  const { texts, neroChapters } = await inspectMp4(file);
  expect(neroChapters).toBe(4);
  expect(texts).toEqual([
    { entry: 'tx3g', language: 'por', isEnabled: false, samples: 5 },
    { entry: 'text', language: 'und', isEnabled: false, samples: 4 },
  ]);
});

test('chapters that are not in order, or do not start at the start, are refused', async () => {
  await using folder = await temporaryFolder();
  const chapter = (startFrame: number) => ({ title: 'a', startFrame });
  for (const starts of [[3], [0, 0], [0, 20, 10], [0, FRAMES]]) {
    await expect(muxed(folder.path, 'h264', { chapters: starts.map(chapter) })).rejects.toThrow(RangeError);
  }
});

/** Times and text of the cues that ffmpeg reads. */
async function cuesRead(file: string): Promise<string[]> {
  const text = (await ffmpegOutput([{ at: file, options: [] }], ['-map', '0:s:0', '-f', 'webvtt'])).toString();
  return text.trim().split('\n\n').slice(1);
}

test('captions of an MP4 file show what was said, one cue at a time, and no more', async () => {
  await using folder = await temporaryFolder();
  const cues = await cuesRead(await muxed(folder.path, 'h264', { captions: CAPTIONS }));
  expect(cues).toEqual([
    '00:00.500 --> 00:01.250\nA <b>bold</b> & plain --> arrow',
    '00:01.500 --> 00:02.250\ntwo\n00:00:01.000 --> 00:00:02.000\nlines 日本',
    '00:02.250 --> 00:03.000\nit goes on',
  ]);
});

test('captions of a WebM file are WebVTT in which no text is markup or timing', async () => {
  await using folder = await temporaryFolder();
  const file = await muxed(folder.path, 'vp9', { captions: CAPTIONS });
  const { captions } = await inspectWebm(file);
  expect(captions).toMatchObject({ codec: 'D_WEBVTT/SUBTITLES', language: 'por', times: [500, 1500, 2250] });
  const packets = (
    await ffmpegOutput([{ at: file, options: [] }], ['-map', '0:s:0', '-c', 'copy', '-f', 'webvtt'])
  ).toString();
  expect(packets).toContain('A &lt;b&gt;bold&lt;/b&gt; &amp; plain --&gt; arrow\n');
  expect(packets).toContain('two\n00:00:01.000 --&gt; 00:00:02.000\nlines 日本\n');
  expect(packets.match(/-->/g)).toHaveLength(3);
});

test('the language of what is spoken is written in the form of each container', async () => {
  await using folder = await temporaryFolder();
  await muxed(folder.path, 'h264', { language: 'de-CH' });
  const webm = await muxed(folder.path, 'vp9', { language: 'de-CH' });
  expect((await inspectMp4(join(folder.path, 'a.mp4'))).video.language).toBe('deu');
  expect((await inspectWebm(webm)).video.language).toBe('ger');
});
