import { describe, expect, it } from 'vitest';
import { createOpaqueToken, deriveId, ID_PREFIXES, type IdKind, idPatternOf, newId } from '#kernel/shared/ids.ts';
import { START, secondsAfter } from '#test/support/samples/entities.ts';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];

describe('ids', () => {
  it('have the prefixes that clients were notified of', () => {
    expect(ID_PREFIXES).toEqual({
      timeline: 'tl',
      slide: 'sl',
      render: 'rn',
      webhook: 'wh',
      event: 'evt',
      delivery: 'dl',
      upload: 'up',
      import: 'imp',
      batch: 'bat',
      template: 'tpl',
      font: 'fnt',
      account: 'acc',
      key: 'key',
      invitation: 'inv',
      request: 'req',
    });
  });

  it.each(KINDS)('of kind %s fit their own pattern and no other', (kind) => {
    const ids = [newId(kind), deriveId(kind, 'a text', START)];
    for (const id of ids) for (const other of KINDS) expect(idPatternOf(other).test(id)).toBe(kind === other);
  });

  it('made within one millisecond are different and sort as they were made', () => {
    const ids = Array.from({ length: 2000 }, () => newId('slide', START));
    expect(new Set(ids).size).toBe(2000);
    expect(ids.toSorted()).toEqual(ids);
    const tokens = Array.from({ length: 2000 }, () => createOpaqueToken(START));
    expect(new Set(tokens).size).toBe(2000);
  });

  it('sort by their time', () => {
    const far = secondsAfter(1e9);
    const ids = [0, 0.001, 1, 86_400, 86_400 * 365].map((seconds) => newId('render', secondsAfter(seconds, far)));
    expect(ids.toSorted()).toEqual(ids);
  });

  it.each([
    'sl_01JAAAAAAAAAAAAAAAAAAAAAA',
    'sl_01JAAAAAAAAAAAAAAAAAAAAAAAA',
    'sl_01jaaaaaaaaaaaaaaaaaaaaaaa',
    'sl_01JAAAAAAAAAAAAAAAAAAAAAAI',
    'sl_01JAAAAAAAAAAAAAAAAAAAAAAL',
    'sl_01JAAAAAAAAAAAAAAAAAAAAAAO',
    'sl_01JAAAAAAAAAAAAAAAAAAAAAAU',
    ' sl_01JAAAAAAAAAAAAAAAAAAAAAAA',
    'sl_01JAAAAAAAAAAAAAAAAAAAAAAA\n',
    'sl-01JAAAAAAAAAAAAAAAAAAAAAAA',
    'tl_01JAAAAAAAAAAAAAAAAAAAAAAA',
    '',
  ])('are not confused with %j', (text) => {
    expect(idPatternOf('slide').test(text)).toBe(false);
  });
});

describe('a derived id', () => {
  it('is the same for the same text and time, in every process', () => {
    expect(deriveId('event', 'rn_1:render.completed:', START)).toBe(deriveId('event', 'rn_1:render.completed:', START));
    expect(deriveId('event', '', new Date(0))).toBe('evt_0000000000WERC8GMRZGE196QV');
  });

  it('differs for another text, and sorts by its time', () => {
    const texts = Array.from({ length: 500 }, (_, i) => deriveId('delivery', `text ${i}`, START));
    expect(new Set(texts).size).toBe(500);
    const [early = '', late = ''] = [0, 0.001].map((seconds) => deriveId('delivery', 'x', secondsAfter(seconds)));
    expect(early < late).toBe(true);
  });
});
