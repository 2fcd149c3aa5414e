/** Outlines of the icons in a square of 20, as SVG path data. */
const PATHS = {
  timelines: 'M3 5h14M3 10h14M3 15h9',
  renders: 'M7 5.5v9l7-4.5zM3 3h14v14H3z',
  templates: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
  batches: 'M6 6h11v11H6zM3 14V3h11',
  webhooks: 'M6.5 13.5a3 3 0 1 0 3.5 3h5M10 7.5 7 13M13 6a3 3 0 1 0-3 1.5M13.5 12.5a3 3 0 1 1 1.5 4',
  key: 'M13 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l-7 7M5 15l2 2',
  plan: 'M3 5h14v10H3zM3 9h14M6 12.5h4',
  usage: 'M4 16V9M10 16V4M16 16v-6',
  calls: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  plus: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5 5 15',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  trash: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  sun: 'M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.4 1.4M14.3 14.3l1.4 1.4M15.7 4.3l-1.4 1.4M5.7 14.3l-1.4 1.4',
  signOut: 'M8 4H4v12h4M9 10h8M14 7l3 3-3 3',
  play: 'M6 4v12l10-6z',
  back: 'M12 4l-6 6 6 6',
  file: 'M5 3h7l3 3v11H5zM12 3v3h3',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  undo: 'M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8h-2',
  redo: 'M12 5l4 4-4 4M16 9H8a4 4 0 0 0 0 8h2',
  expand: 'M5 8l5 5 5-5',
  pause: 'M7 4v12M13 4v12',
  next: 'M8 4l6 6-6 6',
  search: 'M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM12.5 12.5 17 17',
  keyboard: 'M2 5h16v10H2zM5 8h.1M8 8h.1M11 8h.1M14 8h.1M6 12h8',
  book: 'M4 3h11a1 1 0 0 1 1 1v13H5a1.5 1.5 0 0 1 0-3h11M4 15.5V3',
  check: 'M4 10.5l4 4 8-9',
  warn: 'M10 3 2.5 16.5h15zM10 8.5v4M10 14.4v.2',
  grip: 'M7.5 5v.1M12.5 5v.1M7.5 10v.1M12.5 10v.1M7.5 15v.1M12.5 15v.1',
} as const;

/** A decorative icon, which is hidden from assistive technology: the text next to it, or the label of its button, has the meaning. */
export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
