import { useEffect, useState } from 'preact/hooks';
import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import type { Schemas } from '#front/client/client.ts';
import { useLoadedData } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { requireSession } from '../session.ts';

/** Number of icons that a search shows. */
const SHOWN = 8;
/** Milliseconds after the last key until a search starts: one request for a word, and not for each of its letters. */
const IDLE_MS = 300;

/** The icons that fit some words; none if they cannot be loaded. */
async function iconsFor(words: string): Promise<Schemas['Icon'][]> {
  if (words.trim() === '') return [];
  const params = { query: { q: words.trim(), limit: SHOWN } };
  const found = await requireSession()
    .quietClient.get('/icons', { params })
    .catch(() => undefined);
  return found?.data ?? [];
}

/**
 * A field for the name of an icon, found by words. The item keeps its icon while words are entered, most of which are not names of icons.
 * It gets a chosen icon, and the entered text if that is a name or the field is left.
 * @param name of the item, for labels
 */
export function IconField({
  name,
  value,
  error,
  onIcon,
}: {
  name: string;
  value: string;
  error?: string | undefined;
  onIcon: (icon: string) => void;
}) {
  const [entered, setEntered] = useState<string>();
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(entered ?? ''), IDLE_MS);
    return () => clearTimeout(timer);
  }, [entered]);
  const icons = useLoadedData(() => iconsFor(words), [words]);
  const found = entered !== undefined && icons.state === 'ready' ? icons.data : [];
  const isName = found.some((icon) => icon.name === entered);
  useEffect(() => {
    if (isName && entered !== undefined && entered !== value) onIcon(entered);
  }, [isName, entered]);
  const choose = (icon: string) => {
    setEntered(undefined);
    if (icon !== value) onIcon(icon);
  };
  const leave = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!isWithin && entered !== undefined) choose(entered);
  };
  return (
    <div onFocusOut={leave}>
      <TextField
        label={`Icon of ${name}`}
        type="search"
        autocomplete="off"
        value={entered ?? value}
        maxLength={SLIDE_ITEM_LIMITS.icon}
        placeholder="rocket, money, team…"
        hint="A name, or a word in English to find one. The preview of the slide shows it."
        error={error}
        onText={(text) => (text === '' ? choose('') : setEntered(text))}
      />
      {found.length > 0 && (
        <ul class="icon-choices" aria-label={`Icons found for ${name}`}>
          {found.map((icon) => (
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
