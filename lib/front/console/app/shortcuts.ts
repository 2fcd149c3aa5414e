import { signal } from '@preact/signals';
import { type ShortcutName, shortcutOf } from './shortcut-keys.ts';

const STORAGE_KEY = 'video-console-letters';
/** True if shortcuts of a single key are on (WCAG 2.2, 2.1.4): users of speech input need to turn them off. */
export const areSingleKeyShortcutsEnabled = signal(localStorage.getItem(STORAGE_KEY) !== 'off');

/** Turns shortcuts of a single key on or off, and stores the setting in this browser. */
export function setSingleKeyShortcutsEnabled(isOn: boolean): void {
  areSingleKeyShortcutsEnabled.value = isOn;
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'off');
}

/** Handles a shortcut. @returns false to pass it to the next handler */
type Handler = (name: ShortcutName) => boolean;
const handlers: Handler[] = [];

/** Registers a handler of shortcuts, which is called before those that were registered earlier. @returns a function that removes it */
export function addShortcutHandler(handle: Handler): () => void {
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

const runHandlers = (name: ShortcutName): boolean => handlers.some((handle) => handle(name));

/** Starts to listen to the keyboard. */
export function listenForKeyboardShortcuts(): void {
  const isMac = /mac/i.test(navigator.platform);
  addEventListener('keydown', (event) => {
    const name = shortcutOf(event, isMac);
    if (name === undefined || event.defaultPrevented) return;
    const isSingleKey = !(event.ctrlKey || event.metaKey);
    if (isSingleKey && !areSingleKeyShortcutsEnabled.value) return;
    // In a dialog, shortcuts have no effect.
    if (document.querySelector('dialog[open]')) return;
    if (isTextField(event.target)) {
      if (isSingleKey) return;
      // In a text field, the undo of the browser has precedence. If it has nothing to undo, there is no input event, and the change of the
      // slides is undone.
      let isUndoneByBrowser = false;
      const noteBrowserUndo = () => {
        isUndoneByBrowser = true;
      };
      event.target?.addEventListener('input', noteBrowserUndo, { once: true });
      setTimeout(() => {
        event.target?.removeEventListener('input', noteBrowserUndo);
        if (!isUndoneByBrowser) runHandlers(name);
      });
      return;
    }
    if (runHandlers(name)) event.preventDefault();
  });
}
