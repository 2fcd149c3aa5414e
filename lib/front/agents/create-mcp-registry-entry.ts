import { MCP_SERVER_IDENTITY } from './server-identity.ts';

/** The schema of the entry: the revision of the public registry's format that it follows. */
const SCHEMA_URL = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

const DESCRIPTION = 'Turns slides, Markdown, PPTX and PDF into narrated video, with previews and checks.';

/** The facts of a listing that its owner provides. */
interface RegistryListing {
  /** The namespace of its owner and a name in it: `io.github.someone/video`. The registry asks for a proof of the namespace. */
  name: string;
  /** The address of the source code. */
  repository: string;
  /** The base address of a deployed service, with the version. */
  api?: string | undefined;
  /** The package under which its owner published this project on npm. */
  npmPackage?: string | undefined;
}

const remoteOf = (api: string) => ({
  type: 'streamable-http',
  url: `${api}/mcp`,
  headers: [{ name: 'x-api-key', description: 'An API key of the service.', isRequired: true, isSecret: true }],
});

const packageOf = (identifier: string) => ({
  registryType: 'npm',
  registryBaseUrl: 'https://registry.npmjs.org',
  identifier,
  version: MCP_SERVER_IDENTITY.version,
  runtimeHint: 'npx',
  transport: { type: 'stdio' },
  packageArguments: [{ type: 'positional', value: 'mcp' }],
  environmentVariables: [
    { name: 'VIDEO_API_URL', description: 'A running service. Absent: one on this machine, which is started.' },
    { name: 'VIDEO_API_KEY', description: 'An API key of VIDEO_API_URL.', isSecret: true },
    { name: 'DATA_DIR', description: 'The folder of the service on this machine.', format: 'filepath' },
  ],
});

/** The `server.json` for the public registry of the Model Context Protocol. */
export const createMcpRegistryEntry = ({ name, repository, api, npmPackage }: RegistryListing) => ({
  $schema: SCHEMA_URL,
  name,
  title: MCP_SERVER_IDENTITY.title,
  description: DESCRIPTION,
  version: MCP_SERVER_IDENTITY.version,
  repository: { url: repository, source: 'github' },
  ...(npmPackage === undefined ? {} : { packages: [packageOf(npmPackage)] }),
  ...(api === undefined ? {} : { remotes: [remoteOf(api)] }),
});
