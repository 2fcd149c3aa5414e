import { useState } from 'preact/hooks';
import { ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import type { Schemas } from '#front/client/client.ts';
import { useLoad } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { signedIn } from '../session.ts';

/** Number of icons that a search shows. */
const SHOWN = 8;

/** The icons that fit some words; none if they cannot be loaded. */
async function iconsFor(words: string): Promise<Schemas['Icon'][]> {
  if (words.trim() === '') return [];
  const params = { query: { q: words.trim(), limit: SHOWN } };
  const found = await signedIn()
    .quiet.get('/icons', { params })
    .catch(() => undefined);
  return found?.data ?? [];
}

/** A field for the name of an icon, found by words. @param name of the item, for labels */
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
  const [isSearching, setIsSearching] = useState(false);
  const words = isSearching ? value : '';
  const icons = useLoad(() => iconsFor(words), [words]);
  const found = icons.state === 'ready' ? icons.data.filter((icon) => icon.name !== value) : [];
  return (
    <div>
      <TextField
        label={`Icon of ${name}`}
        type="search"
        autocomplete="off"
        value={value}
        maxLength={ITEM_LIMITS.icon}
        placeholder="rocket, money, team…"
        hint="A name, or a word in English to find one. The preview of the slide shows it."
        error={error}
        onText={(text) => {
          setIsSearching(text !== '');
          onIcon(text);
        }}
      />
      {isSearching && found.length > 0 && (
        <ul class="icon-choices" aria-label={`Icons found for ${name}`}>
          {found.map((icon) => (
            <li key={icon.name}>
              <button
                type="button"
                class="button button-small"
                title={icon.tags.slice(0, 5).join(', ')}
                onClick={() => {
                  setIsSearching(false);
                  onIcon(icon.name);
                }}
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
