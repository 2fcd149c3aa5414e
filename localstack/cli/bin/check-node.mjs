// Runs after npm ci. The package `node` is optional, because npm has its program for some systems only, and npm ends with success when an
// optional package could not be installed.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Linux, for which npm has Node 24: the systemd units and .ci/run name the program there. */
const NEEDED_ON = ['linux-x64', 'linux-arm64'];

const program = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
const system = `${process.platform}-${process.arch}`;
/** True after `npm ci --omit=optional`, by which users take their own Node. npm separates values by line ends. */
const isOmitted = (process.env.npm_config_omit ?? '').split(/\s+/).includes('optional');
/** npm scripts on a Node before 24 would end with an error of syntax, which names no cure. */
const isOwnNodeOld = Number(process.versions.node.split('.')[0]) < 24;

/** @param {string} sentences */
function say(sentences) {
  process.stderr.write(`${sentences}\n`);
}

if (!existsSync(program)) {
  if (NEEDED_ON.includes(system) && !isOmitted) {
    say(
      'npm did not install the package node (Node 24), which npm scripts and the systemd units start. Run npm ci again.',
    );
    process.exitCode = 1;
  } else if (isOwnNodeOld) {
    say(
      `npm installed no Node 24 for ${system}, and this is Node ${process.version}. Install Node 24 or later before npm start.`,
    );
  } else if (isOmitted) {
    say('npm scripts run on your Node. Name its path in ExecStart of the systemd units, which have that of npm.');
  }
}
