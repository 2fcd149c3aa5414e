import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { callAsCurl, callAsTypescript, pathAndQueryOf } from '../call-text.ts';
import { apiBaseUrl, type RecordedCall, recordedCalls } from '../session.ts';
import { Icon } from './icons.tsx';
import { showNotice } from './notices.tsx';

/** True while the drawer is open. */
export const isCallsDrawerOpen = signal(false);

const outcome = ({ status }: RecordedCall): string =>
  status === 'pending' ? '…' : status === 0 ? 'no answer' : String(status);

function CallText({ call }: { call: RecordedCall }) {
  const [language, setLanguage] = useState<'curl' | 'TypeScript'>('curl');
  const text = language === 'curl' ? callAsCurl(call, apiBaseUrl) : callAsTypescript(call, apiBaseUrl);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showNotice('Copied.');
  };
  return (
    <div class="call-text">
      <div class="call-tools">
        {(['curl', 'TypeScript'] as const).map((each) => (
          <button
            type="button"
            key={each}
            class="tab"
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {each}
          </button>
        ))}
        <button type="button" class="button button-small" onClick={copy}>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
      <section class="code" tabIndex={0} aria-label={`The call as ${language}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}

/** A side panel with the calls that the console made, newest first, as curl commands and as TypeScript. */
export function CallsDrawer() {
  const [chosen, setChosen] = useState<number | undefined>();
  if (!isCallsDrawerOpen.value) return null;
  const shown = recordedCalls.value.find(({ number }) => number === chosen) ?? recordedCalls.value[0];
  return (
    <aside class="drawer" aria-label="Calls of the API">
      <header class="drawer-head">
        <h2>Calls</h2>
        <p class="fine">The latest calls of the console to the API. They never contain your key.</p>
        <button
          type="button"
          class="button-icon"
          aria-label="Close the calls"
          onClick={() => {
            isCallsDrawerOpen.value = false;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      {shown === undefined ? (
        <p class="fine drawer-empty">No calls yet.</p>
      ) : (
        <div class="drawer-columns">
          <ul class="call-list">
            {recordedCalls.value.map((call) => (
              <li key={call.number}>
                <button
                  type="button"
                  class="call"
                  aria-pressed={call.number === shown.number}
                  onClick={() => setChosen(call.number)}
                >
                  <span class={`method method-${call.method}`}>{call.method.toUpperCase()}</span>
                  <span class="call-path">{pathAndQueryOf(call)}</span>
                  <span class="call-status">
                    {outcome(call)}
                    {call.status === 'pending' ? '' : ` · ${String(call.milliseconds)} ms`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <CallText call={shown} />
        </div>
      )}
    </aside>
  );
}
