// Run by fork: serves the folder named on the command line, tells where, and answers questions about itself.
import { readdirSync } from 'node:fs';
import { serveS3 } from './serve-s3.ts';

const { endpoint } = await serveS3({
  dir: process.argv[2] ?? '',
  credentials: { LOCALKEY: 'local+secret/42' },
  log: (line) => console.error(line),
});
process.on('message', () => {
  process.send?.({ peakRss: process.resourceUsage().maxRSS * 1024, openFiles: readdirSync('/dev/fd').length });
});
process.on('disconnect', () => process.exit());
process.send?.({ endpoint });
