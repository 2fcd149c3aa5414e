import { useState } from 'preact/hooks';
import { isHttpsAddress } from '../is-https-address.ts';
import { LabeledField } from './fields.tsx';

/** A field for the address of a video, with a button that uses it. */
export function VideoUrlField({ label, onAddress }: { label: string; onAddress: (url: string) => void }) {
  const [text, setText] = useState('');
  const isHttps = isHttpsAddress(text.trim());
  const submitAddress = () => {
    if (isHttps) onAddress(text.trim());
  };
  return (
    <div class="address-field">
      <LabeledField label={label} hint="An https address, from which the service fetches the file">
        {(ids) => (
          <input
            {...ids}
            type="url"
            value={text}
            maxLength={2048}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The form around the field is not submitted.
              event.preventDefault();
              submitAddress();
            }}
          />
        )}
      </LabeledField>
      <button
        type="button"
        class="button button-small"
        aria-label={`Use the ${label.toLowerCase()}`}
        disabled={!isHttps}
        onClick={submitAddress}
      >
        Use
      </button>
    </div>
  );
}
