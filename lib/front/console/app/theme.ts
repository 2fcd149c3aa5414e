import { effect, signal } from '@preact/signals';

const STORED = 'video-console-theme';
type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const stored = (): Theme | undefined => {
  const found = localStorage.getItem(STORED);
  return found === 'light' || found === 'dark' ? found : undefined;
};
const chosen = signal<Theme | undefined>(stored());
const ofSystem = signal<Theme>(system.matches ? 'dark' : 'light');

/** Keeps the colours those of the system, or those that somebody chose. */
export function startTheme(): void {
  system.addEventListener('change', () => {
    ofSystem.value = system.matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = chosen.value ?? ofSystem.value;
  });
}

/** The colours that are shown. */
export const themeNow = (): Theme => chosen.value ?? ofSystem.value;

/** Chooses the other colours; those of the system again, where they are the same. */
export function switchTheme(): void {
  const next: Theme = themeNow() === 'dark' ? 'light' : 'dark';
  chosen.value = next === ofSystem.value ? undefined : next;
  if (chosen.value === undefined) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, chosen.value);
}
