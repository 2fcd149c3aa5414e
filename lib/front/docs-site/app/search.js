import MiniSearch from 'minisearch';
import { htmlElement } from './elements.ts';
import { excerptOf } from './excerpt.ts';

const MOST_FOUND = 12;
/** `render.completed` and `webhook_url` are words, and so are their parts. */
function wordsOf(text) {
  const words = text.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));
  return words.flatMap((word) => [word, ...(/[_.-]/.test(word) ? word.split(/[_.-]+/) : [])]).filter(Boolean);
}
async function readIndex() {
  const response = await fetch(new URL('search.json', import.meta.url));
  if (!response.ok) throw new Error(`The index cannot be read: ${response.status}`);
  const index = new MiniSearch({
    idField: 'key',
    fields: ['heading', 'page', 'text'],
    storeFields: ['name', 'id', 'page', 'heading', 'text'],
    tokenize: wordsOf,
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND', tokenize: wordsOf },
  });
  const { sections } = await response.json();
  index.addAll(sections);
  return index;
}
const countOf = (places, wanted) => {
  if (places === 0) return `Nothing about “${wanted}”.`;
  return places === 1 ? '1 place' : `${places} places`;
};
/** Lets the reader search all pages. The index is read when the field is first used. */
export function startSearch() {
  const form = document.querySelector('search');
  const field = form?.querySelector('input');
  const found = form?.querySelector('.found');
  const told = form?.querySelector('[role=status]');
  if (!(form && field && found && told)) return;
  form.hidden = false;
  let index;
  const close = () => {
    found.hidden = true;
    found.replaceChildren();
    told.textContent = '';
  };
  const links = () => [...found.querySelectorAll('a')];
  async function search() {
    const wanted = field?.value.trim() ?? '';
    if (wanted === '') return close();
    index ??= readIndex();
    const results = (await index).search(wanted).slice(0, MOST_FOUND);
    // Another letter has come in between.
    if (field?.value.trim() !== wanted || !found || !told) return;
    found.hidden = false;
    told.textContent = countOf(results.length, wanted);
    found.replaceChildren(
      ...results.map(({ name, id, page, heading, text, terms }) => {
        const href = new URL(`${name === 'start' ? '' : name}${id === '' ? '' : `#${id}`}`, import.meta.url).href;
        const place = page === heading ? page : `${page}: ${heading}`;
        return htmlElement(
          'li',
          {},
          htmlElement('a', { href }, htmlElement('b', {}, place), htmlElement('span', {}, excerptOf(text, terms))),
        );
      }),
    );
  }
  field.addEventListener('input', () => {
    search().catch((error) => {
      index = undefined;
      told.textContent = error instanceof Error ? error.message : String(error);
    });
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.value = '';
      close();
      field.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [field, ...links()];
    const at = all.indexOf(document.activeElement);
    if (event.key === 'Enter' && at === 0) links()[0]?.click();
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  });
  found.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}
