import { GUIDE_GROUPS, guides } from '#front/docs/guides.ts';
import { API_REFERENCE_PAGES, EXTRA_DOCS_PAGES } from '#front/docs/site-pages.ts';
import { BASE_PATH_PLACEHOLDER, BASE_URL_PLACEHOLDER } from './places.ts';

/** Pages as a list of links, each with its description. */
const linkListOf = (pages: readonly { name: string; title: string; about: string }[]): string =>
  pages.map(({ name, title, about }) => `- [${title}](${name}.md): ${about}`).join('\n');

/** The lists of guides, each under the title of its group. */
const guideListsByGroup = (): string =>
  GUIDE_GROUPS.map((title) => `## ${title}\n${linkListOf(guides.filter(({ group }) => group === title))}`).join('\n\n');

/** The start page of `/docs` as Markdown. */
export const docsStartPageMarkdown = (): string => `# Slides in, video out

Send slides as JSON, or a whole deck, and get a narrated video with captions and chapters:

\`\`\`bash
curl ${BASE_URL_PLACEHOLDER}/renders \\
  -H "x-api-key: $VIDEO_API_KEY" -H 'content-type: application/json' \\
  -d '{
    "timeline": {
      "title": "Tides",
      "slides": [{ "title": "High water", "speaker_notes": "Twice a day." }]
    }
  }'
\`\`\`

The answer is the render, here shortened:

\`\`\`json
{ "id": "rn_…", "timeline_id": "tl_…", "status": "queued", "progress": 0,
  "output": { "resolution": "1080p", "codec": "h264", "format": "landscape", "fps": 30, "url": null } }
\`\`\`

A few seconds later, \`GET /renders/{id}\` has \`"status": "completed"\`, and \`output.url\` is the video.

## First steps
1. Get an API key. The operator of the service makes it. If you run the service yourself with \`npm start\`, make one with \`npm run account -- create --plan pro\`.
2. Send the request above.
3. Poll \`GET /renders/{id}\` until \`status\` is \`completed\`, or let a [webhook](webhooks.md) report it.

[A first video](first-video.md) is a complete program in Python and in TypeScript, with a verified webhook and without dependencies.
It also shows how to install the [typed clients](first-video.md#typed-clients) that the samples of the reference import.
[A video for each customer](each-customer.md) is a complete task, from a spreadsheet to the files.

${guideListsByGroup()}

## Look up
${linkListOf(API_REFERENCE_PAGES)}
- [Try the API](${BASE_PATH_PLACEHOLDER}/docs/reference): every operation in a form that sends requests. Enter your key under “Authorize”.
${linkListOf(EXTRA_DOCS_PAGES)}
- [Console](${BASE_PATH_PLACEHOLDER}/console): everything in a browser.

## Change the service
The project is open source. Its README and CONTRIBUTING.md link to its architecture, decisions and tests.

## For programs
- [openapi.json](${BASE_PATH_PLACEHOLDER}/openapi.json): the description of the API, as OpenAPI 3.1.
- [llms.txt](${BASE_PATH_PLACEHOLDER}/llms.txt): the guides as Markdown, for language models. Add \`.md\` to the address of a guide to get its Markdown.
`;
