import { TEMPLATES } from '../../../lib/templates/template.ts';
import type { DrawableSlide, Painter } from '../../../lib/video/drawing/painter.ts';
import type { RawPicture } from '../../../lib/video/picture.ts';
import type { Combination } from './combinations.ts';

const SLIDES: readonly Pick<DrawableSlide, 'title' | 'layout' | 'bullet_points'>[] = [
  {
    title: 'Quarterly results',
    layout: 'title',
    bullet_points: ['What we earned, what we learned'],
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

/** Three slides with text and colours, in templates that differ from one picture size to the next. */
export async function drawSlides(painter: Painter, { size }: Pick<Combination, 'size'>): Promise<RawPicture[]> {
  const pictures: RawPicture[] = [];
  for (const [position, slide] of SLIDES.entries()) {
    const template = TEMPLATES[(size.width / 2 + size.height / 2 + position) % TEMPLATES.length] ?? TEMPLATES[0];
    const drawable = { ...slide, language: 'en', position, slide_count: SLIDES.length };
    pictures.push(await painter.paint(drawable, size, template?.id ?? ''));
  }
  return pictures;
}
