import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codecFactsOf, containerOfCodec, VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { codecsByContainerText } from '#engine/video/codecs/codec-labels.ts';
import { videoCodecOf } from '#engine/video/codecs/video-codec-of.ts';
import { createFrameReader } from '#engine/video/elementary/read-frames.ts';
import { FFMPEG_ENCODERS } from '#engine/video/ffmpeg/codec-encoders.ts';
import { TRANSITION_TYPES } from '#engine/video/transitions/transition-types.ts';

it('the words about codecs name the file of each', () => {
  for (const codec of VIDEO_CODEC_IDS) expect(codecsByContainerText()).toContain(`\`${codec}\``);
  expect(codecsByContainerText()).toMatch(/^`h264`, .* are delivered as MP4, `vp9`.* as WebM$/);
});

describe.each(VIDEO_CODEC_IDS)('the codec %s', (codec) => {
  it('has an encoder that writes key frames where they are asked for, and a reader of its streams', () => {
    const encoders = FFMPEG_ENCODERS[codec];
    expect(encoders.length).toBeGreaterThan(0);
    const stream = { size: { width: 64, height: 64 }, quality: 'standard', filters: 'setsar=1' } as const;
    for (const { name, output } of encoders) {
      expect(output({ ...stream, keyframeEvery: 7 })).toContain(name);
      expect(output({ ...stream, keyframeEvery: 7 })).not.toEqual(output({ ...stream, keyframeEvery: 8 }));
      expect(output({ ...stream, keyframeEvery: 7 })).not.toEqual(output({ ...stream, keyframeEvery: 7, moving: 15 }));
    }
    expect(createFrameReader(codec)).not.toBe(createFrameReader(codec));
  });

  it('is blended only where it can be encoded again as one stream', () => {
    const { blendsFades } = codecFactsOf(codec);
    expect(videoCodecOf(codec).encodeAsOneStream !== undefined || !blendsFades).toBe(true);
    // A WebM file has no table of reordered frames.
    if (blendsFades) expect(containerOfCodec(codec)).toBe('mp4');
  });
});

it('the guide about looks names every transition', () => {
  const guide = readFileSync(new URL('../../../lib/front/docs/guides/looks.md', import.meta.url), 'utf8');
  for (const type of TRANSITION_TYPES)
    expect(guide).toMatch(new RegExp(`^- \`transition\` of .*\`${type}\`.*, 0 to 2 seconds`, 'm'));
});
