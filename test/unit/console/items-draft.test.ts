import { describe, expect, it } from 'vitest';
import {
  EMPTY_ITEM_DRAFT,
  itemsFormFault,
  toItemsRequestInput,
  withItemMoved,
} from '#front/console/app/items-draft.ts';
import { slideDraftChanges, slideDraftOf } from '#front/console/app/slide-draft.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

const items = [
  { title: 'Water', text: 'Half a day', figure: null, date: null, icon: 'droplet', image: null, highlight: false },
  { title: 'Map', text: null, figure: '2', date: 'May', icon: null, image: null, highlight: true },
];
const slide = sampleSlide({ items });
const edited = (change: (drafts: ReturnType<typeof itemsOf>) => ReturnType<typeof itemsOf>) => {
  const draft = slideDraftOf(slide);
  return slideDraftChanges(slide, { ...draft, data: { kind: 'items', items: change(itemsOf()) } });
};
const itemsOf = () => {
  const { data } = slideDraftOf(slide);
  return data.kind === 'items' ? [...data.items] : [];
};

describe('the items of a slide, as the console edits them', () => {
  it('are not a change as they are', () => {
    expect(edited((each) => each)).toEqual({});
  });

  it('are sent whole when one is changed, added, removed or moved', () => {
    const [water, map] = toItemsRequestInput(itemsOf());
    expect(
      edited(([first, ...rest]) => [{ ...EMPTY_ITEM_DRAFT, ...first, icon: ' map-pin ', text: '' }, ...rest]),
    ).toEqual({
      items: [{ title: 'Water', icon: 'map-pin', highlight: false }, map],
    });
    expect(edited((each) => [...each, { ...EMPTY_ITEM_DRAFT, title: 'Socks' }])).toEqual({
      items: [water, map, { title: 'Socks', highlight: false }],
    });
    expect(edited((each) => each.slice(1))).toEqual({ items: [map] });
    expect(edited((each) => withItemMoved(each, 0, 1))).toEqual({ items: [map, water] });
  });

  it('take the place of other data, and give it up', () => {
    const draft = slideDraftOf(slide);
    expect(slideDraftChanges(slide, { ...draft, data: { kind: 'none' } })).toEqual({ items: null });
    expect(
      slideDraftChanges(slide, { ...draft, data: { kind: 'code', code: { language: '', text: 'a', focus: '' } } }),
    ).toEqual({
      items: null,
      code: { text: 'a', focus: [] },
    });
  });

  it('are not saved while one of them is empty', () => {
    expect(itemsFormFault([{ ...EMPTY_ITEM_DRAFT, title: 'Map' }, EMPTY_ITEM_DRAFT])).toBe(
      'Item 2 is empty: enter a title, or remove it.',
    );
    expect(itemsFormFault([])).toBe('Add an item, or choose “Points only”.');
    expect(edited((each) => [...each, EMPTY_ITEM_DRAFT])).toEqual({});
  });

  it('keep a picture in its place', () => {
    const [first] = itemsOf();
    expect(toItemsRequestInput([{ ...EMPTY_ITEM_DRAFT, ...first, hasPicture: true }])).toMatchObject([{ image: {} }]);
  });
});
