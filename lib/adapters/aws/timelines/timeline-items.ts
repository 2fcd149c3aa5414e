import { z } from 'zod';
import {
  type Slide,
  type SlideRevisionRef,
  storedSlideSchema,
  storedTimelineSettingsSchema,
  type Timeline,
} from '#features/timelines/public.ts';
import { createItemCodec } from '../table/item.ts';
import type { TableItem } from '../table/table.ts';

/** A timeline with its slide references as short texts, because an item has up to 500 of them. */
type PackedTimeline = Omit<Timeline, 'slides'> & { slides: string[] };

/** A revision of a slide without its audio, which is in a separate item. */
export type SlideRevision = Omit<Slide, 'audio'>;

/** Stored form of a timeline. */
export const timelineCodec = createItemCodec<PackedTimeline>('timeline').of(
  storedTimelineSettingsSchema.extend({
    id: z.string(),
    account_id: z.string(),
    version: z.number(),
    slides: z.array(z.string()),
    duration_seconds: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

/** Stored form of a revision of a slide. */
export const slideCodec = createItemCodec<SlideRevision>('slide').of(storedSlideSchema.omit({ audio: true }));

/** The text of a reference to a revision of a slide: `<id>#<rev>`. */
export const slideRefText = ({ id, rev }: SlideRevisionRef): string => `${id}#${rev}`;

/** The inverse of `slideRefText`. */
export function parseSlideRef(text: string): SlideRevisionRef {
  const [id = '', rev = ''] = text.split('#');
  return { id, rev };
}

/** The slides of a stored timeline, with their revisions. @throws ItemFormatError */
export const slideRefsOfTimelineItem = (item: TableItem): SlideRevisionRef[] =>
  timelineCodec.parse(item).slides.map(parseSlideRef);
