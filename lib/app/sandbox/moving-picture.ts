import { isAnimatedGif } from '#engine/deck-reading/animated-gif.ts';
import type { DeckSlideContent, DeckVideo } from '#engine/deck-reading/deck.ts';
import { chooseVideoPlaceOnSlide } from '#engine/deck-reading/video-place.ts';

/** The flag of an animation in the chunk VP8X of a WebP, https://developers.google.com/speed/webp/docs/riff_container. */
const WEBP_ANIMATION_FLAG = 0x02;
/** Offset of the flags of the chunk VP8X, in bytes from the start of the file. */
const VP8X_FLAGS_OFFSET = 20;

function isAnimatedWebp(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, VP8X_FLAGS_OFFSET)).toString('latin1');
  return /^RIFF.{4}WEBPVP8X/s.test(head) && ((bytes[VP8X_FLAGS_OFFSET] ?? 0) & WEBP_ANIMATION_FLAG) !== 0;
}

/** Reports whether the bytes of a picture are an animated GIF or an animated WebP. */
export const isAnimatedGifOrWebp = (bytes: Uint8Array): boolean => isAnimatedGif(bytes) || isAnimatedWebp(bytes);

/**
 * Makes an animated picture the video of its slide: it repeats as long as the slide is shown.
 * @param path name of its file in the folder of the deck
 */
export const videoOfAnimatedPicture = (path: string, content: DeckSlideContent): DeckVideo => ({
  source: { from: 'path', path },
  place: chooseVideoPlaceOnSlide(content),
  isMuted: true,
  loops: true,
});
