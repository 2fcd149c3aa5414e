import { CommandError } from '#emulators/host/command-errors.ts';
import type { DeckCaptions } from '#engine/deck-reading/markdown/deck-captions.ts';
import { CAPTION_PRESETS } from '#engine/video/captions/caption-style.ts';
import { CAPTION_MODES } from '#features/renders/render.ts';
import type { RenderBody } from './api-client.ts';

/** The captions of a render. */
type CaptionOutput = Pick<NonNullable<RenderBody['output']>, 'captions' | 'caption_style'>;

function oneOf<Value extends string>(name: string, values: readonly Value[], text: string | undefined) {
  const value = values.find((each) => each === text);
  if (text !== undefined && value === undefined)
    throw new CommandError(`${name} of the front matter: one of ${values.join(', ')}; not "${text}".`);
  return value;
}

/**
 * The captions that the front matter of a deck asks for. A style means captions in the picture.
 * @throws CommandError for a value that the API does not have, and for a style without captions in the picture
 */
export function readDeckCaptions({ captions, caption_style }: DeckCaptions): CaptionOutput {
  const mode = oneOf('captions', CAPTION_MODES, captions);
  const preset = oneOf('caption_style', CAPTION_PRESETS, caption_style);
  if (preset === undefined) return mode === undefined ? {} : { captions: mode };
  if ((mode ?? 'burned_in') !== 'burned_in')
    throw new CommandError(
      'caption_style of the front matter: only captions in the picture have a style. Set captions to burned_in.',
    );
  return { captions: 'burned_in', caption_style: { preset } };
}

/** Output settings with the captions of a deck, where the options of the command name none. */
export const withDeckCaptions = (
  output: RenderBody['output'],
  deck: CaptionOutput | undefined,
): RenderBody['output'] => (deck === undefined || output?.captions !== undefined ? output : { ...output, ...deck });
