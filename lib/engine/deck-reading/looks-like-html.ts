const SAMPLE = 4096;
/** Tags with which a page starts. Markdown may start with others. */
const BEGINNING = /^(?:<!doctype\s+html|<(?:html|head|body|title|meta)[\s>/]|<div[^>]*class="reveal\b)/i;

/** Reports whether a text is a page of HTML, by its beginning: byte order mark, XML declaration and comments may stand before it. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  let head = Buffer.from(bytes.subarray(0, SAMPLE))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  while (head.startsWith('<!--') || head.startsWith('<?xml')) {
    const end = head.indexOf(head.startsWith('<?') ? '?>' : '-->');
    if (end < 0) return false;
    head = head.slice(end + (head.startsWith('<?') ? 2 : 3)).trimStart();
  }
  return BEGINNING.test(head);
}
