/** Groups of guides, in the order in which they are listed. */
export const GUIDE_GROUPS = ['Use it', 'Run it'] as const;
type GuideGroup = (typeof GUIDE_GROUPS)[number];

/** The guides, in reading order. The text of each is `guides/<name>.md`. */
export const guides = [
  {
    name: 'first-video',
    title: 'A first video',
    about: 'A program in Python and one in TypeScript, with a verified webhook.',
    group: 'Use it',
  },
  {
    name: 'each-customer',
    title: 'A video for each customer',
    about: 'A whole task: CSV, batch, events, results.',
    group: 'Use it',
  },
  { name: 'requests', title: 'Requests', about: 'Credentials, errors, idempotency, limits.', group: 'Use it' },
  { name: 'console', title: 'Console', about: 'Everything in a browser.', group: 'Use it' },
  { name: 'looks', title: 'Looks', about: 'Templates, layouts, motion and output.', group: 'Use it' },
  { name: 'decks', title: 'Decks', about: 'From a Markdown file to a video.', group: 'Use it' },
  { name: 'imports', title: 'Imports', about: 'Timelines of a PPTX or a PDF.', group: 'Use it' },
  { name: 'variables', title: 'Variables', about: 'One timeline, many videos.', group: 'Use it' },
  { name: 'batches', title: 'Batches', about: 'A video for each row of values.', group: 'Use it' },
  { name: 'files', title: 'Files', about: 'Images, music and recordings.', group: 'Use it' },
  { name: 'narration', title: 'Narration', about: 'Voices, markup, captions.', group: 'Use it' },
  { name: 'webhooks', title: 'Webhooks', about: 'Receive, verify, see and repeat deliveries.', group: 'Use it' },
  { name: 'automation', title: 'Automation', about: 'Recipes: cron, GitHub Actions, n8n.', group: 'Use it' },
  { name: 'agents', title: 'Tools for agents', about: 'The service as tools of an assistant (MCP).', group: 'Use it' },
  { name: 'data', title: 'Data', about: 'What is kept, and for how long.', group: 'Run it' },
  { name: 'configuration', title: 'Configuration', about: 'How the service is run.', group: 'Run it' },
  { name: 'one-server', title: 'One server', about: 'For a team: TLS, backups, a bound of the disk.', group: 'Run it' },
  { name: 'operations', title: 'Operations', about: 'The log, the figures, alarms.', group: 'Run it' },
  { name: 'runbook', title: 'Runbook', about: 'What to do when something fails.', group: 'Run it' },
  { name: 'cost', title: 'Cost', about: 'What it costs, and how it grows.', group: 'Run it' },
] as const satisfies readonly { name: string; title: string; about: string; group: GuideGroup }[];

type GuideFile = `${(typeof guides)[number]['name']}.md`;

/** The file names of the guides' Markdown under `/docs`. */
export const GUIDE_FILES: readonly GuideFile[] = guides.map(({ name }): GuideFile => `${name}.md`);

/** The name of the guide with a file name; undefined for another file. */
export const guideNameOfFile = (fileName: string): string | undefined =>
  guides.find(({ name }) => `${name}.md` === fileName)?.name;
