import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type VideoOutputCliArguments, videoOutputPathAndCodec } from '#cli/video-output-path-and-codec.ts';
import { UsageError } from '#emulators/host/command-errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'film-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = '/decks/My talk.pptx';

describe('the file of a video', () => {
  it.each<[VideoOutputCliArguments, string, string | undefined]>([
    [{ path }, '/decks/My talk.mp4', undefined],
    [{ path, codec: 'vp9' }, '/decks/My talk.webm', 'vp9'],
    [{ path, output: folder }, join(folder, 'My talk.mp4'), undefined],
    [{ path, output: '/films/a.mp4' }, '/films/a.mp4', undefined],
    [{ path, output: '/films/A.MP4', codec: 'h265' }, '/films/A.MP4', 'h265'],
    [{ path, output: '/films/a.webm' }, '/films/a.webm', 'vp9'],
    [{ path, output: '/decks/My talk.mp4', extras: ['gif'] }, '/decks/My talk.mp4', undefined],
  ])('%j is %s', (request, output, codec) => expect(videoOutputPathAndCodec(request)).toEqual({ output, codec }));

  it.each<[string, VideoOutputCliArguments]>([
    ['its deck', { path, output: path }],
    ['a name of another program', { path, output: 'a.mov' }],
    ['a name without an ending', { path, output: 'film' }],
    ['MP4 for VP9', { path, output: 'a.mp4', codec: 'vp9' }],
    ['WebM for H.264', { path, output: 'a.webm', codec: 'h264' }],
    ['an extra over its deck', { path: '/decks/a.pdf', output: '/decks/a.mp4', extras: ['pdf'] }],
    ['an extra over the PDF', { path, pdf: '/decks/a.pdf', output: '/decks/a.mp4', extras: ['pdf'] }],
  ])('is never %s', (_, request) => expect(() => videoOutputPathAndCodec(request)).toThrow(UsageError));
});
