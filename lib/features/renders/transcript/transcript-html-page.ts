import { createHash } from 'node:crypto';
import { toSingleLine } from '#engine/video/captions/timed-captions.ts';
import { directionOfLanguage } from '#engine/video/drawing/text/writing-system.ts';
import { escapeXml } from '#kernel/shared/escape-xml.ts';
import type { Transcript } from './transcript.ts';
import { formatClockTime, transcriptParagraphsBySpeaker } from './transcript-text.ts';

const PAGE_STYLE =
  ':root{color-scheme:light dark}body{margin:0 auto;max-width:42rem;padding:1.5rem;font:1.05rem/1.6 system-ui,sans-serif}h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.15rem;margin:1.8rem 0 .3rem}time{font-weight:400;opacity:.7;margin-inline-end:.5rem}p{margin:.3rem 0}';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const escapeLine = (text: string): string => escapeXml(toSingleLine(text));

function slideSection(slide: Transcript['slides'][number], language: string): string {
  const said = transcriptParagraphsBySpeaker(slide, language).map((paragraph) => `<p>${escapeLine(paragraph)}</p>\n`);
  const time = `<time datetime="PT${slide.start_seconds}S">${formatClockTime(slide.start_seconds)}</time>`;
  return `<section>\n<h2>${time}${escapeLine(slide.title)}</h2>\n${said.join('')}</section>`;
}

/** A transcript as a page of HTML without scripts, in the language and direction of the video. */
export function formatTranscriptHtmlPage({ title, language, slides }: Transcript): string {
  return `<!doctype html>
<html lang="${escapeLine(language)}" dir="${directionOfLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="content-security-policy" content="${escapeXml(CONTENT_SECURITY_POLICY)}">
<title>${escapeLine(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>${escapeLine(title)}</h1>
${slides.map((slide) => slideSection(slide, language)).join('\n')}
</body>
</html>
`;
}
