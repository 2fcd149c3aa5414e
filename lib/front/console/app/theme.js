import { effect, signal } from '@preact/signals';

const STORED = 'video-console-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const stored = () => {
  const found = localStorage.getItem(STORED);
  return found === 'light' || found === 'dark' ? found : undefined;
};
const chosen = signal(stored());
const ofSystem = signal(system.matches ? 'dark' : 'light');
/** Keeps the colours those of the system, or those that somebody chose. */
export function startTheme() {
  system.addEventListener('change', () => {
    ofSystem.value = system.matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = chosen.value ?? ofSystem.value;
  });
}
/** The colours that are shown. */
export const themeNow = () => chosen.value ?? ofSystem.value;
/** Chooses the other colours; those of the system again, where they are the same. */
export function switchTheme() {
  const next = themeNow() === 'dark' ? 'light' : 'dark';
  chosen.value = next === ofSystem.value ? undefined : next;
  if (chosen.value === undefined) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, chosen.value);
}
