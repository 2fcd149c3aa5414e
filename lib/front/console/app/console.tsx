import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { consumeInvitationTokenFromUrl } from './invitation.ts';
import { ConsoleShell, navigationEntries } from './parts/shell.tsx';
import { ShortcutsDialog } from './parts/shortcuts-dialog.tsx';
import { type ConsoleRoute, parseConsoleRoute } from './route.ts';
import { currentSession, resumeSession } from './session.ts';
import { addShortcutHandler, listenForKeyboardShortcuts } from './shortcuts.ts';
import { applyThemeNowAndOnChange } from './theme.ts';
import { BatchView } from './views/batch.tsx';
import { BatchesView } from './views/batches.tsx';
import { InvitationView } from './views/invitation.tsx';
import { ApiKeysView } from './views/keys.tsx';
import { PlanWithoutApiAccessView } from './views/plan.tsx';
import { RenderView } from './views/render.tsx';
import { RendersView } from './views/renders.tsx';
import { SignInView } from './views/sign-in.tsx';
import { TemplateView } from './views/template.tsx';
import { TemplatesView } from './views/templates.tsx';
import { TimelineView } from './views/timeline.tsx';
import { TimelinesView } from './views/timelines.tsx';
import { UsageView } from './views/usage.tsx';
import { WebhookView } from './views/webhook.tsx';
import { WebhooksView } from './views/webhooks.tsx';

consumeInvitationTokenFromUrl();
const route = signal(parseConsoleRoute(location.hash));

function View({ at }: { at: ConsoleRoute }) {
  if (at.view === 'keys') return <ApiKeysView />;
  // All other views call operations that a plan without access to the API refuses.
  if (at.view === 'plan' || currentSession.value?.account.api_access === false) return <PlanWithoutApiAccessView />;
  if (at.view === 'timelines') return <TimelinesView />;
  if (at.view === 'timeline') return <TimelineView id={at.id} />;
  if (at.view === 'renders') return <RendersView />;
  if (at.view === 'render') return <RenderView id={at.id} />;
  if (at.view === 'batches') return <BatchesView />;
  if (at.view === 'batch') return <BatchView id={at.id} />;
  if (at.view === 'templates') return <TemplatesView />;
  if (at.view === 'template') return <TemplateView id={at.id} />;
  if (at.view === 'webhooks') return <WebhooksView />;
  if (at.view === 'webhook') return <WebhookView id={at.id} />;
  if (at.view === 'usage') return <UsageView />;
  return (
    <>
      <h1 class="view-head">Page not found</h1>
      <p>
        <a href="#/timelines">Go to timelines</a>
      </p>
    </>
  );
}

/** The entry of the navigation that a view belongs to; empty for an unknown view. */
const placeOf = ({ view }: ConsoleRoute): string =>
  currentSession.value?.account.api_access === false && view !== 'keys'
    ? 'plan'
    : (navigationEntries().find(([id]) => id.startsWith(view.slice(0, 5)))?.[0] ?? '');

/** The title of a view. */
function titleOf(at: ConsoleRoute): string {
  if (at.view === 'invite') return 'Invitation';
  if (!currentSession.value) return 'Sign in';
  return navigationEntries().find(([id]) => id === placeOf(at))?.[1] ?? 'Not found';
}

function Console() {
  const at = route.value;
  const address = 'id' in at ? `${at.view}/${at.id}` : at.view;
  const shown = useRef(address);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useEffect(
    () =>
      addShortcutHandler((name) => {
        if (name !== 'help' || !currentSession.value) return false;
        setIsHelpOpen(true);
        return true;
      }),
    [],
  );
  useEffect(() => {
    document.title = `${titleOf(at)} · Video console`;
    // Screen readers read a new view from its start.
    if (shown.current !== address) document.getElementById('content')?.focus();
    shown.current = address;
    window.scrollTo(0, 0);
  }, [address, currentSession.value]);
  if (currentSession.value === undefined)
    return (
      <p class="starting" role="status">
        Loading…
      </p>
    );
  if (at.view === 'invite') return <InvitationView />;
  if (currentSession.value === null) return <SignInView />;
  return (
    <ConsoleShell place={placeOf(at)} onShortcuts={() => setIsHelpOpen(true)}>
      <View key={address} at={at} />
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
    </ConsoleShell>
  );
}

addEventListener('hashchange', () => {
  consumeInvitationTokenFromUrl();
  route.value = parseConsoleRoute(location.hash);
});
applyThemeNowAndOnChange();
listenForKeyboardShortcuts();
const place = document.getElementById('console');
if (place) {
  place.replaceChildren();
  render(<Console />, place);
}
await resumeSession();
