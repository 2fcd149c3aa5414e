import { describe, expect, it } from 'vitest';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { drawableSlideOfSnapshot } from '#features/renders/frozen-slide.ts';
import type { TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { sectionOutlineOfSlides } from '#features/timelines/outline.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';

const settings: TimelineSnapshot['settings'] = {
  title: 'Deck',
  template_id: 'plain',
  language: 'en',
  transition: { type: 'none', duration_seconds: 0 },
  format: 'landscape',
  resolution: '1080p',
  metadata: {},
};
const slides = ['One', 'Two', 'Three', 'Four'].map((title) =>
  sampleSlide({ title, bullet_points: ['a', 'b', 'c', 'd', 'e'] }),
);
const added = sampleSlide({ title: 'Added', bullet_points: [] });

/** The drawing key of each slide, by its title. */
function keysOf(snapshot: TimelineSnapshot): Record<string, string> {
  const keys = snapshot.slides.map((slide, index) => {
    const { image: _image, ...frozen } = drawableSlideOfSnapshot(snapshot, index);
    return [
      slide.title,
      slidePictureKey(frozen, pictureDimensionsOfFormat('landscape', '1080p'), requireBuiltInTemplate('plain')),
    ];
  });
  return Object.fromEntries(keys);
}

describe('the picture of a slide', () => {
  it('stays the same where another is put in, or others change places', () => {
    const before = keysOf({ settings, slides });
    expect(keysOf({ settings, slides: slides.toSpliced(1, 0, added) })).toMatchObject(before);
    expect(keysOf({ settings, slides: slides.toReversed() })).toEqual(before);
    expect(keysOf({ settings: { ...settings, slide_numbers: false }, slides: slides.toSpliced(2, 1) })).toEqual(
      Object.fromEntries(Object.entries(before).filter(([title]) => title !== 'Three')),
    );
  });

  it('changes with its number where the timeline asks for numbers', () => {
    const numbered = { ...settings, slide_numbers: true };
    const before = keysOf({ settings: numbered, slides });
    const after = keysOf({ settings: numbered, slides: slides.toSpliced(1, 0, added) });
    const same = Object.keys(before).filter((title) => before[title] === after[title]);
    expect(same).toEqual(['One']);
    expect(keysOf({ settings: numbered, slides: slides.slice(2), first_position: 2 })).toEqual({
      Three: before.Three,
      Four: before.Four,
    });
  });

  it('is the same in a render of a range, also where it depends on other slides', () => {
    const parts = [
      sampleSlide({ title: 'Agenda', layout: 'agenda', bullet_points: [] }),
      sampleSlide({ title: 'Part', bullet_points: [] }),
      sampleSlide({ title: 'Thank you', bullet_points: [] }),
    ];
    const all = [...slides, ...parts];
    const before = keysOf({ settings, slides: all });
    const range = { settings, outline: sectionOutlineOfSlides(all) };
    expect(keysOf({ ...range, slides: parts.slice(0, 1), first_position: 4 })).toEqual({ Agenda: before.Agenda });
    expect(keysOf({ ...range, slides: parts.slice(2), first_position: 6 })).toEqual({
      'Thank you': before['Thank you'],
    });
    const without = { ...range, slides: parts.slice(0, 1), first_position: 4, outline: undefined };
    expect(keysOf(without)).not.toEqual({ Agenda: before.Agenda });
  });

  it('changes with the first place only where that decides its layout', () => {
    const title = sampleSlide({ title: 'Title', bullet_points: ['Subtitle'] });
    const before = keysOf({ settings, slides: [title, ...slides] });
    const after = keysOf({ settings, slides: [...slides, title] });
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(changed).toEqual(['Title']);
  });
});
