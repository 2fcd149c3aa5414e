import { CALLOUT_KINDS } from '#engine/video/drawing/callouts/callout.ts';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import { BUILD_STYLES, TRANSITION_TYPES } from '#engine/video/transitions/transition-types.ts';
import type { Schemas } from '#front/client/client.ts';
import { morphingCharts, slidesOfCharts } from './motion-charts.ts';
import type { MotionSlide } from './motion-slide.ts';

/** Uploads that slides show. */
export interface MotionUploads {
  photo: string;
  /** A recording of somebody who speaks. */
  presenter: string;
  /** It becomes light. */
  clip: string;
}

const NONE = { type: 'none', duration_seconds: 0 } as const;

/** Two slides that share nothing, in turn, so that each transition has another picture before and after it. */
const turn = (i: number, photo: string): Schemas['SlideInput'] =>
  i % 2 === 0
    ? {
        title: 'What keeps a light burning',
        bullet_points: ['A lens for the flame', 'Clockwork that turns it'],
        build: 'none',
      }
    : {
        title: 'Seen from twenty miles',
        bullet_points: ['Height makes range'],
        layout: 'image_right',
        image: { upload_id: photo },
        build: 'none',
      };

/** One slide for each transition that has frames. */
const transitions = ({ photo }: MotionUploads): MotionSlide[] => [
  { name: 'start', slide: { ...turn(1, photo), transition: NONE, duration_seconds: 1, motion: 'none' } },
  ...TRANSITION_TYPES.filter((type) => type !== 'none' && type !== 'auto' && type !== 'morph').map((type, i) => ({
    name: `transition ${type}`,
    slide: {
      ...turn(i, photo),
      transition: { type, duration_seconds: 0.8 },
      duration_seconds: 1.6,
      motion: 'none' as const,
    },
  })),
  {
    name: 'morph start',
    slide: {
      ...{ title: 'The lamp', layout: 'image_left', bullet_points: ['In 1823'], image: { upload_id: photo } },
      ...{ transition: NONE, duration_seconds: 1, motion: 'none' },
    },
  },
  {
    name: 'morph of title and image',
    slide: {
      ...{ title: 'The lamp', layout: 'image_full', bullet_points: [], image: { upload_id: photo } },
      ...{ transition: { type: 'morph', duration_seconds: 0.8 }, duration_seconds: 1.6, motion: 'none' },
    },
  },
  {
    name: 'morph through the empty page',
    slide: {
      ...{
        title: 'Three keepers',
        layout: 'cards',
        items: ['Ada', 'Ben', 'Cleo'].map((title) => ({ title, text: 'A keeper' })),
      },
      ...{ transition: { type: 'morph', duration_seconds: 0.8 }, duration_seconds: 1.6, motion: 'none' },
    },
  },
  {
    name: 'morph of cards',
    slide: {
      ...{
        title: 'Two keepers',
        layout: 'cards',
        items: ['Cleo', 'Ada'].map((title) => ({ title, text: 'A keeper' })),
      },
      ...{ transition: { type: 'morph', duration_seconds: 0.8 }, duration_seconds: 1.6, motion: 'none' },
    },
  },
  ...morphingCharts(),
];

const POINTS = ['A lens that gathers the flame', 'Clockwork that turns it', 'A keeper who winds it'];
const ITEMS = [
  { title: 'Wind', text: 'Every four hours', figure: '4' },
  { title: 'Light', text: 'At dusk', figure: '1,234.5' },
  { title: 'Watch', text: 'All night', figure: '87 %' },
];

