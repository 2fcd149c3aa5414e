import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { Mp4Error } from '#engine/video/mp4/boxes.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { muxVideo } from '#engine/video/mux/mux-video.ts';
import { inspectWebm } from '#engine/video/webm/inspect.ts';
import { OggError } from '#engine/video/webm/ogg-opus.ts';
import { elementaryStream, inPieces, SIZE } from '#test/support/video/elementary-streams.ts';
import { ffmpegOutput, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const RATE = 48_000;
const FIRST_CLICK = 0.5;
const CLICK_EVERY = 1;
const SOUND = { h264: { file: 'sound.m4a', coder: 'aac' }, vp9: { file: 'sound.ogg', coder: 'libopus' } } as const;

/** Silence with a short loud burst at 0.5 s and every second after it. */
async function clicks(folder: string, codec: 'h264' | 'vp9', seconds: number): Promise<string> {
  const pcm = Buffer.alloc(RATE * seconds * 2);
  for (let click = FIRST_CLICK; click < seconds; click += CLICK_EVERY) {
    for (let i = 0; i < 480; i++) pcm.writeInt16LE(i % 16 < 8 ? 20_000 : -20_000, (Math.round(click * RATE) + i) * 2);
  }
  const input = { at: Readable.from([pcm]), options: ['-f', 's16le', '-ar', String(RATE), '-ac', '1'] };
  const at = join(folder, SOUND[codec].file);
  await runFfmpeg({ inputs: [input], output: { at, options: ['-c:a', SOUND[codec].coder, '-b:a', '128k'] } }, runtime);
  return at;
}

/** Where the loud bursts start in the decoded sound of a file, in seconds. */
async function clicksHeard(file: string): Promise<number[]> {
  const pcm = await ffmpegOutput([{ at: file, options: [] }], ['-map', '0:a:0', '-f', 's16le']);
  const heard: number[] = [];
  for (let i = 0; i < pcm.length / 2; i++) {
    const time = i / RATE;
    if (Math.abs(pcm.readInt16LE(i * 2)) > 9_000 && time - (heard.at(-1) ?? -1) > CLICK_EVERY / 2) heard.push(time);
  }
  return heard;
}

async function muxed(folder: string, codec: 'h264' | 'vp9', frames: number, audioFile: string): Promise<string> {
  const bytes = await elementaryStream(codec, { frames, fps: 24, every: 24 });
  const file = join(folder, codec === 'vp9' ? 'a.webm' : 'a.mp4');
  const settings = { codec, ...SIZE, fps: 24, quality: 'standard' } as const;
  await muxVideo({ settings, frames, stream: () => inPieces(bytes), audioFile }, file, runtime);
  return file;
}

test.each(['h264', 'vp9'] as const)('the sound of an %s file is where it was recorded, to the end', async (codec) => {
  await using folder = await temporaryFolder();
  const audioFile = await clicks(folder.path, codec, 20);
  const heard = await clicksHeard(await muxed(folder.path, codec, 480, audioFile));
  expect(heard).toHaveLength(20);
  const worst = Math.max(...heard.map((time, i) => Math.abs(time - FIRST_CLICK - i * CLICK_EVERY)));
  expect(worst).toBeLessThan(0.002);
});

test('the samples of an M4A file are copied bit by bit', async () => {
  await using folder = await temporaryFolder();
  const audioFile = await clicks(folder.path, 'h264', 3);
  const file = await muxed(folder.path, 'h264', 72, audioFile);
  const packets = (path: string) =>
    ffmpegOutput([{ at: path, options: ['-ignore_editlist', '1'] }], ['-map', '0:a:0', '-c', 'copy', '-f', 'adts']);
  const [from, to] = [await packets(audioFile), await packets(file)];
  expect(to.length).toBeGreaterThan(1000);
  // The last packet plays only after the end of the video, and may be missing.
  expect(from.subarray(0, to.length).equals(to)).toBe(true);
  expect(from.length - to.length).toBeLessThan(1000);
});

test('sound that is longer than the video is cut, and shorter sound leaves the video whole', async () => {
  await using folder = await temporaryFolder();
  const audioFile = await clicks(folder.path, 'h264', 2);
  for (const [frames, ticks] of [
    [24, 24_000],
    [72, 48_000],
  ] as const) {
    const { video, audio, durationSeconds } = await inspectMp4(await muxed(folder.path, 'h264', frames, audioFile));
    expect([durationSeconds, video.samples]).toEqual([frames / 24, frames]);
    expect(audio?.edits[0]?.mediaTime).toBe(1024);
    // The encoder pads its last packet: up to 1,024 samples (512 ticks) more than the input.
    expect(audio?.edits[0]?.duration).toBeGreaterThanOrEqual(ticks);
    expect(audio?.edits[0]?.duration).toBeLessThan(ticks + 512);
    expect(audio?.samples).toBeLessThan(2 + ((Math.min(frames, 48) / 24) * RATE + 1024) / 1024);
  }
});

test('the sound of a WebM file ends with the video, and where it ended before', async () => {
  await using folder = await temporaryFolder();
  const audioFile = await clicks(folder.path, 'vp9', 2);
  const { audio } = await inspectWebm(await muxed(folder.path, 'vp9', 24, audioFile));
  expect(audio).toMatchObject({ codec: 'A_OPUS' });
  expect(audio?.times.at(-1)).toBe(980);
  const whole = await muxed(folder.path, 'vp9', 72, audioFile);
  const pcm = await ffmpegOutput([{ at: whole, options: [] }], ['-map', '0:a:0', '-f', 's16le']);
  expect(pcm.length / 2).toBe(2 * RATE);
});

test('a file that has no such sound is refused', async () => {
  await using folder = await temporaryFolder();
  const aac = await clicks(folder.path, 'h264', 1);
  const opus = await clicks(folder.path, 'vp9', 1);
  await expect(muxed(folder.path, 'h264', 24, opus)).rejects.toThrow(Mp4Error);
  await expect(muxed(folder.path, 'vp9', 24, aac)).rejects.toThrow(OggError);
});
