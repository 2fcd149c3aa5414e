import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { captionColors } from '#engine/video/drawing/paint/caption-colors.ts';
import { blendCaption, composeCaption } from '#engine/video/drawing/paint/caption-layer.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import {
  ASPECT_RATIO_NAMES,
  type AspectRatioName,
  pictureDimensionsOfFormat,
  RESOLUTION_NAMES,
} from '#engine/video/format.ts';
import { createBlendOverlay } from '#engine/video/motion/overlay.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { captionCuesOfSentences } from '#features/renders/captions/caption-cues.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { captionedSentence, HOSTILE_TEXTS, SENTENCE_BY_LANGUAGE } from '#test/support/captions/spoken-sentences.ts';
import { isTried, isWhole } from '#test/support/depth.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';
import { slideOf, stripes } from '#test/support/drawing/slide-corpus.ts';
import { largestDifference, meanDifference } from '#test/support/samples/yuv-pictures.ts';

const plain = requireBuiltInTemplate('plain');

const painter = await createSlideAndCaptionPainter();
const deps = createDrawingDeps();
const image = await stripes(['#336699', '#ffffff', '#102030']);

/** The captions of a text, as the pictures of a video in this language have them. */
const textsOf = (text: string, language: string, format: AspectRatioName = 'landscape'): string[] =>
  captionCuesOfSentences([captionedSentence(text, 0, 60)], {
    ...{ language, fps: 30, frames: 3000 },
    limits: captionArea(pictureDimensionsOfFormat(format, '1080p')),
  }).map((cue) => cue.text);

describe('a caption drawn into a slide', () => {
  it.each(BUILT_IN_TEMPLATES)('can be read, and its panel be seen, in $id', (template) => {
    const { background: panel, text } = captionColors(template, DEFAULT_CAPTION_STYLE);
    expect(contrastRatio(text, panel)).toBeGreaterThanOrEqual(7);
    const lost = contrastRatio(panel, template.scenes.content.palette.background) < 1.5;
    // What is lost on a dark page has an outline.
    expect(lost && template.scheme === 'light').toBe(false);
  });

  it.each(ASPECT_RATIO_NAMES)('stays within the slide and above its edge in every language: %s', async (format) => {
    const size = pictureDimensionsOfFormat(format, '1080p');
    const { at: bottom, reserved } = captionArea(size);
    for (const [language, said] of Object.entries(SENTENCE_BY_LANGUAGE)) {
      for (const text of textsOf(said, language, format)) {
        const { box } = await composeCaption(text, language, size, plain, DEFAULT_CAPTION_STYLE, deps);
        expect(box.x).toBeGreaterThanOrEqual(size.width * 0.038);
        expect(box.x + box.width).toBeLessThanOrEqual(size.width * 0.962);
        expect(Math.abs(2 * box.x + box.width - size.width)).toBeLessThanOrEqual(2);
        expect(Math.abs(box.y + box.height - bottom)).toBeLessThanOrEqual(1);
        expect(box.y).toBeGreaterThanOrEqual(size.height - reserved.bottom);
        expect([box.x, box.y, box.width, box.height].map((each) => each % 2)).toEqual([0, 0, 0, 0]);
      }
    }
  });

  it('is no wider than the slide whatever it says', async () => {
    const size = pictureDimensionsOfFormat('square', '480p');
    for (const text of [...HOSTILE_TEXTS.flatMap((said) => textsOf(said, 'en')), '\ufff9', '']) {
      const { box } = await composeCaption(text, 'en', size, plain, DEFAULT_CAPTION_STYLE, deps);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
  });

  it.each(RESOLUTION_NAMES)('is the same part of the slide at %s', async (resolution) => {
    const size = pictureDimensionsOfFormat('landscape', resolution);
    const [text = ''] = textsOf(SENTENCE_BY_LANGUAGE.en ?? '', 'en');
    const { x, y, picture } = await painter.paintCaption(text, 'en', size, plain, DEFAULT_CAPTION_STYLE);
    const parts = [x / size.width, y / size.height, picture.width / size.width, picture.height / size.height];
    const expected = [0.225, 0.761, 0.55, 0.144];
    for (const [i, part] of parts.entries()) expect(Math.abs(part - (expected[i] ?? 0))).toBeLessThan(0.008);
  });

  it.each(BUILT_IN_TEMPLATES)('covers no text of its slide, in any layout: $id', async (template) => {
    for (const [i, layout] of SLIDE_LAYOUTS.entries()) {
      const place = i + BUILT_IN_TEMPLATES.indexOf(template);
      // Each layout in a template or two.
      if (!isTried(place, 13)) continue;
      const format: AspectRatioName = ASPECT_RATIO_NAMES[(place + i) % ASPECT_RATIO_NAMES.length] ?? 'square';
      const size = pictureDimensionsOfFormat(format, '480p');
      const { at: bottom, reserved } = captionArea(size);
      const turn = i + Math.floor(BUILT_IN_TEMPLATES.indexOf(template) / 2);
      for (const name of isWhole ? ['latin', 'longest'] : [turn % 2 === 0 ? 'latin' : 'longest']) {
        const slide = slideOf(name, { layout, image: layout.startsWith('image') ? image : undefined });
        const { written } = await measureSlide(slide, size, template, { captioned: DEFAULT_CAPTION_STYLE });
        for (const { text, ink } of written) {
          const below = ink.top >= bottom - 1;
          expect(below || ink.bottom <= size.height - reserved.bottom + 2, `${layout} ${format} ${name}: ${text}`).toBe(
            true,
          );
        }
      }
    }
  });

  it('looks the same where the slide stands and where it moves', async () => {
    for (const [id, layout] of [
      ['plain', 'bullets'],
      ['midnight', 'image_full'],
      ['playful', 'image_right'],
    ] as const) {
      const size = pictureDimensionsOfFormat('landscape', '480p');
      const below = await painter.paint(slideOf('latin', { layout, image }), size, requireBuiltInTemplate(id), {
        captioned: DEFAULT_CAPTION_STYLE,
      });
      const [text = ''] = textsOf(SENTENCE_BY_LANGUAGE.ar ?? '', 'ar');
      const layer = await painter.paintCaption(text, 'ar', size, requireBuiltInTemplate(id), DEFAULT_CAPTION_STYLE);
      const moving = rgbToYuv420(below).data;
      createBlendOverlay(
        layer.picture,
        { ...layer.picture, x: 0, y: 0 },
        { ...size, x: layer.x, y: layer.y },
      )(new Uint8ClampedArray(moving.buffer, moving.byteOffset, moving.length));
      expect(largestDifference(moving, rgbToYuv420(below).data)).toBeGreaterThan(60);
      blendCaption(below, layer);
      const standing = rgbToYuv420(below).data;
      const luma = size.width * size.height;
      expect(largestDifference(moving.subarray(0, luma), standing.subarray(0, luma))).toBeLessThanOrEqual(2);
      expect(meanDifference(moving.subarray(luma), standing.subarray(luma))).toBeLessThan(0.1);
    }
  });
});
