import { expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { SceneName, SlideTemplate } from '#engine/video/drawing/design.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { slideTextMarginsOf } from '#engine/video/drawing/layout/slide-text-margins.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';

const painter = await createSlideAndCaptionPainter();

/** Templates whose text may stand on ornaments, and the kinds of slides that have them. */
const KINDS: readonly (readonly [SceneName, SlideLayout])[] = [
  ['title', 'title'],
  ['section', 'section'],
  ['quote', 'quote'],
  ['number', 'number'],
  ['content', 'bullets'],
  ['statement', 'statement'],
  ['closing', 'closing'],
];
const FORMATS: readonly AspectRatioName[] = ['landscape', 'portrait', 'square'];
type Case = [id: string, kind: SceneName, layout: SlideLayout, format: AspectRatioName, lights: 'away' | undefined];
const casesOf = (ids: readonly string[], formats: readonly AspectRatioName[], lights?: 'away'): Case[] =>
  ids.flatMap((id, at) =>
    KINDS.flatMap(([kind, layout], of) =>
      // Each kind in one format, each time in another one.
      formats
        .filter((_, turn) => isTried(at + of + turn, formats.length))
        .map((format): Case => [id, kind, layout, format, lights]),
    ),
  );
const CASES = [
  ...casesOf(['aurora', 'terrace', 'sunrise', 'neon', 'gazette', 'poster', 'plain', 'corporate', 'midnight'], FORMATS),
  // Their lights move.
  ...casesOf(['aurora', 'sunrise', 'neon', 'midnight'], ['landscape'], 'away'),
];

/** The template with the letters and lines of one kind of slide in the colour of its background. */
function wordless(template: SlideTemplate, kind: SceneName): SlideTemplate {
  const scene = template.scenes[kind];
  const { background } = scene.palette;
  const palette = { ...scene.palette, text: background, heading: background, muted: background, accent: background };
  return { ...template, scenes: { ...template.scenes, [kind]: { ...scene, palette, rule: 'none' } } };
}

it.each(CASES)(
  '%s: text of %s slides can be read wherever it stands (%s, %s, lights %s)',
  async (id, kind, layout, format, lights) => {
    const template = requireBuiltInTemplate(id);
    const size = pictureDimensionsOfFormat(format, '480p');
    const slide = { title: '.', bullet_points: [], layout, language: 'en', is_first: false };
    const { rgba } = await painter.paint(slide, size, wordless(template, kind), { lights });
    const { x: side, top, bottom } = slideTextMarginsOf(size);
    const behind = new Set<string>();
    for (let y = top; y < size.height - bottom; y += 4)
      for (let x = side; x < size.width - side; x += 4) {
        const at = (y * size.width + x) * 4;
        behind.add(`#${Buffer.from(rgba.subarray(at, at + 3)).toString('hex')}`);
      }
    const { text, heading = text, muted } = template.scenes[kind].palette;
    for (const color of [text, heading, muted])
      expect(Math.min(...[...behind].map((on) => contrastRatio(color, on))), color).toBeGreaterThan(4.5);
  },
);
