import { CommandError } from '#emulators/host/command-errors.ts';
import type { FrontMatterVideoOptions } from '#engine/deck-reading/markdown/front-matter-video-options.ts';
import { CAPTION_PRESETS } from '#engine/video/captions/caption-style.ts';
import { CAPTION_MODES } from '#features/renders/render.ts';
import type { RenderBody } from './cli-api-client.ts';
import { type LoadedMusicFile, loadMusicFile } from './music-file.ts';
import type { DeckFolderAccess } from './open-deck-folder.ts';

/** The captions of a render. */
type CaptionOutput = Pick<NonNullable<RenderBody['output']>, 'captions' | 'caption_style'>;

function parseChoice<Value extends string>(name: string, values: readonly Value[], text: string | undefined) {
  const value = values.find((each) => each === text);
  if (text !== undefined && value === undefined)
    throw new CommandError(`${name} of the front matter: one of ${values.join(', ')}; not "${text}".`);
  return value;
}

/**
 * The captions that the front matter of a deck asks for. A style means captions in the picture.
 * @throws CommandError for a value that the API does not have, and for a style without captions in the picture
 */
export function captionsOfFrontMatter({ captions, caption_style }: FrontMatterVideoOptions): CaptionOutput {
  const mode = parseChoice('captions', CAPTION_MODES, captions);
  const preset = parseChoice('caption_style', CAPTION_PRESETS, caption_style);
  if (preset === undefined) return mode === undefined ? {} : { captions: mode };
  if ((mode ?? 'burned_in') !== 'burned_in')
    throw new CommandError(
      'caption_style of the front matter: only captions in the picture have a style. Set captions to burned_in.',
    );
  return { captions: 'burned_in', caption_style: { preset } };
}

/** Output settings with the captions of a deck, where the options of the command name none. */
export const outputWithDefaultCaptions = (
  output: RenderBody['output'],
  deckCaptions: CaptionOutput | undefined,
): RenderBody['output'] =>
  deckCaptions === undefined || output?.captions !== undefined ? output : { ...output, ...deckCaptions };

/**
 * The music that the front matter of a deck names, a file in its folder; undefined if it names none.
 * @throws CommandError for a missing file, one that is not music, and a volume outside 0–1
 */
export function loadMusicOfFrontMatter(
  { music, music_volume }: FrontMatterVideoOptions,
  deckFolder: Pick<DeckFolderAccess, 'music'>,
): (LoadedMusicFile & { path: string }) | undefined {
  if (music === undefined) {
    if (music_volume !== undefined) throw new CommandError('music_volume of the front matter: there is no music.');
    return undefined;
  }
  const volume = music_volume === undefined ? undefined : Number(music_volume);
  if (volume !== undefined && !(volume >= 0 && volume <= 1))
    throw new CommandError(`music_volume of the front matter: a number from 0 to 1; not "${music_volume}".`);
  const path = deckFolder.music(music);
  if (path === undefined)
    throw new CommandError(
      `music of the front matter: there is no file with music "${music}" in the folder of the deck.`,
    );
  return { ...loadMusicFile(path, volume), path };
}
