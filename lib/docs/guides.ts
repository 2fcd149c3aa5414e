/** The guides for users, in the order in which they are read. Each is a file of `guides`. */
export const guides = [
  { name: 'requests', title: 'Requests', about: 'Credentials, errors, idempotency, limits.' },
  { name: 'console', title: 'Console', about: 'Everything in a browser.' },
  { name: 'looks', title: 'Looks', about: 'Templates, layouts, motion and output.' },
  { name: 'decks', title: 'Decks', about: 'From a Markdown file to a video.' },
  { name: 'imports', title: 'Imports', about: 'Timelines of a PPTX or a PDF.' },
  { name: 'variables', title: 'Variables', about: 'One timeline, many films.' },
  { name: 'batches', title: 'Batches', about: 'A film for each row of values.' },
  { name: 'files', title: 'Files', about: 'Images, music and recordings.' },
  { name: 'narration', title: 'Narration', about: 'Voices, markup, captions.' },
  { name: 'webhooks', title: 'Webhooks', about: 'Receive, verify, see and repeat deliveries.' },
  { name: 'automation', title: 'Automation', about: 'Recipes: cron, GitHub Actions, n8n.' },
  { name: 'agents', title: 'Tools for agents', about: 'The service as tools of an assistant (MCP).' },
  { name: 'data', title: 'Data', about: 'What is kept, and for how long.' },
  { name: 'configuration', title: 'Configuration', about: 'How the service is run.' },
  { name: 'operations', title: 'Operations', about: 'The log, the figures, alarms.' },
  { name: 'runbook', title: 'Runbook', about: 'What to do when something fails.' },
  { name: 'cost', title: 'Cost', about: 'What it costs, and how it grows.' },
] as const;

type GuideFile = `${(typeof guides)[number]['name']}.md`;

/** The guides as files under `/docs`. */
export const GUIDE_FILES: readonly GuideFile[] = guides.map(({ name }): GuideFile => `${name}.md`);

/** The name of the guide that a file holds; undefined for another file. */
export const guideOf = (file: string): string | undefined => guides.find(({ name }) => `${name}.md` === file)?.name;
