/** Every key that the console takes, for the list of them. */
export const SHORTCUTS = [
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
const LETTERS = new Map([
  ['?', 'help'],
  ['/', 'search'],
  ['n', 'new slide'],
  ['p', 'play'],
]);
/** The shortcut of a press of keys; undefined: it is none. */
export function shortcutOf(event, isMac) {
  const key = event.key.toLowerCase();
  const isCommand = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (isCommand && !event.altKey && key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (isCommand && !event.altKey && !event.shiftKey && key === 'y' && !isMac) return 'redo';
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return LETTERS.get(key);
}
