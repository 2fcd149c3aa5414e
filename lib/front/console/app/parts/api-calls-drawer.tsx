import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { callAsCurl, callAsTypescript, pathAndQueryOf } from '../call-text.ts';
import { apiBaseUrl, type RecordedApiCall, recentApiCalls } from '../session.ts';
import { Icon } from './icons.tsx';
import { showNotice } from './notices.tsx';

/** A signal that is true while the side panel with the API calls of the console is open. */
export const isApiCallsDrawerOpen = signal(false);

const statusText = ({ status }: RecordedApiCall): string =>
  status === 'pending' ? '…' : status === 0 ? 'no answer' : String(status);

function CallText({ call }: { call: RecordedApiCall }) {
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
export function ApiCallsDrawer() {
  const [chosenNumber, setChosenNumber] = useState<number | undefined>();
  if (!isApiCallsDrawerOpen.value) return null;
  const shownCall =
    recentApiCalls.value.find(({ callNumber }) => callNumber === chosenNumber) ?? recentApiCalls.value[0];
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
            isApiCallsDrawerOpen.value = false;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      {shownCall === undefined ? (
        <p class="fine drawer-empty">No calls yet.</p>
      ) : (
        <div class="drawer-columns">
          <ul class="call-list">
            {recentApiCalls.value.map((call) => (
              <li key={call.callNumber}>
                <button
                  type="button"
                  class="call"
                  aria-pressed={call.callNumber === shownCall.callNumber}
                  onClick={() => setChosenNumber(call.callNumber)}
                >
                  <span class={`method method-${call.method}`}>{call.method.toUpperCase()}</span>
                  <span class="call-path">{pathAndQueryOf(call)}</span>
                  <span class="call-status">
                    {statusText(call)}
                    {call.status === 'pending' ? '' : ` · ${String(call.milliseconds)} ms`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <CallText call={shownCall} />
        </div>
      )}
    </aside>
  );
}
