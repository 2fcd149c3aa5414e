import { z } from 'zod';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { CreationTimeFilter } from './pagination.ts';
import { textSchema } from './text.ts';

/** A pair of metadata as `name=value`, with the bounds of `metadataSchema`. */
const METADATA_PAIR = /^([\w.:-]{1,40})=(.{0,500})$/su;

/** Query parameter of a list that can be filtered by a pair of metadata. */
export const metadataQueryShape = {
  metadata: z
    .string()
    .regex(METADATA_PAIR, 'Send one pair as `name=value`, encoded as a part of an address: `metadata=customer%3D4711`.')
    .optional(),
};

/** Query parameter of a list that can be filtered by a part of the title. */
export const titleQueryShape = {
  title: textSchema(1, 200).optional(),
};

/** Conditions for the entries of a list; absent ones are ignored. */
export interface ListEntryFilter extends CreationTimeFilter {
  /** `name=value` */
  metadata?: string | undefined;
  /** A part of the title. */
  title?: string | undefined;
}

/** The fields of a list entry that filters compare. */
interface Entry {
  created_at: string;
  title?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Reports whether metadata has a pair. @param pair `name=value` */
function hasPair(metadata: Readonly<Record<string, string>>, pair: string): boolean {
  const [, name = '', value] = METADATA_PAIR.exec(pair) ?? [];
  return value !== undefined && ownPropertyValue(metadata, name) === value;
}

/** Reports whether an entry of a list passes a filter. */
export const passesListFilter = (
  { created_at, title = '', metadata = {} }: Entry,
  { created_after, created_before, title: titlePart, metadata: pair }: ListEntryFilter,
): boolean =>
  (created_after === undefined || Date.parse(created_at) > Date.parse(created_after)) &&
  (created_before === undefined || Date.parse(created_at) < Date.parse(created_before)) &&
  (titlePart === undefined || foldCase(title).includes(foldCase(titlePart))) &&
  (pair === undefined || hasPair(metadata, pair));
