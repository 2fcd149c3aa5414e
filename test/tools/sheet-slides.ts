import type { DrawableImage, DrawableSlide, SlideLayout } from '../../lib/video/drawing/drawable-slide.ts';

interface Pictures {
  photo: DrawableImage;
  drawing: DrawableImage;
}

type Content = Pick<DrawableSlide, 'layout' | 'title' | 'bullet_points'> & { image?: DrawableImage };

/** One slide of each layout, with the amount of text that slides mostly have; the image also whole instead of cropped. */
function ordinary({ photo, drawing }: Pictures): Content[] {
  return [
    {
      layout: 'title',
      title: 'The quiet art of lighthouses',
      bullet_points: ['Field notes from the northern coast', 'Autumn 2026'],
    },
    {
      layout: 'bullets',
      title: 'What keeps a light burning',
      bullet_points: [
        'A lens that gathers almost all of the flame',
        'Clockwork that turns it once a minute',
        'A keeper who winds the clockwork every four hours',
        'Oil, carried up 196 steps',
      ],
    },
    {
      layout: 'image_left',
      title: 'Seen from twenty miles',
      bullet_points: ['Height makes range: the horizon is the limit', 'Each light has a rhythm of its own'],
      image: photo,
    },
    {
      layout: 'image_right',
      title: 'The lens of 1823',
      bullet_points: ['Rings of prisms instead of one thick glass', 'A tenth of the weight'],
      image: { ...drawing, fit: 'contain' },
    },
    {
      layout: 'image_full',
      title: 'Night falls on the point',
      bullet_points: ['Every evening since 1858'],
      image: photo,
    },
    {
      layout: 'quote',
      title: 'I can think of no other edifice constructed by man as altruistic as a lighthouse.',
      bullet_points: ['George Bernard Shaw'],
    },
    { layout: 'section', title: 'How the light is made', bullet_points: ['Part two'] },
    {
      layout: 'code',
      title: 'A light in six lines',
      bullet_points: [
        '// Two flashes every ten seconds.',
        'export async function shine(lamp: Lamp) {',
        '  for (const wait of [2, 8]) {',
        '    await lamp.flash({ seconds: 0.4 });',
        '    await pause(wait, "seconds");',
        '  }',
        '}',
      ],
    },
    { layout: 'number', title: '87 %', bullet_points: ['of the light reaches the horizon', 'A flame alone: 3 %'] },
    {
      layout: 'bullets',
      title: 'Twelve months on the rock: a chronicle of the keeper and his two assistants',
      bullet_points: [
        'January: the sea breaks a window 30 m above the water, and the lamp goes out for the first time in nine years',
        'February and March: no boat lands; the last potatoes are eaten on the 3rd',
        'April: paint, glass, oil and letters arrive on the same day',
        'May to August: visitors, who all ask about the 196 steps',
        'September: the first storm comes early, and so do the birds',
        'October: the clockwork is taken apart, cleaned and put together again',
        'November: the fog signal sounds for 71 hours without a pause',
        'December: the assistants change; the keeper stays',
      ],
    },
    { layout: 'image_full', title: '', bullet_points: [], image: photo },
    { layout: 'bullets', title: 'Light', bullet_points: ['Air', 'Sea'] },
  ];
}

export const ordinarySlides = (pictures: Pictures): DrawableSlide[] =>
  ordinary(pictures).map((content, i) => ({ ...content, language: 'en', is_first: i === 0, slide_number: i + 1 }));

/** The layouts in which difficult texts are shown. */
export const DIFFICULT_LAYOUTS = [
  'title',
  'bullets',
  'image_left',
  'quote',
  'number',
  'code',
] as const satisfies SlideLayout[];
