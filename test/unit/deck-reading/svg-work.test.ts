import { describe, expect, it } from 'vitest';
import { reencodeDeckPicture } from '#app/sandbox/reencode-deck-picture.ts';
import { isSvgTooCostly } from '#engine/deck-reading/svg-work.ts';
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';
import { grayPng, jpegOfSides, nestedUses, svgFilters } from '#test/support/decks/hostile-pictures.ts';
import { isTried, isWhole } from '#test/support/depth.ts';

const svg = (inner: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`);
const filtered = (steps: string): Buffer =>
  svg(`<filter id="f">${steps}</filter><rect width="50" height="50" filter="url(#f)"/>`);

const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const BLUR = '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>';
const box = (attributes = ''): string => `<rect width="100" height="100" ${attributes}/>`;
const chained = (count: number, part: (at: number, before: string) => string): string =>
  times(count, (at) => part(at, at === 0 ? '' : `url(#c${at - 1})`));
const inData = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

describe('the work that an SVG takes', () => {
  it.each([
    ['references within references', Buffer.from(nestedUses(12))],
    [
      'references within references by other prefixes',
      Buffer.from(nestedUses(12).replaceAll(/<(\/?)(g|use|rect)/g, '<$1s:$2')),
    ],
    ['sixty filters', Buffer.from(svgFilters(60))],
    ['one expensive filter', Buffer.from(svgFilters(1))],
    ['a wide morphology', filtered('<feMorphology operator="dilate" radius="3 300"/>')],
    ['noise of many layers', filtered('<feTurbulence baseFrequency=".9" numOctaves="100"/>')],
    ['a large convolution', filtered('<feConvolveMatrix order="30"/>')],
    [
      'a step that is less than none',
      svg(
        `<filter id="f"><feTurbulence numOctaves="-99"/>${'<feTurbulence numOctaves="5"/>'.repeat(9)}</filter>${box('filter="url(#f)"')}`,
      ),
    ],
    [
      'steps of a filter on a group',
      svg(`<filter id="f">${'<feGaussianBlur/>'.repeat(15)}</filter><g filter="url(#f)">${box()}</g>`),
    ],
    ['a filter on each of many elements', svg(`${BLUR}${box('filter="url(#f)"').repeat(1000)}`)],
    ['a filter of a style', svg(`${BLUR}${box('style="filter:url(#f)"').repeat(1000)}`)],
    ['a filter function', svg(box('style="filter:blur(9px)"').repeat(100))],
    [
      'a filter by a class',
      svg(`<style>.a .x{fill:red;FILTER:url("#f")}</style>${BLUR}${box('class="b x"').repeat(1000)}`),
    ],
    [
      'a filter by a rule after its elements',
      svg(`${BLUR}${box().repeat(1000)}<style>@media all{g>rect,a{filter:url(#f)}}</style>`),
    ],
    [
      'a filter by a selector of all',
      svg(`${BLUR}${box().repeat(1000)}<style>[width="1 00"],:root *{filter:url(#f)}</style>`),
    ],
    ['a filter in escapes', svg(`<style>rect{f\\69lter:/**/url(#f)}</style>${BLUR}${box().repeat(1000)}`)],
    [
      'a filter by a default attribute',
      Buffer.from(`<!DOCTYPE svg [<!ATTLIST rect filter CDATA "url(#f)">]>${svg(box())}`),
    ],
    ['elements in an entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY r "<rect width='9'/>">]>${svg('&r;')}`)],
    ['elements in an entity in an entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY r "&#60;rect/>">]>${svg('&r;')}`)],
    ['an inclusion', svg('<include xmlns="http://www.w3.org/2001/XInclude" href="data:text/xml,a"/>')],
    ['an encoding without ASCII', Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${svg(box())}`)],
    [
      'patterns in patterns',
      svg(
        `${chained(20, (at, fill) => `<pattern id="c${at}">${`<path d="M0 0" fill="${fill}"/>`.repeat(4)}</pattern>`)}${box('fill="url(#c19)"')}`,
      ),
    ],
    [
      'a pattern that many shapes inherit',
      svg(`<pattern id="p">${box().repeat(100)}</pattern><g fill="url(#p)">${box().repeat(100)}</g>`),
    ],
    [
      'a pattern that uses inherit',
      svg(
        `<pattern id="p">${box().repeat(100)}</pattern><g id="a">${box().repeat(100)}</g><use href="#a" fill="url(#p)"/>`,
      ),
    ],
    [
      'clip paths in clip paths',
      svg(
        `${chained(100, (at, clip) => `<clipPath id="c${at}" clip-path="${clip}"><circle r="9"/></clipPath>`)}${box('clip-path="url(#c99)"').repeat(500)}`,
      ),
    ],
    [
      'masks of masks',
      svg(
        `${chained(100, (at, mask) => `<mask id="c${at}" mask="${mask}">${box()}</mask>`)}${box('mask="url(#c99)"')}`,
      ),
    ],
    [
      'markers at many points',
      svg(`<marker id="m">${box().repeat(50)}</marker><path marker-mid="url(#m)" d="M0 0${'L1 1'.repeat(1000)}"/>`),
    ],
    [
      'markers at the points of a group',
      svg(
        `<marker id="m">${box().repeat(50)}</marker><g marker-mid="url(#m)"><path d="M0 0${'l1 1 0 1'.repeat(1000)}"/></g>`,
      ),
    ],
    ['layers within layers', svg(`${'<g opacity=".9">'.repeat(60)}${box()}${'</g>'.repeat(60)}`)],
    ['a blend mode of many elements', svg(box('style="mix-blend-mode:multiply"').repeat(300))],
    ['paint on all of the drawing, again and again', svg(box().repeat(5000))],
    [
      'paint that a use makes large',
      svg(`<g id="a">${'<rect width="1" height="1"/>'.repeat(5000)}</g><use href="#a" transform="scale(100)"/>`),
    ],
    [
      'paint that a symbol makes large',
      svg(`<symbol id="a" viewBox="0 0 1 1">${'<rect width="1" height="1"/>'.repeat(5000)}</symbol><use href="#a"/>`),
    ],
    ['a scribble', svg(`<path d="M0 0${times(20_000, (at) => `L${at % 97} ${100 * (at % 2)}`)}"/>`)],
    ['100,000 letters', svg(`<text y="9">${'letters '.repeat(12_500)}</text>`)],
    [
      '10,000 gradients on all of the drawing',
      svg(times(10_000, (at) => `<linearGradient id="g${at}"><stop/></linearGradient>${box(`fill="url(#g${at})"`)}`)),
    ],
    ['an SVG in an SVG', svg(`<image href="${inData(nestedUses(12))}"/>`)],
    [
      'a picture with more pixels than fit into memory',
      svg(`<image href="data:image/png;base64,${grayPng(7000, 1).toString('base64')}"/>`),
    ],
    [
      'such a picture with escapes',
      svg(`<image href="data:image/png;base64,${grayPng(7000, 1).toString('base64').replace('i', '%69')}"/>`),
    ],
    [
      'pictures with more pixels than fit into memory',
      svg(`<image href="data:;base64,${jpegOfSides(5000, 5000).toString('base64')}"/>`.repeat(2)),
    ],
    [
      'references that go round and grow',
      svg(times(60, (at) => `<g id="r${at}">${times(9, (to) => `<use href="#r${(at * 7 + to) % 60}"/>`)}</g>`)),
    ],
    ['more elements than are read', svg('<path d="M0 0"/>'.repeat(200_001))],
    ['elements within elements', svg(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`)],
    ['a chain of references', svg(times(20_000, (at) => `<g id="r${at}"><use href="#r${at + 1}"/></g>`))],
    ['tags of which none ends', svg('<g>'.repeat(1000))],
    ['faults all over', svg('&nbsp;'.repeat(200))],
  ])('is too much for %s', (_, bytes) => {
    expect(isSvgTooCostly(bytes)).toBe(true);
  });

  it.each([
    ['a shadow', filtered('<feDropShadow dx="1" dy="1" stdDeviation="2"/>')],
    ['a filter that is not applied', svg(`<filter id="f">${'<feGaussianBlur/>'.repeat(100)}</filter>${box()}`)],
    [
      'shadows of twenty cards, as design programs write them',
      svg(
        times(
          20,
          (at) =>
            `<filter id="f${at}" x="${at}" y="0" width="12" height="12" filterUnits="userSpaceOnUse"><feFlood/><feColorMatrix/><feOffset/><feGaussianBlur stdDeviation="2"/><feColorMatrix/><feBlend/><feBlend/></filter><g filter="url(#f${at})"><rect width="9" height="9"/></g>`,
        ),
      ),
    ],
    [
      'a gradient that thousands of shapes share',
      svg(`<linearGradient id="g">${'<stop/>'.repeat(9)}</linearGradient>${'<path fill="url(#g)"/>'.repeat(20_000)}`),
    ],
    ['a symbol that is used often', svg(`<symbol id="s"><path/><path/></symbol>${'<use href="#s"/>'.repeat(1000)}`)],
    ['a reference to itself', svg('<g id="a"><use href="#a"/></g>')],
    ['tags that do not match', svg('</g></g><g><path>')],
    [
      'entities that are namespaces',
      Buffer.from(
        `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY ns "http://www.w3.org/2000/svg"><!ATTLIST svg xmlns:x CDATA #FIXED "a">]>${svg(`<g xmlns:a="&ns;">${box()}</g>`)}`,
      ),
    ],
    ['a map of many short lines', svg(times(20_000, (at) => `<path d="M${at % 100} ${at % 99}l.3.2-.1.4z"/>`))],
    [
      'a picture far larger than what is shown',
      svg('<image width="5000" height="4000" href="data:image/png;base64,"/>'.repeat(20)),
    ],
    [
      'clip paths of a printed page',
      svg(
        times(
          2000,
          (at) =>
            `<clipPath id="c${at}"><path d="M0 0h9v9H0z"/></clipPath><g clip-path="url(#c${at})"><path d="M0 0h9"/></g>`,
        ),
      ),
    ],
    ['a photograph', svg(`<image href="data:image/jpeg;base64,${jpegOfSides(6000, 4000).toString('base64')}"/>`)],
    ['an SVG in an SVG with little in it', svg(`<image href="${inData(svg(box()).toString())}"/>`)],
  ])('is fine for %s', (_, bytes) => {
    expect(isSvgTooCostly(bytes)).toBe(false);
  });

  const GROWING: [string, (size: number) => string][] = [
    ['comments of CSS that do not end', (size: number) => `<style>${'/*'.repeat(size)}</style>`],
    ['rules without an end', (size: number) => `<style>${'a{'.repeat(size)}</style>`],
    ['spaces in a DOCTYPE', (size: number) => `]${' '.repeat(size)}`],
    ['references without an end', (size: number) => `<g fill="${'url('.repeat(size)}"/>`],
    ['transforms without an end', (size: number) => `<g transform="${'a('.repeat(size)}"/>`],
    [
      'classes with many rules',
      (size: number) => `<style>${'.a{fill:url(#a)}'.repeat(size / 100)}</style>${'<g class="a"/>'.repeat(size / 100)}`,
    ],
  ];
  it.each(GROWING.filter((_, at) => isTried(at + 1, 3)))(
    'is counted in a time that grows with the size: %s',
    (_, inner) => {
      const milliseconds = (size: number): number => {
        const bytes = svg(inner(size));
        const start = process.cpuUsage();
        isSvgTooCostly(bytes);
        const { user } = process.cpuUsage(start);
        return user / 1000;
      };
      milliseconds(1000);
      const size = isWhole ? 400_000 : 200_000;
      expect(milliseconds(size)).toBeLessThan(3000 * CPU_TIME_FACTOR);
    },
  );

  it('refuses the picture with what to do', async () => {
    await expect(reencodeDeckPicture(Buffer.from(nestedUses(12)))).rejects.toMatchObject({
      code: 'image_invalid',
      message: expect.stringContaining('Export it as a PNG'),
    });
  });
});
