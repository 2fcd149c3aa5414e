import { effect, signal } from '@preact/signals';

const STORAGE_KEY = 'video-console-theme';
type Theme = 'light' | 'dark';

const darkSchemeQuery = matchMedia('(prefers-color-scheme: dark)');
const readStoredTheme = (): Theme | undefined => {
  const storedTheme = localStorage.getItem(STORAGE_KEY);
  return storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : undefined;
};
const chosenTheme = signal<Theme | undefined>(readStoredTheme());
const systemTheme = signal<Theme>(darkSchemeQuery.matches ? 'dark' : 'light');

/** Applies the chosen theme, or that of the system if none was chosen, now and after each change. */
export function applyThemeNowAndOnChange(): void {
  darkSchemeQuery.addEventListener('change', () => {
    systemTheme.value = darkSchemeQuery.matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = chosenTheme.value ?? systemTheme.value;
  });
}

/** The current theme. */
export const getCurrentTheme = (): Theme => chosenTheme.value ?? systemTheme.value;

/** Switches to the other theme. If that is the theme of the system, the choice is forgotten. */
export function switchTheme(): void {
  const nextTheme: Theme = getCurrentTheme() === 'dark' ? 'light' : 'dark';
  chosenTheme.value = nextTheme === systemTheme.value ? undefined : nextTheme;
  if (chosenTheme.value === undefined) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, chosenTheme.value);
}
