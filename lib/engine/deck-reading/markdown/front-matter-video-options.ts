import { textOfYamlField, type YamlFields } from './front-matter.ts';

/**
 * Fields of front matter that set options of the video, read without a check of their values. An import makes only a timeline, and does not
 * read them.
 */
const VIDEO_FIELDS = ['captions', 'caption_style', 'music', 'music_volume'] as const;

/** Options of a video in the form of the front matter of a deck: texts by the names of fields; fields that it does not set are absent. */
export type FrontMatterVideoOptions = Partial<Record<(typeof VIDEO_FIELDS)[number], string>>;

/** Reads the options of the video in front matter. */
export const videoOptionsInFrontMatter = (fields: YamlFields): FrontMatterVideoOptions =>
  Object.fromEntries(
    VIDEO_FIELDS.flatMap((name) => {
      const text = textOfYamlField(fields, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );
