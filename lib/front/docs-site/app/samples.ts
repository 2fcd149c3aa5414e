import { newDomElement } from './elements.ts';

/** The key under which the browser stores the chosen language. */
const STORAGE_KEY = 'docs-language';

/** The language that was chosen last; null if none was, or if the browser forbids storage. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeLanguage(language: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

/** Turns each group of samples into tabs, one for each language. A choice applies to all groups and later pages. */
export function startSampleTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')];
  const showLanguageInGroups: ((language: string) => void)[] = [];
  const showLanguage = (language: string): void => {
    storeLanguage(language);
    for (const show of showLanguageInGroups) show(language);
  };
  for (const [index, group] of groups.entries()) {
    const samples = [...group.querySelectorAll<HTMLElement>('.sample')];
    const list = newDomElement('div', { role: 'tablist', 'aria-label': 'Language' });
    const tabs = samples.map((sample, sampleIndex) => {
      const language = sample.dataset.language ?? '';
      const id = `sample-${index}-${sampleIndex}`;
      sample.id = id;
      sample.setAttribute('role', 'tabpanel');
      sample.setAttribute('aria-label', language);
      const tab = newDomElement('button', { type: 'button', role: 'tab', 'aria-controls': id }, language);
      tab.addEventListener('click', () => showLanguage(language));
      list.append(tab);
      return { tab, sample, language };
    });
    list.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const focusedIndex = tabs.findIndex(({ tab }) => tab === document.activeElement);
      const nextTab =
        step === undefined || focusedIndex < 0 ? undefined : tabs[(focusedIndex + step + tabs.length) % tabs.length];
      if (nextTab === undefined) return;
      showLanguage(nextTab.language);
      nextTab.tab.focus();
    });
    showLanguageInGroups.push((language) => {
      const shownLanguage = tabs.some((each) => each.language === language) ? language : tabs[0]?.language;
      for (const each of tabs) {
        const isShown = each.language === shownLanguage;
        each.sample.hidden = !isShown;
        each.tab.setAttribute('aria-selected', String(isShown));
        each.tab.tabIndex = isShown ? 0 : -1;
      }
    });
    group.prepend(list);
    group.classList.add('tabbed');
  }
  const language = storedLanguage() ?? 'curl';
  for (const show of showLanguageInGroups) show(language);
}

/** Milliseconds for which a button shows the result of copying. */
const FEEDBACK_MS = 1500;

/** Adds a button that copies to each block of code, if the browser supports it. */
export function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('main pre')) {
    const button = newDomElement('button', { type: 'button', class: 'copy' }, 'Copy');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, FEEDBACK_MS);
    });
    const frame = newDomElement('div', { class: 'code' });
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
