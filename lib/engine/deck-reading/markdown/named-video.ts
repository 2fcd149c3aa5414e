/** The options of a video as a page names them. */
export interface DeckPageVideoOptions {
  /** Absent: its sound is heard. */
  isMuted?: true | undefined;
  /** Absent: it is played once. */
  loops?: true | undefined;
  /** The second at which it starts, from its address (`#t=2,8`). Absent: 0. */
  from?: number | undefined;
  /** The second at which it ends, from its address. Absent: its end. */
  until?: number | undefined;
}

/** Endings of files that are videos. A moving GIF or WebP has that of a picture. */
const VIDEO_FILE = /\.(?:mp4|m4v|mov|webm)(?:[?#].*)?$/i;
const VIDEO_DATA = /^data:video\//i;
/** A time of a media fragment, https://www.w3.org/TR/media-frags/#naming-time. */
const TIME_FRAGMENT = /#(?:[^#]*&)?t=(?:npt:)?([\d:.]*)(?:,([\d:.]+))?/i;
/** Seconds of a day: a larger number is not a time in a video. */
const MAX_SECONDS = 86_400;

/** Reports whether an address is that of a video, by its ending. */
export const isVideoAddress = (url: string): boolean => VIDEO_FILE.test(url) || VIDEO_DATA.test(url);

/** Seconds of `8`, `1:30` or `0:01:30.5`; undefined for other texts. */
function secondsOf(text: string | undefined): number | undefined {
  if (!text || !/^(?:\d{1,5}:){0,2}\d{1,5}(?:\.\d{1,6})?$/.test(text)) return undefined;
  const seconds = text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  return seconds <= MAX_SECONDS ? seconds : undefined;
}

/**
 * The video that an image names; undefined for a picture.
 * @param options words of a video element: `video`, `muted`, `loop`; absent: the image is one of Markdown
 */
export function videoNamedByImage(url: string, options: unknown): DeckPageVideoOptions | undefined {
  const words = typeof options === 'string' ? options.split(' ') : [];
  if (!words.includes('video') && !isVideoAddress(url)) return undefined;
  const [, startText, endText] = TIME_FRAGMENT.exec(url) ?? [];
  const [from, until] = [secondsOf(startText), secondsOf(endText)];
  return {
    ...(words.includes('muted') ? { isMuted: true } : {}),
    ...(words.includes('loop') ? { loops: true } : {}),
    ...(from ? { from } : {}),
    ...(until !== undefined && until > (from ?? 0) ? { until } : {}),
  };
}
