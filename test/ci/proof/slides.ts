import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { SlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import type { Combination } from './combinations.ts';

interface ProofSlide extends Pick<DrawableSlide, 'title' | 'layout' | 'bullet_points'> {
  /** Absent: another one for each picture size. */
  template?: string;
}

const SLIDES: readonly ProofSlide[] = [
  {
    title: 'What we earned, and what we learned from it',
    layout: 'quote',
    bullet_points: ['Quarterly results'],
    // The template and layout that is least like its drawing at 480p: a fine grid all over the picture.
    template: 'technical',
  },
  {
    title: 'Where the growth came from',
    layout: 'bullets',
    bullet_points: ['Revenue grew by 24 % year over year 🚀', 'Spain, Brazil and Việt Nam', 'Three new regions'],
  },
  {
    title: 'Reading a file',
    layout: 'code',
    bullet_points: [
      'export async function* lines(path: string) {',
      "  const file = await open(path, 'r');",
      '  yield* file.readLines(); // of any size',
      '}',
    ],
  },
];

/** Three slides with text and colours. */
export async function drawSlides(
  painter: SlideAndCaptionPainter,
  { size }: Pick<Combination, 'size'>,
): Promise<RawPicture[]> {
  const pictures: RawPicture[] = [];
  for (const [position, { template, ...slide }] of SLIDES.entries()) {
    const other =
      BUILT_IN_TEMPLATES[(size.width / 2 + size.height / 2 + position) % BUILT_IN_TEMPLATES.length] ??
      BUILT_IN_TEMPLATES[0];
    const drawable = { ...slide, language: 'en', is_first: position === 0, slide_number: position + 1 };
    pictures.push(await painter.paint(drawable, size, requireBuiltInTemplate(template ?? other?.id ?? '')));
  }
  return pictures;
}
