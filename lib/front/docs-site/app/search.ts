import MiniSearch from 'minisearch';
import type { SearchIndex, SearchIndexSection } from '#front/docs/search-index.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { newDomElement } from './elements.ts';
import { cutExcerptAroundTerms } from './excerpt.ts';

/** The most places that a search shows. */
const MAX_RESULTS = 12;

/** The words of a text. A name such as `render.completed` or `webhook_url` counts as a word, and so does each of its parts. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));
  return words.flatMap((word) => [word, ...(/[_.-]/.test(word) ? word.split(/[_.-]+/) : [])]).filter(Boolean);
}

async function loadIndex(): Promise<MiniSearch<SearchIndexSection>> {
  const response = await fetch(new URL('search.json', import.meta.url));
  if (!response.ok) throw new Error(`The index cannot be read: ${response.status}`);
  const index = new MiniSearch<SearchIndexSection>({
    idField: 'key',
    fields: ['heading', 'page', 'text'],
    storeFields: ['name', 'id', 'page', 'heading', 'text'],
    tokenize: wordsOf,
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND', tokenize: wordsOf },
  });
  const { sections } = (await response.json()) as SearchIndex;
  index.addAll(sections);
  return index;
}

/** The text of the status line: the number of places that a search has found. */
const countText = (count: number, query: string): string => {
  if (count === 0) return `Nothing about “${query}”.`;
  return count === 1 ? '1 place' : `${count} places`;
};

/** Starts the search field for all pages. The index is loaded when the field is first used. */
export function startDocsSearch(): void {
  const searchBox = document.querySelector('search');
  const field = searchBox?.querySelector('input');
  const resultList = searchBox?.querySelector<HTMLElement>('.found');
  const status = searchBox?.querySelector('[role=status]');
  if (!(searchBox && field && resultList && status)) return;
  searchBox.hidden = false;
  let index: Promise<MiniSearch<SearchIndexSection>> | undefined;
  const close = (): void => {
    resultList.hidden = true;
    resultList.replaceChildren();
    status.textContent = '';
  };
  const links = (): HTMLAnchorElement[] => [...resultList.querySelectorAll('a')];

  async function search(): Promise<void> {
    const query = field?.value.trim() ?? '';
    if (query === '') return close();
    index ??= loadIndex();
    const results = (await index).search(query).slice(0, MAX_RESULTS);
    // The input has changed while the index was being loaded: a later call shows the results.
    if (field?.value.trim() !== query || !resultList || !status) return;
    resultList.hidden = false;
    status.textContent = countText(results.length, query);
    resultList.replaceChildren(
      ...results.map(({ name, id, page, heading, text, terms }) => {
        const href = new URL(`${name === 'start' ? '' : name}${id === '' ? '' : `#${id}`}`, import.meta.url).href;
        const placeText = page === heading ? page : `${page}: ${heading}`;
        return newDomElement(
          'li',
          {},
          newDomElement(
            'a',
            { href },
            newDomElement('b', {}, placeText),
            newDomElement('span', {}, cutExcerptAroundTerms(text, terms)),
          ),
        );
      }),
    );
  }

  field.addEventListener('input', () => {
    search().catch((error: unknown) => {
      index = undefined;
      status.textContent = errorMessageOf(error);
    });
  });
  searchBox.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.value = '';
      close();
      field.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const focusTargets: HTMLElement[] = [field, ...links()];
    const focusedIndex = focusTargets.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Enter' && focusedIndex === 0) links()[0]?.click();
    if (step === undefined || focusedIndex < 0) return;
    event.preventDefault();
    focusTargets[Math.min(Math.max(focusedIndex + step, 0), focusTargets.length - 1)]?.focus();
  });
  resultList.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}
