import { createHash } from 'node:crypto';
import { countWithNoun } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { BrandInImportReport } from './brand-in-import-report.ts';
import { brandReportSentence } from './brand-report-sentence.ts';
import type { Import, ReportedSlide } from './import.ts';
import { recordingReportSentence } from './recording-line.ts';
import type {
  ImportedSlidePictureMaker,
  ImportedSlideVerdict,
  ImportedSlideVerdictCounts,
  ImportedSlideVerdictName,
} from './verdict.ts';

/** A small picture as WebP; or the reason why it is missing, as a sentence. */
export type ReportPictureOrAbsenceReason = { webp: Uint8Array } | { none: string };

/** One slide of the deck on the page. */
export interface ReportPageSlide extends Pick<ReportedSlide, 'source' | 'reason' | 'recording'>, ImportedSlideVerdict {
  /** Its title in the timeline; empty if it has none. */
  title: string;
  /** The slide in the look of the deck. */
  before: ReportPictureOrAbsenceReason;
  /** The slide as the video shows it today. */
  after: ReportPictureOrAbsenceReason;
  /** Lines that change no verdict. */
  notes: readonly string[];
}

/** Content of the page about an import. */
export interface ReportPage {
  made: Pick<Import, 'id' | 'name' | 'kind' | 'status' | 'created_at' | 'error'>;
  /** The title of the timeline; empty if it has none. */
  title: string;
  /** null: the import has not ended, or failed. */
  summary: ImportedSlideVerdictCounts | null;
  slides: readonly ReportPageSlide[];
  /** Lines about the deck as a whole. */
  warnings: readonly DeckWarning[];
  /** The template that was made of the theme of the deck. */
  brand?: BrandInImportReport | undefined;
}

/** Escapes a text for elements and attributes. Control characters become spaces. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`).replace(/\p{Cc}/gu, ' ');

const STYLE_SHEET = `:root{color-scheme:light dark;--line:light-dark(#d5dae0,#3a4149);--soft:light-dark(#5b6570,#a3adb8);--back:light-dark(#f4f6f8,#15191e);--card:light-dark(#fff,#1d2329)}
body{margin:0 auto;max-width:70rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;background:var(--back)}
h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:0}
.soft{color:var(--soft)}.sum{font-size:1.15rem;font-weight:600}
nav a{display:inline-block;margin:0 .35rem .35rem 0;padding:.1rem .55rem;border:1px solid var(--line);border-radius:1rem;color:inherit}
article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:1rem 0}
article header{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:baseline}
.mark{border-radius:1rem;padding:0 .6rem;font-size:.85rem;font-weight:600;border:1px solid}
.whole{color:light-dark(#14694b,#6fd3ab)}.approximate{color:light-dark(#8a5a00,#f0c060)}.lost{color:light-dark(#b3261e,#ff9c92)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin:.8rem 0 0}
figure{margin:0}img{display:block;width:100%;height:auto;border:1px solid var(--line)}
figcaption{font-size:.85rem;color:var(--soft)}
.none{border:1px dashed var(--line);padding:1.5rem .8rem;color:var(--soft)}
ul{margin:.6rem 0 0;padding-left:1.2rem}
@media(max-width:40rem){.pair{grid-template-columns:1fr}}`;

const POLICY = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(STYLE_SHEET).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const VERDICT_WORDS: Readonly<Record<ImportedSlideVerdictName, string>> = {
  whole: 'whole',
  approximate: 'approximate',
  lost: 'something lost',
};

const PICTURE_MAKER_WORDS: Readonly<Record<ImportedSlidePictureMaker, string>> = {
  pdf: 'its page of the PDF',
  deck: 'drawn from the slide in the deck',
  redesign: 'drawn in the template',
  none: 'not in the video',
};

/** The sum of an import in a sentence: `34 slides: 31 whole, 2 approximate, 1 with something lost`. */
export function formatSlideVerdictCounts({ whole, approximate, lost }: ImportedSlideVerdictCounts): string {
  const parts = [
    ...(whole > 0 ? [`${whole} whole`] : []),
    ...(approximate > 0 ? [`${approximate} approximate`] : []),
    ...(lost > 0 ? [`${lost} with something lost`] : []),
  ];
  return `${countWithNoun(whole + approximate + lost, 'slide')}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

const unorderedList = (texts: readonly string[]): string =>
  texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

function figureHtml(picture: ReportPictureOrAbsenceReason, caption: string, alt: string): string {
  const content =
    'none' in picture
      ? `<p class="none">${escapeHtml(picture.none)}</p>`
      : `<img alt="${escapeHtml(alt)}" src="data:image/webp;base64,${Buffer.from(picture.webp).toString('base64')}">`;
  return `<figure><figcaption>${caption}</figcaption>${content}</figure>`;
}

function articleHtml(slide: ReportPageSlide): string {
  const { source, title, verdict, maker, reason, lost, approximate, recording, before, after, notes } = slide;
  const verdictMark =
    verdict === null
      ? '<span class="mark soft">hidden</span>'
      : `<span class="mark ${verdict}">${escapeHtml(VERDICT_WORDS[verdict])}</span>`;
  const makerText = `${PICTURE_MAKER_WORDS[maker]}${maker === 'redesign' && reason !== null ? `: ${reason}` : ''}`;
  const name = `Slide ${source}`;
  return `<article id="slide-${source}">
<header><h2>${name}</h2>${verdictMark}<span>${escapeHtml(title)}</span><span class="soft">${escapeHtml(makerText)}</span></header>
${unorderedList([...lost.map((text) => `Lost: ${text}`), ...approximate.map((text) => `Approximate: ${text}`), ...(recording ? [recordingReportSentence(recording)] : []), ...notes])}
<div class="pair">${figureHtml(before, 'In the deck', `${name} in the deck`)}${figureHtml(after, 'In the video', `${name} in the video`)}</div>
</article>`;
}

/** Sentence about an import that has no report. */
const statusSentence = ({ status, error }: ReportPage['made']): string =>
  status === 'failed'
    ? `The import failed: ${error?.message ?? 'the deck could not be imported.'}`
    : 'The import has not ended. Open this page again when it has.';

/**
 * A page that shows each slide of a deck before and after its import, with the lines of the report. It is one file without scripts,
 * loads nothing, and every text on it is escaped.
 */
export function importReportPageHtml({
  made: deckImport,
  title,
  summary,
  slides,
  warnings,
  brand,
}: ReportPage): string {
  const heading = deckImport.name || title || deckImport.id;
  const verdictOfSource = new Map(slides.map(({ source, verdict }) => [source, verdict]));
  const links = [...verdictOfSource]
    .filter(([, verdict]) => verdict !== null && verdict !== 'whole')
    .map(([source, verdict]) => `<a class="${verdict}" href="#slide-${source}">${source}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}: report of the import</title>
<style>${STYLE_SHEET}</style>
</head>
<body>
<h1>${escapeHtml(heading)}</h1>
<p class="soft">Import <code>${escapeHtml(deckImport.id)}</code> of ${escapeHtml(deckImport.created_at)}</p>
<p class="sum">${escapeHtml(summary ? formatSlideVerdictCounts(summary) : statusSentence(deckImport))}</p>
${unorderedList([...(brand ? [brandReportSentence(brand)] : []), ...warnings.map(({ message }) => message)])}
${links.length === 0 ? '' : `<nav aria-label="Slides that are not whole">${links.join('')}</nav>`}
${slides.map(articleHtml).join('\n')}
</body>
</html>
`;
}
