import { signal } from '@preact/signals';
import { type ShortcutName, shortcutOf } from './shortcut-keys.ts';

const STORED = 'video-console-letters';
/** Setting of shortcuts of a single key. People who dictate switch them off. */
export const singleKeys = signal(localStorage.getItem(STORED) !== 'off');

/** Switches single keys on or off, and keeps that for this browser. */
export function switchLetters(isOn: boolean): void {
  singleKeys.value = isOn;
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
}

/** Takes a shortcut. @returns whether it was taken */
type Handler = (name: ShortcutName) => boolean;
const handlers: Handler[] = [];

/** Has shortcuts go to `handle`, before those that were added earlier. @returns ends that */
export function onShortcut(handle: Handler): () => void {
  handlers.unshift(handle);
  return () => {
    const index = handlers.indexOf(handle);
    if (index >= 0) handlers.splice(index, 1);
  };
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'color', 'file'].includes(target.type));

const run = (name: ShortcutName): boolean => handlers.some((handle) => handle(name));

/** Starts to listen to keys. */
export function startShortcuts(): void {
  const isMac = /mac/i.test(navigator.platform);
  addEventListener('keydown', (event) => {
    const name = shortcutOf(event, isMac);
    if (name === undefined || event.defaultPrevented) return;
    const isLetter = !(event.ctrlKey || event.metaKey);
    if (isLetter && !singleKeys.value) return;
    // A dialog has the keys for itself.
    if (document.querySelector('dialog[open]')) return;
    if (isTextField(event.target)) {
      if (isLetter) return;
      // The browser undoes typing in its field first. Where it has nothing to undo, no input event comes, and the slides are undone.
      let isUndoneByBrowser = false;
      const note = () => {
        isUndoneByBrowser = true;
      };
      event.target?.addEventListener('input', note, { once: true });
      setTimeout(() => {
        event.target?.removeEventListener('input', note);
        if (!isUndoneByBrowser) run(name);
      });
      return;
    }
    if (run(name)) event.preventDefault();
  });
}
