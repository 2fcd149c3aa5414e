import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { PROJECT } from '#test/support/permissions/call-graph.ts';
import { derivePermissions, openServiceGraph } from '#test/support/permissions/derive-permissions.ts';

const HEAD = `# What each function may do. Made by \`npm run permissions\`, which reads the code; a test compares both. Read the difference
# before you commit it: a line more is a right more. Roles are made of this when the service is packaged
# (localstack/deploy/roles.ts). <acc> is the id of an account, * any text.
`;

parseOptionsOrExit(
  'npm run permissions: writes functions/permissions.yml, what each function may do, as the code says it.',
  {},
);
const permissions = await derivePermissions(openServiceGraph());
const text = stringify(permissions, { flowCollectionPadding: false, lineWidth: 0, collectionStyle: 'any' });
writeFileSync(join(PROJECT, 'functions/permissions.yml'), `${HEAD}${text}`);
