import { describe, expect, it } from 'vitest';
import type { TimelineCheckResponse } from '#cli/cli-api-client.ts';
import { assertVideoLosesNothing, checkWarningLines, selectRenderWarnings } from '#cli/timeline-check-lines.ts';

type Warning = TimelineCheckResponse['warnings'][number];

const warning = (code: Warning['code'], position: number | null, message: string = code): Warning => ({
  ...{ code, position, message, param: null },
  slide_id: position === null ? null : `sl_${position}`,
});
const checkOf = (...warnings: Warning[]) => ({ warnings }) as unknown as TimelineCheckResponse;
const codesOf = (warnings: readonly Warning[]) => warnings.map(({ code }) => code);

describe('the warnings before a render', () => {
  it('are those of the check, without files for which the render waits', () => {
    const check = checkOf(warning('image_pending', 0), warning('text_shrunk', 0), warning('presenter_pending', null));
    expect(codesOf(selectRenderWarnings(check))).toEqual(['text_shrunk']);
  });

  it('of a silent video have none about the narration', () => {
    const check = checkOf(warning('speech_cut', 1), warning('brackets_spoken', 2), warning('text_cut', 2));
    expect(codesOf(selectRenderWarnings(check, { isSilent: true }))).toEqual(['text_cut']);
    expect(codesOf(selectRenderWarnings(check))).toEqual(['speech_cut', 'brackets_spoken', 'text_cut']);
  });

  it('are one line for each message, with the numbers of the slides in the video', () => {
    const lines = checkWarningLines([
      warning('too_long', null, 'It is too long.'),
      warning('text_shrunk', 1, 'The text is small.'),
      warning('glyphs_missing', 2, 'No font has 𒀀.'),
      warning('text_shrunk', 4, 'The text is small.'),
      warning('text_shrunk', 4, 'The text is small.'),
    ]);
    expect(lines).toEqual([
      'Video: It is too long.',
      'Video, slides 2, 5: The text is small.',
      'Video, slide 3: No font has 𒀀.',
    ]);
  });
});

describe('with --strict', () => {
  it.each([
    ['nothing', [], undefined],
    ['a text that is small', [warning('text_shrunk', 0)], undefined],
    ['a text that is cut', [warning('text_cut', 0), warning('text_shrunk', 1)], '(1 warning), so no video was made'],
    [
      'a character without a glyph and speech that is cut',
      [warning('glyphs_missing', 0), warning('speech_cut', 1)],
      '(2 warnings)',
    ],
  ])('%s', (_, warnings, refusal) => {
    const checked = () => assertVideoLosesNothing(warnings);
    if (refusal === undefined) expect(checked).not.toThrow();
    else expect(checked).toThrow(refusal);
  });
});
