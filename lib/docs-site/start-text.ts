import { GUIDE_GROUPS, guides } from '../docs/guides.ts';
import { EXTRA_PAGES, REFERENCE_PAGES } from '../docs/site-pages.ts';
import { BASE_PATH, BASE_URL } from './places.ts';

const listOf = (pages: readonly { name: string; title: string; about: string }[]): string =>
  pages.map(({ name, title, about }) => `- [${title}](${name}.md): ${about}`).join('\n');

const guideLists = (): string =>
  GUIDE_GROUPS.map((title) => `## ${title}\n${listOf(guides.filter(({ group }) => group === title))}`).join('\n\n');

/** The start page as Markdown. */
export const startText = (): string => `# Slides in, video out

This service turns slides into narrated video: you send titles, points, images and speaker notes as JSON, or a whole deck, and get a
video with voice, captions and chapters.

## First steps
1. Get an API key. The operator makes it; where \`npm start\` runs, \`npm run account -- create --plan pro\` does.
2. Send slides and ask for the video in one call:

\`\`\`bash
curl ${BASE_URL}/renders \\
  -H "x-api-key: $VIDEO_API_KEY" -H 'content-type: application/json' \\
  -d '{
    "timeline": {
      "title": "Tides",
      "slides": [{ "title": "High water", "speaker_notes": "Twice a day." }]
    }
  }'
\`\`\`

3. Read \`GET /renders/{id}\` until \`status\` is \`completed\`: \`output.url\` is the video. A [webhook](webhooks.md) reports it instead.

[A first video](first-video.md) is the whole program, in Python and in TypeScript, with a verified webhook and no package but the language.
It also says how to install the [typed clients](first-video.md#typed-clients) that the samples of the reference import. [A video for each
customer](each-customer.md) is a whole task, from a spreadsheet to the files.

${guideLists()}

## Look up
${listOf(REFERENCE_PAGES)}
- [Try the API](${BASE_PATH}/docs/reference): every operation in a form that sends requests. Enter your key under “Authorize”.
${listOf(EXTRA_PAGES)}
- [Console](${BASE_PATH}/console): everything in a browser.

## Change it
The project is open source. Its README and CONTRIBUTING.md, in the folder of the project, lead to its architecture, its decisions and its tests.

## For programs
- [openapi.json](${BASE_PATH}/openapi.json): the description of the API, as OpenAPI 3.1.
- [llms.txt](${BASE_PATH}/llms.txt): the guides as Markdown, for language models. Each guide is Markdown under its address with \`.md\`.
`;
