/** The names of shortcuts in the program. */
export type ShortcutName = 'undo' | 'redo' | 'help' | 'search' | 'new slide' | 'play';

/** The keyboard shortcuts of the console, as the help lists them. */
export const SHORTCUT_HELP: readonly (readonly [keys: string, effect: string])[] = [
  ['Ctrl+Z (⌘Z)', 'Undo the last change of the slides'],
  ['Ctrl+Shift+Z, Ctrl+Y (⇧⌘Z)', 'Redo'],
  ['↑ ↓', 'Choose the previous or next slide, in the list of slides'],
  ['Alt+↑ Alt+↓', 'Move the chosen slide, in the list of slides'],
  ['Delete', 'Delete the chosen slide, in the list of slides'],
  ['N', 'Add a slide'],
  ['P', 'Preview the video'],
  ['/', 'Search the timelines'],
  ['?', 'Show this list'],
  ['Esc', 'Close a dialog'],
];

const SHORTCUT_BY_KEY: ReadonlyMap<string, ShortcutName> = new Map([
  ['?', 'help'],
  ['/', 'search'],
  ['n', 'new slide'],
  ['p', 'play'],
]);

/** The parts of a keyboard event on which a shortcut depends. */
export interface PressedKeys {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** The shortcut of pressed keys; undefined if they are not a shortcut. */
export function shortcutOf(event: PressedKeys, isMac: boolean): ShortcutName | undefined {
  const key = event.key.toLowerCase();
  const isCommand = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (isCommand && !event.altKey && key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (isCommand && !event.altKey && !event.shiftKey && key === 'y' && !isMac) return 'redo';
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return SHORTCUT_BY_KEY.get(key);
}
