import { effect, signal } from '@preact/signals';

const STORAGE_KEY = 'video-console-theme';
type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const stored = (): Theme | undefined => {
  const found = localStorage.getItem(STORAGE_KEY);
  return found === 'light' || found === 'dark' ? found : undefined;
};
const chosen = signal<Theme | undefined>(stored());
const ofSystem = signal<Theme>(system.matches ? 'dark' : 'light');

/** Applies the chosen theme, or that of the system if none was chosen, now and after each change. */
export function applyThemeNowAndOnChange(): void {
  system.addEventListener('change', () => {
    ofSystem.value = system.matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = chosen.value ?? ofSystem.value;
  });
}

/** The current theme. */
export const currentTheme = (): Theme => chosen.value ?? ofSystem.value;

/** Switches to the other theme. If that is the theme of the system, the choice is forgotten. */
export function switchTheme(): void {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark';
  chosen.value = next === ofSystem.value ? undefined : next;
  if (chosen.value === undefined) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, chosen.value);
}
