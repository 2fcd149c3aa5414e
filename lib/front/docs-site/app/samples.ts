import { htmlElement } from './elements.ts';

const CHOICE = 'docs-language';

/** The language that was chosen last; storage may be forbidden. */
function chosen(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // The choice then applies to this page.
  }
}

/** Makes one tab of each sample of a group, and shows the language that was chosen last in all groups. */
export function startSamples(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')];
  const shows: ((language: string) => void)[] = [];
  const showAll = (language: string): void => {
    keep(language);
    for (const show of shows) show(language);
  };
  for (const [index, group] of groups.entries()) {
    const samples = [...group.querySelectorAll<HTMLElement>('.sample')];
    const list = htmlElement('div', { role: 'tablist', 'aria-label': 'Language' });
    const tabs = samples.map((sample, at) => {
      const language = sample.dataset.language ?? '';
      const id = `sample-${index}-${at}`;
      sample.id = id;
      sample.setAttribute('role', 'tabpanel');
      sample.setAttribute('aria-label', language);
      const tab = htmlElement('button', { type: 'button', role: 'tab', 'aria-controls': id }, language);
      tab.addEventListener('click', () => showAll(language));
      list.append(tab);
      return { tab, sample, language };
    });
    list.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const at = tabs.findIndex(({ tab }) => tab === document.activeElement);
      const next = step === undefined || at < 0 ? undefined : tabs[(at + step + tabs.length) % tabs.length];
      if (next === undefined) return;
      showAll(next.language);
      next.tab.focus();
    });
    shows.push((language) => {
      const wanted = tabs.some((each) => each.language === language) ? language : tabs[0]?.language;
      for (const each of tabs) {
        const isShown = each.language === wanted;
        each.sample.hidden = !isShown;
        each.tab.setAttribute('aria-selected', String(isShown));
        each.tab.tabIndex = isShown ? 0 : -1;
      }
    });
    group.prepend(list);
    group.classList.add('tabbed');
  }
  const language = chosen() ?? 'curl';
  for (const show of shows) show(language);
}

const TOLD_MS = 1500;

/** Gives each block of code a button that copies it, where the browser lets a page do so. */
export function startCopying(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('main pre')) {
    const button = htmlElement('button', { type: 'button', class: 'copy' }, 'Copy');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, TOLD_MS);
    });
    const frame = htmlElement('div', { class: 'code' });
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
