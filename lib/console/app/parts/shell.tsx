import type { ComponentChildren } from 'preact';
import { calls, session, signOut } from '../session.ts';
import { switchTheme, themeNow } from '../theme.ts';
import { CallsDrawer, isDrawerOpen } from './calls-drawer.tsx';
import { Icon } from './icons.tsx';
import { Notices } from './notices.tsx';
import { forgetPictures } from './picture.tsx';

export const PLACES = [
  ['timelines', 'Timelines'],
  ['renders', 'Renders'],
  ['batches', 'Batches'],
  ['templates', 'Templates'],
  ['webhooks', 'Webhooks'],
  ['usage', 'Usage'],
] as const;

/** Frame around every view: where one can go, who is signed in, the calls. */
export function ConsoleShell({ place, children }: { place: string; children: ComponentChildren }) {
  const account = session.value?.account;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        To the content
      </button>
      <header class="side">
        <a class="brand" href="#/timelines">
          <span class="mark" aria-hidden="true" /> Video console
        </a>
        <nav aria-label="Views">
          <ul class="places">
            {PLACES.map(([id, text]) => (
              <li key={id}>
                <a href={`#/${id}`} class="place" aria-current={id === place ? 'page' : undefined}>
                  <Icon name={id} /> {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <button
            type="button"
            class="place"
            aria-expanded={isDrawerOpen.value}
            onClick={() => {
              isDrawerOpen.value = !isDrawerOpen.value;
            }}
          >
            <Icon name="calls" /> Calls <span class="badge">{calls.value.length}</span>
          </button>
          <button type="button" class="place" onClick={switchTheme}>
            <Icon name="sun" /> {themeNow() === 'dark' ? 'Light colours' : 'Dark colours'}
          </button>
          <button
            type="button"
            class="place"
            onClick={() => {
              forgetPictures();
              isDrawerOpen.value = false;
              signOut();
            }}
          >
            <Icon name="out" /> Sign out
          </button>
          {account && (
            <p class="who">
              <span class="who-name">{account.name}</span>
              <span class="plan">{account.plan}</span>
            </p>
          )}
        </div>
      </header>
      <div class="middle">
        <main id="content" class="content" tabIndex={-1}>
          {children}
        </main>
        <CallsDrawer />
      </div>
      <Notices />
    </div>
  );
}
