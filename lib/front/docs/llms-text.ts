import { guides } from './guides.ts';
import { API_REFERENCE_PAGES } from './site-pages.ts';

/** An overview of the service for language models, in the format of llmstxt.org. @param baseUrl the base address, without a slash at its end */
export const llmsText = (baseUrl: string): string =>
  [
    '# Video Timeline and Render Service',
    '',
    '> A public HTTP API that turns slides into narrated video: timelines of slides, templates, voices, renders, signed webhooks.',
    '',
    `Send the API key in the header \`x-api-key\`. Make a timeline (\`POST ${baseUrl}/timelines\`), render it (\`POST ${baseUrl}/renders\`), and read`,
    `\`GET ${baseUrl}/renders/{id}\` until its status is \`completed\`: \`output.url\` is the video.`,
    '',
    '## API',
    '',
    `- [OpenAPI](${baseUrl}/openapi.json): every operation with its fields, examples and errors.`,
    ...API_REFERENCE_PAGES.map(
      ({ name, title, about }) =>
        `- [${title}](${baseUrl}/docs/${name}.md): ${about} With samples for curl, TypeScript and Python.`,
    ),
    `- [Errors](${baseUrl}/docs/errors.md): every code with its cause and its cure.`,
    `- [Tools for agents](${baseUrl}/docs/agents.md): the same as tools, at \`${baseUrl}/mcp\` (Model Context Protocol).`,
    '',
    '## Guides',
    '',
    ...guides.map(({ name, title, about }) => `- [${title}](${baseUrl}/docs/${name}.md): ${about}`),
    '',
  ].join('\n');