/** Slides whose parts appear, by their content. */
const builds = ({ photo }: MotionUploads): MotionSlide[] => {
  const made: [name: string, slide: Schemas['SlideInput'], seconds?: number][] = [
    ['points', { title: 'What keeps a light burning', bullet_points: POINTS }],
    ['points lively', { title: 'What keeps a light burning', bullet_points: POINTS, motion: 'lively' }],
    ['points dimmed', { title: 'What keeps a light burning', bullet_points: POINTS, dim_previous: true }],
    ...BUILD_STYLES.map((build_style): [string, Schemas['SlideInput']] => [
      `points ${build_style}`,
      { title: 'What keeps a light burning', bullet_points: POINTS, build: 'by_bullet', build_style },
    ]),
    [
      'rows',
      {
        ...{ title: 'What a year costs', layout: 'table' },
        table: {
          header: ['Item', 'Plan', 'Actual'],
          rows: [
            ['Oil', '12.5', '14.25'],
            ['Wages', '31', '31'],
            ['Glass', '0.75', '3.1'],
          ],
        },
      },
    ],
    ...(['cards', 'process', 'timeline', 'comparison', 'stats'] as const).map(
      (layout): [string, Schemas['SlideInput']] => [layout, { title: 'A night on the rock', layout, items: ITEMS }],
    ),
    ...slidesOfCharts(),
    ['figure', { title: '87 %', layout: 'number', bullet_points: ['of the light reaches the horizon'] }],
    [
      'code focus',
      {
        ...{ title: 'A light in four lines', layout: 'code' },
        code: {
          language: 'python',
          text: 'def shine(lamp):\n    for wait in (2, 8):\n        lamp.flash()\n        sleep(wait)',
          focus: ['1', '2-3', '4'],
        },
      },
      4,
    ],
    ['camera', { title: 'Night falls', layout: 'image_full', image: { upload_id: photo } }, 4],
    ...IMAGE_MOTIONS.filter((motion) => motion !== 'none').map(
      (image_motion): [string, Schemas['SlideInput'], number] => [
        `camera ${image_motion}`,
        { title: '', layout: 'image_full', image: { upload_id: photo }, image_motion },
        4,
      ],
    ),
    // Where its images reach to the edges, as in `plain`, the photograph grows.
    [
      'photograph next to points',
      { title: 'Night falls', layout: 'image_right', bullet_points: POINTS, image: { upload_id: photo } },
      4,
    ],
    [
      'gallery',
      {
        title: 'Then and now',
        layout: 'gallery',
        image: { upload_id: photo },
        images: [{ upload_id: photo, caption: 'Today' }],
        build: 'by_item',
      },
    ],
  ];
  return made.map(([name, slide, duration_seconds = 3]) => ({
    name,
    slide: { motion: 'calm', transition: NONE, ...slide, duration_seconds },
  }));
};

/** One slide for each kind of callout. */
const callouts = ({ photo }: MotionUploads): MotionSlide[] =>
  CALLOUT_KINDS.map((kind) => ({
    name: `callout ${kind}`,
    slide: {
      ...{ title: 'The lighthouse', layout: 'image_right', bullet_points: ['Look up'], image: { upload_id: photo } },
      callouts: [
        {
          kind,
          area: { x: 0.25, y: 0.2, width: 0.25, height: 0.4 },
          at: { seconds: 0.8 },
          until: { seconds: 2.4 },
          ...(kind === 'blur' || kind === 'zoom' ? {} : { text: 'Here' }),
        },
      ],
      ...{ motion: 'calm', transition: NONE, build: 'none', duration_seconds: 3.4 },
    },
  }));

/** Slides whose background moves while they stand, one with text on a video, and one with somebody who speaks. */
const others = ({ clip, presenter }: MotionUploads): MotionSlide[] => [
  {
    name: 'ground of a title',
    slide: {
      title: 'The quiet art of lighthouses',
      layout: 'title',
      motion: 'calm',
      transition: NONE,
      duration_seconds: 4,
    },
  },
  {
    name: 'ground of points',
    slide: {
      title: 'What keeps a light burning',
      bullet_points: POINTS,
      build: 'none',
      motion: 'calm',
      transition: NONE,
      duration_seconds: 4,
    },
  },
  {
    name: 'ground of a section',
    slide: { title: 'How the light is made', layout: 'section', motion: 'calm', transition: NONE, duration_seconds: 4 },
  },
  {
    name: 'text on a video',
    slide: {
      title: 'Readable always',
      bullet_points: ['From dark', 'To white'],
      build: 'none',
      video: { upload_id: clip, place: 'background' },
      motion: 'calm',
      transition: NONE,
      duration_seconds: 4,
    },
  },
  {
    name: 'presenter',
    slide: {
      title: 'The harbour',
      bullet_points: ['Dawn', 'Boats'],
      speaker_notes: 'The harbour opens at dawn. Boats leave then.',
      presenter: { upload_id: presenter },
      motion: 'calm',
      transition: { type: 'fade', duration_seconds: 0.6 },
      duration_seconds: 4,
    },
  },
];

/** Slides with every transition, kind of chart, style of build, image motion and callout, and with other motion. */
export const motionSlides = (uploads: MotionUploads): MotionSlide[] => [
  ...transitions(uploads),
  ...builds(uploads),
  ...callouts(uploads),
  ...others(uploads),
];
