import { describe, expect, it } from 'vitest';
import { planBurnedInCaptions } from '#features/renders/plan/burn-in.ts';
import { clipContentAddress } from '#features/renders/plan/clip-content-address.ts';
import type { CaptionOverMovingShot, PictureRef, VideoShot } from '#features/renders/plan/video-shot.ts';

const still = (slide: number, frames: number): VideoShot => ({ kind: 'still', frames, picture: { slide } });
const fade = (from: number, to: number, frames: number): VideoShot => ({
  kind: 'transition',
  type: 'fade',
  direction: 'ltr',
  frames,
  from: { slide: from },
  to: { slide: to },
});
const cue = (text: string, from: number, to: number) => ({ text, start_seconds: from / 30, end_seconds: to / 30 });

const caption = (text: string | undefined): string => (text === undefined ? '' : ` "${text}"`);
const picture = (ref: PictureRef): string => `${ref.slide}${caption(ref.caption)}`;
const shown = (captions: readonly CaptionOverMovingShot[] | undefined): string =>
  (captions ?? []).map(({ text, first, end }) => ` ${first}-${end} "${text}"`).join('');
/** `still 0 "a" ×30`, `fade 0 ""→1 "" ×15 5-15 "a"`: a shot in one line. */
function line(shot: VideoShot): string {
  switch (shot.kind) {
    case 'still':
      return `still ${picture(shot.picture)} ×${shot.frames}`;
    case 'transition':
      return `fade ${picture(shot.from)}→${picture(shot.to)} ×${shot.frames}${shown(shot.captions)}`;
    case 'drawn':
      return `drawn ${picture(shot.from)}→${picture(shot.to)} ×${shot.frames}${shown(shot.captions)}`;
    case 'zoom':
      return `${shot.toward} ${picture(shot.picture)} ×${shot.frames}${shown(shot.captions)}`;
    case 'footage':
      return `footage ${shot.slide} ${shot.second}+${shot.frames}${shown(shot.captions)}`;
    case 'presenter':
      return `presenter ${shot.second}+${shot.frames} over ${line(shot.under)}${shown(shot.captions)}`;
    case 'image_motion':
      return `${shot.motion} ${shot.slide} ${shot.first}+${shot.frames}/${shot.total}${shown(shot.captions)}`;
  }
}
const cutAt = (slides: VideoShot[][], ...cues: ReturnType<typeof cue>[]) =>
  planBurnedInCaptions(slides, cues, 30).map((own) => own.map(line));

