import { describe, expect, it } from 'vitest';
import { findIcons } from '#engine/video/drawing/icons/find-icons.ts';
import { iconEntries } from '#engine/video/drawing/icons/icon-catalog.ts';
import { iconDrawing } from '#engine/video/drawing/icons/icon-drawing.ts';
import { iconForWords } from '#engine/video/drawing/icons/icon-for-words.ts';
import { isIconName, suggestIcons } from '#engine/video/drawing/icons/icon-named.ts';
import { ICON_NAME_OF_WORD } from '#engine/video/drawing/icons/slide-words.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

describe('icons', () => {
  it('have each a name, shapes and a place in the list', () => {
    expect(iconEntries().length).toBeGreaterThan(1200);
    for (const { name } of iconEntries()) {
      expect(isIconName(name)).toBe(true);
      expect(iconDrawing(name)).toMatch(/^(?:<path d="M[^"]+"\/>)+$/iu);
    }
    expect(isIconName('constructor')).toBe(false);
    expect(iconDrawing('no-such-icon')).toBeUndefined();
  });

  it.each([
    ['rocket', 'rocket'],
    ['startup', 'rocket'],
    ['money', 'coins'],
    ['calendars', 'calendar'],
  ])('are found by words: %s', (search, name) => {
    expect(findIcons(search, 100).map((icon) => icon.name)).toContain(name);
  });

  it('are found in the order of their fit, at most as many as asked', () => {
    expect(findIcons('rocket', 3)[0]?.name).toBe('rocket');
    expect(findIcons('arrow', 5)).toHaveLength(5);
    expect(findIcons('zzzzqq', 5)).toEqual([]);
  });

  it.each([
    ['rokcet', 'rocket'],
    ['Rocket', 'rocket'],
    ['shield_check', 'shield-check'],
    ['calender', 'calendar'],
  ])('are suggested, three of them, for %s', (name, meant) => {
    const suggested = suggestIcons(name);
    expect(suggested).toHaveLength(3);
    expect(suggested).toContain(meant);
    expect(suggested.every(isIconName)).toBe(true);
  });

  it('are suggested for any name, without its words being run', () => {
    for (const name of ['', '(((', '漢字', 'x'.repeat(60)]) expect(suggestIcons(name)).toHaveLength(3);
  });

  it('are known for each word of slides', () => expect([...ICON_NAME_OF_WORD.values()].every(isIconName)).toBe(true));

  it.each([
    ['Secure by design', /lock|shield|key/u],
    ['Calendar', /^calendar$/u],
    ['Launch', /rocket/u],
  ])('are chosen for the words of a title: %s', (title, icon) => expect(iconForWords(title)).toMatch(icon));

  it('are not chosen where no word speaks of one', () => {
    expect(iconForWords('Der Zwiebelkuchen')).toBeUndefined();
    expect(iconForWords('')).toBeUndefined();
  });

  it('are drawn: another icon is another picture', async () => {
    const [template] = BUILT_IN_TEMPLATES;
    if (!template) throw new RangeError('no template');
    const painter = await createSlideAndCaptionPainter();
    const drawn = async (icon?: string) => {
      const items = [{ title: 'A', icon }, { title: 'Calendar' }];
      const slide = { title: 'T', bullet_points: [], layout: 'cards', language: 'en', is_first: false, items } as const;
      return Buffer.from((await painter.paint(slide, pictureDimensionsOfFormat('landscape', '480p'), template)).rgba);
    };
    const [none, rocket, heart] = [await drawn(), await drawn('rocket'), await drawn('heart')];
    expect(rocket.equals(heart)).toBe(false);
    expect(none.equals(rocket)).toBe(false);
  });
});
