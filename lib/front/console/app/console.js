import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { ConsoleShell, PLACES } from './parts/shell.tsx';
import { ShortcutsDialog } from './parts/shortcuts-dialog.tsx';
import { routeOf } from './route.ts';
import { resume, session } from './session.ts';
import { onShortcut, startShortcuts } from './shortcuts.ts';
import { startTheme } from './theme.ts';
import { BatchView } from './views/batch.tsx';
import { Batches } from './views/batches.tsx';
import { RenderView } from './views/render.tsx';
import { Renders } from './views/renders.tsx';
import { SignIn } from './views/sign-in.tsx';
import { TemplateView } from './views/template.tsx';
import { Templates } from './views/templates.tsx';
import { TimelineView } from './views/timeline.tsx';
import { Timelines } from './views/timelines.tsx';
import { UsageView } from './views/usage.tsx';
import { WebhookView } from './views/webhook.tsx';
import { Webhooks } from './views/webhooks.tsx';

const route = signal(routeOf(location.hash));
function View({ at }) {
  if (at.view === 'timelines') return _jsx(Timelines, {});
  if (at.view === 'timeline') return _jsx(TimelineView, { id: at.id });
  if (at.view === 'renders') return _jsx(Renders, {});
  if (at.view === 'render') return _jsx(RenderView, { id: at.id });
  if (at.view === 'batches') return _jsx(Batches, {});
  if (at.view === 'batch') return _jsx(BatchView, { id: at.id });
  if (at.view === 'templates') return _jsx(Templates, {});
  if (at.view === 'template') return _jsx(TemplateView, { id: at.id });
  if (at.view === 'webhooks') return _jsx(Webhooks, {});
  if (at.view === 'webhook') return _jsx(WebhookView, { id: at.id });
  if (at.view === 'usage') return _jsx(UsageView, {});
  return _jsxs(_Fragment, {
    children: [
      _jsx('h1', { class: 'view-head', children: 'Page not found' }),
      _jsx('p', { children: _jsx('a', { href: '#/timelines', children: 'Go to timelines' }) }),
    ],
  });
}
/** The list that a view belongs to. */
const placeOf = ({ view }) => PLACES.find(([id]) => id.startsWith(view.slice(0, 5)))?.[0] ?? '';
function Console() {
  const at = route.value;
  const address = 'id' in at ? `${at.view}/${at.id}` : at.view;
  const shown = useRef(address);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useEffect(
    () =>
      onShortcut((name) => {
        if (name !== 'help' || !session.value) return false;
        setIsHelpOpen(true);
        return true;
      }),
    [],
  );
  useEffect(() => {
    const name = PLACES.find(([id]) => id === placeOf(at))?.[1];
    document.title = `${session.value ? (name ?? 'Not found') : 'Sign in'} · Video console`;
    // A new view is read out from its beginning.
    if (shown.current !== address) document.getElementById('content')?.focus();
    shown.current = address;
    window.scrollTo(0, 0);
  }, [address, session.value]);
  if (session.value === undefined) return _jsx('p', { class: 'starting', role: 'status', children: 'Loading\u2026' });
  if (session.value === null) return _jsx(SignIn, {});
  return _jsxs(ConsoleShell, {
    place: placeOf(at),
    onShortcuts: () => setIsHelpOpen(true),
    children: [
      _jsx(View, { at: at }, address),
      isHelpOpen && _jsx(ShortcutsDialog, { onClose: () => setIsHelpOpen(false) }),
    ],
  });
}
addEventListener('hashchange', () => {
  route.value = routeOf(location.hash);
});
startTheme();
startShortcuts();
const place = document.getElementById('console');
if (place) {
  place.replaceChildren();
  render(_jsx(Console, {}), place);
}
await resume();
