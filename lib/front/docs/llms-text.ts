import { guides } from './guides.ts';
import { API_REFERENCE_PAGES } from './site-pages.ts';

/** An overview of the service for language models, in the format of llmstxt.org. @param base the base address, without a slash at its end */
export const llmsText = (base: string): string =>
  [
    '# Video Timeline and Render Service',
    '',
    '> A public HTTP API that turns slides into narrated video: timelines of slides, templates, voices, renders, signed webhooks.',
    '',
    `Send the API key in the header \`x-api-key\`. Make a timeline (\`POST ${base}/timelines\`), render it (\`POST ${base}/renders\`), and read`,
    `\`GET ${base}/renders/{id}\` until its status is \`completed\`: \`output.url\` is the video.`,
    '',
    '## API',
    '',
    `- [OpenAPI](${base}/openapi.json): every operation with its fields, examples and errors.`,
    ...API_REFERENCE_PAGES.map(
      ({ name, title, about }) =>
        `- [${title}](${base}/docs/${name}.md): ${about} With samples for curl, TypeScript and Python.`,
    ),
    `- [Errors](${base}/docs/errors.md): every code with its cause and its cure.`,
    `- [Tools for agents](${base}/docs/agents.md): the same as tools, at \`${base}/mcp\` (Model Context Protocol).`,
    '',
    '## Guides',
    '',
    ...guides.map(({ name, title, about }) => `- [${title}](${base}/docs/${name}.md): ${about}`),
    '',
  ].join('\n');
