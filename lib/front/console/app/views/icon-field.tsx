import { useEffect, useState } from 'preact/hooks';
import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import type { Schemas } from '#front/client/client.ts';
import { useLoadedData } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { requireSession } from '../session.ts';

/** The largest number of icons that a search shows. */
const MAX_SHOWN_ICONS = 8;
/** Milliseconds after the last key until a search starts: one request for a word, and not for each of its letters. */
const IDLE_MS = 300;

/** Searches icons by words; none for an empty text, or if they cannot be loaded. */
async function searchIcons(words: string): Promise<Schemas['Icon'][]> {
  if (words.trim() === '') return [];
  const params = { query: { q: words.trim(), limit: MAX_SHOWN_ICONS } };
  const answer = await requireSession()
    .quietClient.get('/icons', { params })
    .catch(() => undefined);
  return answer?.data ?? [];
}

/**
 * A field for the name of an icon, found by words. The item keeps its icon while words are entered, most of which are not names of icons.
 * It gets a chosen icon, and the entered text if that is a name or the field is left.
 * @param itemName name of the item, for labels
 */
export function IconField({
  itemName,
  value,
  error,
  onIcon,
}: {
  itemName: string;
  value: string;
  error?: string | undefined;
  onIcon: (icon: string) => void;
}) {
  const [enteredText, setEnteredText] = useState<string>();
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(enteredText ?? ''), IDLE_MS);
    return () => clearTimeout(timer);
  }, [enteredText]);
  const icons = useLoadedData(() => searchIcons(words), [words]);
  const matchingIcons = enteredText !== undefined && icons.state === 'ready' ? icons.data : [];
  const isName = matchingIcons.some((icon) => icon.name === enteredText);
  useEffect(() => {
    if (isName && enteredText !== undefined && enteredText !== value) onIcon(enteredText);
  }, [isName, enteredText]);
  const choose = (icon: string) => {
    setEnteredText(undefined);
    if (icon !== value) onIcon(icon);
  };
  const chooseEnteredTextOnLeave = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!isWithin && enteredText !== undefined) choose(enteredText);
  };
  return (
    <div onFocusOut={chooseEnteredTextOnLeave}>
      <TextField
        label={`Icon of ${itemName}`}
        type="search"
        autocomplete="off"
        value={enteredText ?? value}
        maxLength={SLIDE_ITEM_LIMITS.icon}
        placeholder="rocket, money, team…"
        hint="A name, or a word in English to find one. The preview of the slide shows it."
        error={error}
        onText={(text) => (text === '' ? choose('') : setEnteredText(text))}
      />
      {matchingIcons.length > 0 && (
        <ul class="icon-choices" aria-label={`Icons found for ${itemName}`}>
          {matchingIcons.map((icon) => (
            <li key={icon.name}>
              <button
                type="button"
                class="button button-small"
                title={icon.tags.slice(0, 5).join(', ')}
                onClick={() => choose(icon.name)}
              >
                {icon.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
