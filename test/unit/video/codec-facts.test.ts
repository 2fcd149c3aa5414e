import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '../../../lib/accounts/entitlements.ts';
import { CODECS, containerOf, factsOf } from '../../../lib/video/codecs/codec-facts.ts';
import { codecTable, deliveredCodecs } from '../../../lib/video/codecs/codec-words.ts';
import { videoCodecOf } from '../../../lib/video/codecs/video-codec-of.ts';
import { createFrameReader } from '../../../lib/video/elementary/frame-reader.ts';
import { TRANSITION_TYPES } from '../../../lib/video/transitions/transition-types.ts';

const guide = (name: string): string =>
  readFileSync(new URL(`../../../lib/docs/guides/${name}.md`, import.meta.url), 'utf8');

describe('what is said of codecs', () => {
  it('is in the guide about looks as the facts have it', () => {
    const [, part = ''] = guide('looks').split('<!-- codecs: made from lib/video/codecs/codec-facts.ts -->\n');
    expect(part.split('\n<!-- end -->')[0]).toBe(codecTable());
  });

  it('is in the table of limits as the plans have it', () => {
    const { pro, max } = ENTITLEMENTS;
    expect(guide('requests')).toContain(`\n| codecs | ${pro.codecs.join(', ')} | ${max.codecs.join(', ')} |\n`);
  });

  it('names the file of every codec', () => {
    expect(deliveredCodecs()).toBe('`h264`, `h265` and `av1` are delivered as MP4, `vp9` as WebM');
  });
});

describe.each(CODECS)('the codec %s', (codec) => {
  it('has an encoder that writes key frames where they are asked for, and a reader of its streams', () => {
    const { encoders } = videoCodecOf(codec);
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
    const { blendsFades } = factsOf(codec);
    expect(videoCodecOf(codec).encodeAsOneStream !== undefined || !blendsFades).toBe(true);
    // A WebM file has no table of reordered frames.
    if (blendsFades) expect(containerOf(codec)).toBe('mp4');
  });
});

it('the guide about looks names every transition', () => {
  const names = TRANSITION_TYPES.map((type) => `\`${type}\``);
  expect(guide('looks')).toContain(`${names.slice(0, -1).join(', ')} or ${names.at(-1)}, 0 to 2 seconds`);
});
