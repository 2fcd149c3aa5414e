import { z } from 'zod';

/** The schema of `/docs/search.json`, the index for the search of the documentation. */
export const searchIndexSchema = z.object({
  sections: z
    .array(
      z.object({
        key: z
          .int()
          .min(0)
          .describe('The number of the part, from 0.')
          .meta({ examples: [12] }),
        name: z
          .string()
          .describe('The name of the page.')
          .meta({ examples: ['webhooks'] }),
        page: z
          .string()
          .describe('The title of the page.')
          .meta({ examples: ['Webhooks'] }),
        id: z
          .string()
          .describe('The anchor of the part in the page; empty for its beginning.')
          .meta({ examples: ['signatures'] }),
        heading: z
          .string()
          .describe('The heading of the part.')
          .meta({ examples: ['Signatures'] }),
        text: z
          .string()
          .describe('The words of the part, without code.')
          .meta({ examples: ['Every delivery is signed.'] }),
      }),
    )
    .describe('The parts of all pages of the documentation, for a search.'),
});

/** The index that a search of the documentation reads. */
export type SearchIndex = z.infer<typeof searchIndexSchema>;

/** The part of a page between two headings, as an entry of the index. */
export type SearchIndexSection = SearchIndex['sections'][number];
