import { z } from 'zod';
import { type DrawableItem, SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { isIconName, suggestIcons } from '#engine/video/drawing/icons/icon-named.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { imageAnswerSchema, pictureInputSchema } from '../image-fields.ts';
import { defineSlideField, type SlideContentFault } from './define-slide-field.ts';

const itemSchema = z
  .strictObject({
    title: textSchema(0, SLIDE_ITEM_LIMITS.title).default(''),
    text: textSchema(0, SLIDE_ITEM_LIMITS.text)
      .optional()
      .describe(
        'A line break starts another line. In `comparison`, lines that start with `+` or `-` are pros and cons.',
      ),
    figure: textSchema(0, SLIDE_ITEM_LIMITS.figure).optional().describe('A figure with its unit, as it is shown.'),
    date: textSchema(0, SLIDE_ITEM_LIMITS.date).optional().describe('A date in any form, as it is shown.'),
    icon: textSchema(1, SLIDE_ITEM_LIMITS.icon)
      .optional()
      .describe(
        'Name of an icon of `GET /icons`. If only some items have one, icons are chosen for the others from their titles.',
      ),
    image: pictureInputSchema
      .optional()
      .describe(
        'A picture of the item, of the same form as `image` of the slide: on the top of a card, in a circle for a person or a step, in the grid of `gallery`. Without `url` and `upload_id`: the picture that the item in this place has, with the options that are named. Absent: none.',
      ),
    highlight: z
      .boolean()
      .optional()
      .describe('Draws the item with emphasis. In `agenda`, the items before it are done.'),
  })
  .meta({ id: 'SlideItemInput' });

const inputSchema = z
  .array(itemSchema)
  .min(1)
  .max(SLIDE_ITEM_LIMITS.items)
  .nullable()
  .describe(
    'Cards, steps, dates, columns, figures or people, which are shown instead of the points in the layouts `cards`, `process`, `timeline`, `comparison`, `stats`, `gallery`, `agenda` and `team`. A slide has at most one of `code`, `table`, `chart` and `items`.',
  );

type SentItems = z.output<typeof inputSchema> | undefined;

/** The items as they are stored: empty texts are left out. Their pictures are stored with the slide. */
const toStoredItems = (items: SentItems): DrawableItem[] | undefined =>
  items?.map(({ title, text, figure, date, icon, highlight }) => ({
    title,
    ...(text ? { text } : {}),
    ...(figure ? { figure } : {}),
    ...(date ? { date } : {}),
    ...(icon ? { icon } : {}),
    ...(highlight ? { highlight } : {}),
  }));

/** Finds items that show nothing, and names of icons that do not exist. */
const itemFaults = (items: readonly DrawableItem[], sent: SentItems): SlideContentFault[] =>
  items.flatMap(({ title, text = '', figure = '', date = '', icon }, index): SlideContentFault[] => [
    // Items that are not in the request were checked when they were sent, with their pictures.
    ...(!sent || sent[index]?.image || [title, text, figure, date, icon ?? ''].some((part) => part.trim() !== '')
      ? []
      : [
          {
            param: `items[${index}].title`,
            message: 'An item needs a title, a text, a figure, a date, an icon or an image.',
          },
        ]),
    ...(icon === undefined || isIconName(icon)
      ? []
      : [{ code: 'icon_unknown' as const, param: `items[${index}].icon`, message: unknownIconMessage(icon) }]),
  ]);

const unknownIconMessage = (icon: string): string => {
  const names = suggestIcons(icon).map((name) => `"${name}"`);
  return `There is no icon "${icon}". Similar ones: ${names.join(', ')}. GET /icons?q=… finds icons by words.`;
};

const storedSchema = z.object({
  title: z.string(),
  text: z.string().optional(),
  figure: z.string().optional(),
  date: z.string().optional(),
  icon: z.string().optional(),
  highlight: z.boolean().optional(),
});

const titleWords = ['Title of the item.', 'Faster reviews'] as const;
const textWords = ['Explanation below the title.', 'One link shows every slide.'] as const;
const figureWords = ['Figure of the item.', '42 %'] as const;
const iconWords = ['Icon of the item: a name from `GET /icons`.', 'rocket'] as const;
const dateWords = ['Date of the item.', 'Q3 2026'] as const;

/** The items of the slide. Absent: none. */
export const itemsFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  answer: z
    .array(
      z
        .object({
          title: z.string(),
          text: z.string().nullable(),
          figure: z.string().nullable(),
          date: z.string().nullable(),
          icon: z.string().nullable(),
          image: imageAnswerSchema.nullable(),
          highlight: z.boolean(),
        })
        .meta({ id: 'SlideItem' }),
    )
    .nullable(),
  stored: z.array(storedSchema).optional(),
  keep: (value) => toStoredItems(value ?? undefined),
  show: (value) =>
    value?.map(({ title, text = null, figure = null, date = null, icon = null, highlight = false }) => ({
      title,
      text,
      figure,
      date,
      icon,
      image: null,
      highlight,
    })) ?? null,
  isDrawn: true,
  underWholeImage: () => undefined,
  isHeld: true,
  texts: [
    { path: ['*', 'date'], form: 'plain', maxLength: SLIDE_ITEM_LIMITS.date, isRead: true },
    { path: ['*', 'figure'], form: 'plain', maxLength: SLIDE_ITEM_LIMITS.figure, isRead: true },
    { path: ['*', 'title'], form: 'marked', maxLength: SLIDE_ITEM_LIMITS.title, isRead: true },
    { path: ['*', 'text'], form: 'marked', maxLength: SLIDE_ITEM_LIMITS.text, isRead: true },
  ],
  isImported: true,
  faults: (value, slide) => (value ? itemFaults(value, slide.sent) : []),
  words: {
    items: ['The items of the slide; null: none.'],
    'SlideItem.title': titleWords,
    'SlideItemInput.title': titleWords,
    'SlideItem.text': textWords,
    'SlideItemInput.text': textWords,
    'SlideItem.figure': figureWords,
    'SlideItemInput.figure': figureWords,
    'SlideItem.date': dateWords,
    'SlideItemInput.date': dateWords,
    'SlideItem.icon': iconWords,
    'SlideItemInput.icon': iconWords,
    'SlideItem.image': ['The picture of the item; null: none.'],
    'SlideItem.highlight': ['Whether the item is drawn with emphasis.', false],
    'SlideItemInput.highlight': ['Whether the item is drawn with emphasis.', true],
  },
  label: 'Items',
  isListedForAgents: false,
  shortWords: {
    items: 'Cards, steps, dates, columns or figures.',
    figure: 'With its unit, as it is shown.',
    date: 'In any form.',
    icon: 'A name of Lucide, such as `rocket`. Another name is refused with similar ones.',
  },
});
