import type { ComponentChildren } from 'preact';
import { forgetSlideDrafts } from '../read-unsaved-slide-drafts.ts';
import { apiBaseUrl, currentSession, onSessionEnd, recentApiCalls, signOut } from '../session.ts';
import { getCurrentTheme, switchTheme } from '../theme.ts';
import { flushPendingSlideDeletions, forgetOpenTimelines } from '../timeline-editor-model.ts';
import { ApiCallsDrawer, isApiCallsDrawerOpen } from './api-calls-drawer.tsx';
import { Icon } from './icons.tsx';
import { CurrentNotice } from './notices.tsx';
import { forgetSlidePreviews } from './picture.tsx';

onSessionEnd(() => {
  forgetSlidePreviews();
  forgetOpenTimelines();
  forgetSlideDrafts();
  isApiCallsDrawerOpen.value = false;
});

/** The entries of the navigation: id, label and icon. */
const NAVIGATION_ENTRIES = [
  ['timelines', 'Timelines', 'timelines'],
  ['renders', 'Renders', 'renders'],
  ['batches', 'Batches', 'batches'],
  ['templates', 'Templates', 'templates'],
  ['webhooks', 'Webhooks', 'webhooks'],
  ['usage', 'Usage', 'usage'],
  ['keys', 'API keys', 'key'],
] as const;

/** The entries of the navigation for an account on a plan without access to the API. */
const ENTRIES_WITHOUT_ACCESS = [
  ['plan', 'Plan', 'plan'],
  ['keys', 'API keys', 'key'],
] as const;

/** The entries of the navigation of the current session. */
export const listConsoleNavigationEntries = () =>
  currentSession.value?.account.api_access === false ? ENTRIES_WITHOUT_ACCESS : NAVIGATION_ENTRIES;

/**
 * The frame of all views: navigation, account, calls of the API, messages.
 * @param currentEntryId the id of the navigation entry of the shown view
 */
export function ConsoleShell({
  currentEntryId,
  onShortcuts,
  children,
}: {
  currentEntryId: string;
  onShortcuts: () => void;
  children: ComponentChildren;
}) {
  const account = currentSession.value?.account;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <header class="side">
        <a class="brand" href="#/timelines">
          <span class="mark" aria-hidden="true" /> Video console
        </a>
        <nav aria-label="Views">
          <ul class="places">
            {listConsoleNavigationEntries().map(([id, text, icon]) => (
              <li key={id}>
                <a href={`#/${id}`} class="place" aria-current={id === currentEntryId ? 'page' : undefined}>
                  <Icon name={icon} /> {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <a class="place" href={`${apiBaseUrl}/docs`} target="_blank" rel="noopener noreferrer">
            <Icon name="book" /> <span class="place-text">Documentation</span>
          </a>
          <button type="button" class="place" onClick={onShortcuts}>
            <Icon name="keyboard" /> <span class="place-text">Shortcuts</span>
          </button>
          <button
            type="button"
            class="place"
            aria-expanded={isApiCallsDrawerOpen.value}
            onClick={() => {
              isApiCallsDrawerOpen.value = !isApiCallsDrawerOpen.value;
            }}
          >
            <Icon name="calls" /> <span class="place-text">Calls</span>{' '}
            <span class="badge">{recentApiCalls.value.length}</span>
          </button>
          <button type="button" class="place" onClick={switchTheme}>
            <Icon name="sun" />{' '}
            <span class="place-text">{getCurrentTheme() === 'dark' ? 'Light colours' : 'Dark colours'}</span>
          </button>
          <button
            type="button"
            class="place"
            onClick={async () => {
              // Slides that the user has just deleted are only hidden until their undo period ends: they are deleted now.
              await flushPendingSlideDeletions().catch(() => undefined);
              signOut();
            }}
          >
            <Icon name="signOut" /> <span class="place-text">Sign out</span>
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
          {account?.auth.scope === 'read' && (
            <p class="note">
              You are signed in with a key that only reads: you can look at everything and change nothing.
            </p>
          )}
          {children}
        </main>
        <ApiCallsDrawer />
      </div>
      <CurrentNotice />
    </div>
  );
}
