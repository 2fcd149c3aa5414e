/** The README of the npm package. */
export const packageReadme = (): string => `# video-timeline

Slides become narrated video: the Video Timeline and Render Service, with its HTTP API, console and documentation, on this machine.

    npx video-timeline demo                       # makes out/demo.mp4
    npx video-timeline render deck.md -o deck.mp4
    npx video-timeline start                      # the API, at http://localhost:3000/v1
    npx video-timeline account create --plan pro --json

It needs Node 22.13, 24 or 26. State is in \`.local\` of the current folder, or in DATA_DIR. \`npx video-timeline --help\` lists all commands;
\`http://localhost:3000\` has the guides once the service runs.

The embedded database is @dynoxide, which npm installs on Linux on x64. On other systems name its program with DYNOXIDE_PATH, or set
AWS_ENDPOINT_URL to an AWS-compatible endpoint.

MIT. NOTICE and LICENCES-OF-BUNDLES have the licences of everything that is inside.
`;