describe('shots with captions drawn into them', () => {
  it('run through the entrance of a chart, which has room for them', () => {
    const entrance: VideoShot = {
      ...{ kind: 'drawn', frames: 24, parts: { from: 0, to: 2 } },
      from: { slide: 0 },
      to: { slide: 0 },
    };
    expect(cutAt([[entrance]], cue('a', 5, 15))).toEqual([['drawn 0 ""→0 "" ×24 5-15 "a"']]);
  });

  it('stay as they are in silence', () => {
    const shots = [[still(0, 30)], [fade(0, 1, 15), still(1, 15)]];
    expect(planBurnedInCaptions(shots, [], 30)).toEqual(shots);
  });

  it('are cut where the caption changes, and keep the room for it where there is none', () => {
    expect(cutAt([[still(0, 90)], [still(1, 60)]], cue('a', 8, 50), cue('b', 50, 80), cue('c', 98, 150))).toEqual([
      ['still 0 "" ×8', 'still 0 "a" ×42', 'still 0 "b" ×30', 'still 0 "" ×10'],
      ['still 1 "" ×8', 'still 1 "c" ×52'],
    ]);
  });

  it('mark each word from its start to the start of the next one', () => {
    const said = (from: number, to: number, start: number, end: number) => ({
      ...{ from, to, start_seconds: start / 30, end_seconds: end / 30 },
    });
    const words = [said(0, 2, 12, 20), said(3, 4, 25, 26), said(5, 7, 26, 40)];
    const shots = planBurnedInCaptions([[still(0, 90)]], [{ ...cue('ab c de', 8, 80), words }], 30);
    const marked = (text: string) => text.replaceAll('\u0002', '[').replaceAll('\u0003', ']');
    // The second word is too short to mark: the first one stays until the third.
    expect(shots.flat().map(line).map(marked)).toEqual([
      'still 0 "" ×8',
      'still 0 "ab c de" ×4',
      'still 0 "[ab] c de" ×14',
      'still 0 "ab c [de]" ×14',
      'still 0 "ab c de" ×40',
      'still 0 "" ×10',
    ]);
    const fades = planBurnedInCaptions([[fade(0, 1, 30)]], [{ ...cue('ab c de', 0, 45), words }], 30);
    expect(fades.flat().map(line).map(marked).join()).toBe(
      'fade 0 ""→1 "" ×30 0-12 "ab c de" 12-26 "[ab] c de" 26-30 "ab c [de]"',
    );
  });

  it('keep a caption over what moves, which stays in one artifact', () => {
    const zoom: VideoShot = { kind: 'image_motion', slide: 1, motion: 'zoom_in', first: 0, frames: 60, total: 60 };
    expect(
      cutAt(
        [[still(0, 30)], [fade(0, 1, 15), zoom], [fade(1, 2, 15), still(2, 15)]],
        cue('a', 20, 35),
        cue('b', 60, 130),
      ),
    ).toEqual([
      ['still 0 "" ×20', 'still 0 "a" ×10'],
      ['fade 0 ""→1 "" ×15 0-5 "a"', 'zoom_in 1 0+60/60 15-60 "b"'],
      ['fade 1 ""→2 "" ×15 0-15 "b"', 'still 2 "b" ×10', 'still 2 "" ×5'],
    ]);
  });

  it.each([24, 25, 30, 50, 60])('at %i fps have all frames of their slides, each shot at least one', (fps) => {
    const slides = Array.from({ length: 50 }, (_, i) => [
      fade(i, i + 1, 1 + (i % 17)),
      still(i + 1, 1 + ((i * 7919) % 300)),
    ]);
    const frames = slides.flat().reduce((sum, shot) => sum + shot.frames, 0);
    const cues = Array.from({ length: Math.floor(frames / 40) }, (_, i) => ({
      text: `cue ${i}`,
      start_seconds: (i * 40 + (i % 3)) / fps,
      end_seconds: (i * 40 + 38) / fps,
    }));
    const burnt = planBurnedInCaptions(slides, cues, fps);
    const wanted = new Array<string>(frames).fill('');
    for (const { text, start_seconds, end_seconds } of cues)
      wanted.fill(text, Math.round(start_seconds * fps), Math.round(end_seconds * fps));
    burnt.forEach((own, i) => {
      expect(own.reduce((sum, shot) => sum + shot.frames, 0)).toBe(
        slides[i]?.reduce((sum, shot) => sum + shot.frames, 0),
      );
      expect(own.every((shot) => shot.frames > 0)).toBe(true);
    });
    const seen = burnt.flat().flatMap((shot) => {
      if (shot.kind === 'still') return new Array<string>(shot.frames).fill(shot.picture.caption ?? 'none');
      const under = new Array<string>(shot.frames).fill('');
      for (const { text, first, end } of shot.captions ?? []) under.fill(text, first, end);
      return under;
    });
    expect(seen).toEqual(wanted);
  });

  it('have a name for each slide with each caption, the same wherever and however long it is shown', () => {
    const settings = { codec: 'h264', width: 854, height: 480, fps: 30, quality: 'standard' } as const;
    const names = (slides: VideoShot[][], ...cues: ReturnType<typeof cue>[]) =>
      planBurnedInCaptions(slides, cues, 30)
        .flat()
        .map((shot) => clipContentAddress(shot, settings, (ref) => JSON.stringify(ref), 'e'));
    const first = names([[fade(1, 0, 15), still(0, 90)]], cue('a', 5, 50), cue('b', 50, 80));
    const later = names([[still(2, 600), fade(1, 0, 15), still(0, 200)]], cue('a', 605, 700), cue('b', 700, 715));
    expect(later.slice(1)).toEqual(first);
    expect(new Set(first).size).toBe(4);
  });
});
