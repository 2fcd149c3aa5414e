import { describe, expect, it } from 'vitest';
import { parseVideoProbe } from '#app/sandbox/probe-video.ts';
import { checkVideoProbe } from '#app/sandbox/video-rules.ts';
import { footageFilters } from '#engine/video/ffmpeg/footage-arguments.ts';
import { ffmpegOutput } from '#test/support/video/pictures.ts';

const probed = (format: string, size: string) =>
  checkVideoProbe(
    parseVideoProbe(`  Stream #0:0(und): Video: h264 (High), ${format}, ${size}, 30 fps, 30 tbr, 15360 tbn`),
  );

describe('the colours of a video', () => {
  it.each([
    ['yuv420p', '1920x1080', true],
    ['yuv420p(tv)', '1280x720', true],
    ['yuv420p(tv, unknown/bt709/bt709)', '1080x1920', true],
    ['yuv420p(tv, bt709)', '1920x1080', false],
    ['yuv420p(tv, smpte170m/bt709/bt709, progressive)', '1920x1080', false],
    ['yuv420p', '720x576', false],
    ['yuv420p10le(tv, unknown/bt2020/smpte2084)', '1920x1080', false],
    ['yuv420p10le(tv, ictcp/bt2020/bt2020-10)', '1920x1080', false],
    ['yuv420p(tv, chroma-derived-nc/bt709/bt709)', '1920x1080', false],
    ['yuv420p(tv, smpte2085)', '1920x1080', false],
  ])(
    'are taken for BT.709 where the file does not state them and pictures are large (%s, %s: %s)',
    (format, size, is) => {
      expect(probed(format, size).assumesBt709).toBe(is);
    },
  );

  it('stay as they are where they are taken for BT.709', async () => {
    const green = (filters: string) =>
      ffmpegOutput(
        [{ at: 'color=0x20c040:s=64x64:d=0.1:r=30,format=yuv420p', options: ['-f', 'lavfi'] }],
        ['-vf', filters, '-frames:v', '1', '-f', 'rawvideo'],
      );
    const of = (assumesBt709: boolean) => green(footageFilters({ fps: 30, isHdr: false, assumesBt709 }));
    const [source, kept, changed] = [await green('format=yuv420p'), await of(true), await of(false)];
    expect(kept.equals(source)).toBe(true);
    expect(changed.equals(source)).toBe(false);
  });
});
