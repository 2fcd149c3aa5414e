import { describe, expect, it } from 'vitest';
import { overlayChain, xfadeChain } from '#test/bench/naive-fades.ts';

describe('the chains of filters that fades are compared with', () => {
  it('fade every slide in over the one before, within its own time', () => {
    const chain = xfadeChain({ slides: 3, seconds: 10 }).split(';');
    expect(chain.slice(0, 2)).toEqual([
      '[0:v][1:v]xfade=transition=fade:duration=0.5:offset=10[f1]',
      '[f1][2:v]xfade=transition=fade:duration=0.5:offset=20[f2]',
    ]);
    expect(chain[2]).toMatch(/^\[f2\]scale=.*format=yuv420p.*\[out\]$/);
  });

  it('do the same with overlays where there is no xfade', () => {
    const chain = overlayChain({ slides: 2, seconds: 10 }).split(';');
    expect(chain.slice(0, 2)).toEqual([
      '[1:v]format=yuva420p,fade=in:st=0:d=0.5:alpha=1,setpts=PTS-STARTPTS+10/TB[s1]',
      '[0:v][s1]overlay=eof_action=pass:enable=gte(t\\,10)[o1]',
    ]);
  });
});
