/** Bytes at the start of a text that are compared. */
const SAMPLE_BYTES = 4096;
/** Tags with which a page starts. Other tags may start a Markdown text. */
const PAGE_START = /^(?:<!doctype\s+html|<(?:html|head|body|title|meta)[\s>/]|<div[^>]*class="reveal\b)/i;

/** Reports whether a text is an HTML page, by its first tag after a byte order mark, an XML declaration and comments. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  let head = Buffer.from(bytes.subarray(0, SAMPLE_BYTES))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  while (head.startsWith('<!--') || head.startsWith('<?xml')) {
    const end = head.indexOf(head.startsWith('<?') ? '?>' : '-->');
    if (end < 0) return false;
    head = head.slice(end + (head.startsWith('<?') ? 2 : 3)).trimStart();
  }
  return PAGE_START.test(head);
}
