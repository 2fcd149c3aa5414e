/**
 * Words that people write for a value or a field of this API, by the accepted word. An accepted word is suggested only where it is a valid
 * value or field. Words are compared in lower case, without spaces, `-`, `_` and `.`.
 */
type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Synonyms of values. Sizes such as `1920x1080` are not listed: `likely-accepted-value.ts` computes their resolution. */
export const VALUE_SYNONYMS: Synonyms = new Map([
  ['landscape', ['16:9', '16/9', '16x9', '1.78:1', 'horizontal', 'wide', 'widescreen', 'youtube']],
  ['classic', ['4:3', '4/3', '4x3', '1.33:1', 'xga', 'standard']],
  ['portrait', ['9:16', '9/16', '9x16', 'vertical', 'tall', 'story', 'stories', 'reel', 'reels', 'shorts', 'tiktok']],
  ['square', ['1:1', '1/1', '1x1', 'quadratic']],
  ['feed', ['4:5', '4/5', '4x5', 'instagram', 'post']],
  ['480p', ['sd', '480', '480i']],
  ['720p', ['hd', 'hdready', '720']],
  ['1080p', ['fullhd', 'fhd', '1080', '1080i']],
  ['1440p', ['2k', 'qhd', 'wqhd', '1440']],
  ['2160p', ['4k', 'uhd', '4kuhd', 'ultrahd', '2160']],
  ['h264', ['mp4', 'avc', 'avc1', 'h.264', 'x264', 'libx264', 'mpeg4', 'mov', 'm4v']],
  ['h265', ['hevc', 'hvc1', 'h.265', 'x265', 'libx265']],
  ['vp9', ['webm', 'vp8', 'vp09', 'libvpxvp9']],
  ['av1', ['av01', 'libaom', 'libsvtav1']],
  ['draft', ['low', 'preview', 'fast']],
  ['standard', ['medium', 'normal', 'default']],
  ['high', ['best', 'max', 'maximum', 'ultra']],
  ['sidecar', ['srt', 'vtt', 'webvtt', 'file', 'separate']],
  ['embedded', ['soft', 'softsub', 'track', 'embed']],
  ['burned_in', ['burn', 'burned', 'burnt', 'burnin', 'hard', 'hardsub', 'open', 'hardcoded']],
  ['none', ['off', 'no', 'false', 'null', 'nothing', 'disabled']],
  ['auto', ['automatic', 'default', 'generate']],
  ['fade', ['crossfade', 'dissolve', 'crossdissolve', 'blend']],
  ['slide', ['push', 'swipe']],
  ['by_bullet', ['bybullets', 'bullet', 'onebyone', 'bypoint', 'animated', 'build']],
  ['bullets', ['bullet', 'bulletpoints', 'points', 'list', 'content', 'titleandbullets']],
  ['two_columns', ['twocolumn', 'columns', '2columns', 'twocol', 'split']],
  ['image_full', ['fullimage', 'fullscreen', 'fullbleed', 'background', 'image', 'picture']],
  ['image_left', ['leftimage']],
  ['image_right', ['rightimage']],
  ['section', ['divider', 'header', 'sectionheader', 'chapter']],
  ['gallery', ['pictures', 'photos', 'imagegrid', 'beforeafter', 'collage']],
  ['image_background', ['backgroundimage', 'imagebehind']],
  ['device', ['mockup', 'screenshot', 'screen']],
  ['browser', ['window', 'chrome', 'web']],
  ['phone', ['mobile', 'smartphone', 'iphone', 'handset']],
  ['laptop', ['notebook', 'computer', 'macbook']],
  ['title', ['titleslide', 'cover', 'heading', 'intro']],
  ['quote', ['quotation']],
  ['number', ['numbered', 'ordered', 'figure', 'bignumber', 'statistic', 'stat']],
  ['bullet', ['unordered', 'disc', 'dot', 'dots']],
  ['inline', ['markdown', 'md']],
  ['cover', ['fill', 'crop']],
  ['contain', ['fit', 'letterbox', 'pad', 'scale']],
  ['zoom_in', ['kenburns', 'zoom', 'in']],
  ['zoom_out', ['out']],
  ['column', ['columns', 'vertical', 'histogram']],
  ['bar', ['bars', 'horizontal', 'horizontalbar']],
  ['line', ['lines', 'spline']],
  ['donut', ['doughnut', 'ring']],
  ['center', ['centre', 'centered', 'middle']],
  ['left', ['start']],
  ['right', ['end']],
  ['mp3', ['audio', 'sound', 'mpeg']],
  ['gif', ['animation']],
  ['thumbnails', ['thumbnail', 'thumbs', 'images', 'jpg', 'jpeg']],
  [
    'render.completed',
    [
      'completed',
      'complete',
      'done',
      'success',
      'succeeded',
      'finished',
      'render.done',
      'render.finished',
      'render.succeeded',
    ],
  ],
  ['render.failed', ['failed', 'failure', 'error', 'render.error']],
  ['render.progress', ['progress', 'processing', 'render.processing', 'render.updated']],
  ['completed', ['complete', 'done', 'success', 'succeeded', 'finished']],
  ['failed', ['failure', 'error']],
  ['canceled', ['cancelled', 'aborted']],
  ['queued', ['pending', 'waiting']],
  ['image/jpeg', ['image/jpg', 'image/pjpeg', 'jpg', 'jpeg']],
  ['image/png', ['image/x-png', 'png']],
  ['image/webp', ['webp']],
  ['audio/mpeg', ['audio/mp3', 'audio/x-mp3', 'mp3']],
  ['audio/wav', ['audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'wav']],
  ['audio/mp4', ['audio/m4a', 'audio/x-m4a', 'm4a']],
  ['audio/ogg', ['audio/opus', 'application/ogg', 'ogg', 'opus']],
  ['font/ttf', ['application/x-font-ttf', 'application/x-font-truetype', 'ttf']],
  ['font/otf', ['application/x-font-opentype', 'application/x-font-otf', 'otf']],
  ['font/woff2', ['application/font-woff2', 'woff2']],
  [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ['pptx', 'application/pptx', 'application/powerpoint'],
  ],
  ['application/vnd.oasis.opendocument.presentation', ['odp', 'application/odp']],
  ['application/pdf', ['pdf', 'application/x-pdf']],
  ['text/markdown', ['md', 'markdown', 'text/x-markdown', 'text/md']],
]);

/** Synonyms of fields. Capitals, typos and single words of a name need no entry: `likely-field.ts` recognizes most of them. */
export const FIELD_SYNONYMS: Synonyms = new Map([
  ['title', ['heading', 'headline', 'header', 'name', 'caption']],
  [
    'bullet_points',
    ['bullets', 'bullet', 'points', 'items', 'list', 'body', 'content', 'contents', 'text', 'texts', 'lines'],
  ],
  [
    'speaker_notes',
    ['notes', 'script', 'narration', 'narrationtext', 'voiceover', 'speech', 'spoken', 'transcript', 'say'],
  ],
  ['format', ['aspectratio', 'aspect', 'ratio', 'orientation', 'dimensions']],
  ['resolution', ['size', 'height', 'width', 'dimension']],
  ['template_id', ['theme', 'style', 'design', 'look']],
  ['duration_seconds', ['durationms', 'durationmilliseconds', 'length', 'seconds', 'time']],
  ['webhook_url', ['callback', 'callbackurl', 'notifyurl', 'notificationurl', 'hook', 'hookurl']],
  ['url', ['endpoint', 'href', 'link', 'src', 'target', 'uri']],
  ['events', ['eventtypes', 'enabledevents', 'types', 'topics', 'filtertypes']],
  ['language', ['lang', 'locale']],
  ['fps', ['framerate', 'framespersecond', 'rate']],
  ['captions', ['subtitles', 'subs', 'closedcaptions', 'cc']],
  ['caption_style', ['captionsstyle', 'subtitlestyle', 'captionstyles']],
  ['max_lines', ['lines', 'maxlines']],
  ['codec', ['encoder', 'videocodec', 'container', 'extension']],
  ['extras', ['outputs', 'formats', 'files']],
  ['image', ['imageurl', 'picture', 'photo', 'img', 'background', 'backgroundimage']],
  ['alt', ['alttext', 'alternativetext']],
  ['layout', ['type', 'kind']],
  ['variables', ['values', 'data', 'params', 'parameters', 'fields', 'merge', 'mergefields', 'substitutions']],
  ['rows', ['items', 'records', 'data', 'recipients']],
  ['external_id', ['id', 'reference', 'externalid', 'key']],
  ['volume', ['gain', 'loudness']],
  ['speed', ['rate', 'tempo']],
  ['say', ['alias', 'pronunciation', 'spoken', 'replacement', 'as']],
  ['word', ['term', 'grapheme', 'written', 'phrase']],
  ['content_type', ['mimetype', 'mime', 'type', 'mediatype']],
  ['size_bytes', ['size', 'length', 'bytes', 'contentlength', 'filesize']],
  ['slide_ids', ['order', 'ids', 'slides']],
  ['colors', ['colours', 'palette', 'color', 'colour']],
]);

/** Advice for files of unsupported kinds, by their media types. */
const CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ['image/heic', 'Convert HEIC to JPEG or PNG first.'],
  ['image/heif', 'Convert HEIF to JPEG or PNG first.'],
  ['image/svg+xml', 'Convert SVG to PNG first, in the size in which it is shown.'],
  ['image/tiff', 'Convert TIFF to PNG or JPEG first.'],
  ['image/bmp', 'Convert BMP to PNG first.'],
  ['image/x-icon', 'Convert the icon to PNG first.'],
  ['image/jxl', 'Convert JPEG XL to JPEG or PNG first.'],
  ['video/mp4', 'Send a still image, or the sound alone as MP3.'],
  ['audio/aac', 'Convert AAC to M4A or MP3 first.'],
  ['audio/aiff', 'Convert AIFF to WAV or FLAC first.'],
  ['audio/x-ms-wma', 'Convert WMA to MP3 first.'],
  ['font/woff', 'Convert WOFF to WOFF2, TTF or OTF first.'],
  ['font/collection', 'Take one font out of the collection, as TTF or OTF.'],
  ['application/vnd.ms-powerpoint', 'Save the PPT as PPTX or PDF first.'],
  ['application/vnd.apple.keynote', 'Export the Keynote file as PPTX or PDF first.'],
  ['application/x-iwork-keynote-sffkey', 'Export the Keynote file as PPTX or PDF first.'],
  ['application/vnd.apple.pages', 'Export the document as PDF first.'],
  ['application/msword', 'Save the document as DOCX or PDF first.'],
  ['application/vnd.oasis.opendocument.text', 'Save the document as DOCX or PDF first.'],
  ['application/vnd.ms-excel', 'Put the tables and charts into a deck, and send that as PPTX.'],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Put the tables and charts into a deck, and send that as PPTX.',
  ],
  ['application/vnd.sun.xml.impress', 'Save the deck as ODP, PPTX or PDF first.'],
]);

/** Advice for a file of an unsupported media type; undefined if there is none. */
export const fileConversionAdvice = (mediaType: string): string | undefined =>
  CONVERSIONS.get((mediaType.split(';')[0] ?? '').trim().toLowerCase());

const foldWord = (word: string): string => word.toLowerCase().replace(/[\s_.-]/g, '');

/** The first of `words` that equals the written word or has it as a synonym; undefined if no word does. */
export const findWordBySynonym = (
  synonyms: Synonyms,
  writtenWord: string,
  words: readonly string[],
): string | undefined => {
  const foldedWord = foldWord(writtenWord);
  return (
    words.find((word) => foldWord(word) === foldedWord) ??
    words.find((word) => synonyms.get(word)?.some((synonym) => foldWord(synonym) === foldedWord))
  );
};
