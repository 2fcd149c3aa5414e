/**
 * Proves the service on one server, behind Caddy or nginx with TLS, from another machine: a network namespace with its own addresses,
 * which reaches only the proxy. Needs root, Caddy (it makes the certificates, and is the proxy of the client's receiver), iproute2 and
 * nmap; nginx for the second command.
 *
 *   node test/ci/one-server.ts
 *   node test/ci/one-server.ts nginx
 *
 * Prints a line for each step; ends with 1 when one fails, or when the scan of all ports finds another listener of the service.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { certificate } from '#test/support/egress/certificates.ts';

const run = promisify(execFile);
const NAME = 'video-clients';
/** Addresses that are not private: the service calls no private ones for its clients. Nothing of them leaves this machine. */
const [SERVER, CLIENT] = ['11.0.0.1', '11.0.0.2'];
const [PORT, EDGE_PORT, HOOK_PORT] = ['3911', '4911', '9911'];
const folder = await mkdtemp(join(tmpdir(), 'one-server-'));
const dataDir = join(folder, 'data');
const caRoot = join(folder, 'caddy/pki/authorities/local/root.crt');
const children: ChildProcess[] = [];

const inNamespace = (...command: string[]): string[] => ['netns', 'exec', NAME, ...command];

async function openNetwork(): Promise<void> {
  for (const command of [
    `netns add ${NAME}`,
    'link add vt-server type veth peer name vt-client',
    `link set vt-client netns ${NAME}`,
    `addr add ${SERVER}/24 dev vt-server`,
    'link set vt-server up',
    `-n ${NAME} addr add ${CLIENT}/24 dev vt-client`,
    `-n ${NAME} link set vt-client up`,
    `-n ${NAME} link set lo up`,
  ])
    await run('ip', command.split(' '));
  await mkdir(`/etc/netns/${NAME}`, { recursive: true });
  await writeFile(`/etc/netns/${NAME}/hosts`, `127.0.0.1 localhost\n${SERVER} video.test\n`);
}

async function closeNetwork(): Promise<void> {
  await run('ip', ['link', 'del', 'vt-server']).catch(() => undefined);
  await run('ip', ['netns', 'del', NAME]).catch(() => undefined);
  await rm(`/etc/netns/${NAME}`, { recursive: true, force: true });
}

/** Starts Caddy with a certificate of its own authority. @param prefix of the command, to start it on the other machine */
async function startProxy(site: string, address: string, port: string, prefix: string[] = []): Promise<void> {
  const file = join(folder, `${site}.caddy`);
  await writeFile(
    file,
    `{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n  storage file_system ${join(folder, 'caddy')}\n}\nhttps://${site} {\n  bind ${address}\n  tls internal\n  reverse_proxy 127.0.0.1:${port}\n}\n`,
  );
  const [program = '', ...args] = [...prefix, 'caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  children.push(spawn(program, args, { stdio: 'ignore' }));
  for (let wait = 0; wait < 100; wait++) {
    if (await readFile(caRoot).catch(() => undefined)) return;
    await delay(100);
  }
  throw new Error('Caddy made no certificate');
}

/**
 * Starts nginx with the settings of the guide `one-server`. Its certificate is self-signed, and clients trust it in
 * addition to Caddy's.
 */
async function startNginx(site: string, address: string, port: string): Promise<void> {
  const file = join(folder, 'nginx.conf');
  const { cert, key } = await certificate(site, { for: [site] });
  await appendFile(caRoot, cert);
  await writeFile(join(folder, 'site.crt'), cert);
  await writeFile(join(folder, 'site.key'), key);
  const server = `listen ${address}:443 ssl;
    server_name ${site};
    ssl_certificate ${folder}/site.crt;
    ssl_certificate_key ${folder}/site.key;
    ${await nginxSettingsOfGuide(port)}`;
  await writeFile(
    file,
    `user root;\ndaemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\n  access_log off;\n  client_body_temp_path ${folder}/body;\n  server {\n    ${server}\n  }\n}\n`,
  );
  children.push(spawn('nginx', ['-c', file, '-e', join(folder, 'nginx.log')], { stdio: 'inherit' }));
}

/** The block `nginx` of the guide, for the service on another port. */
async function nginxSettingsOfGuide(port: string): Promise<string> {
  const guide = await readFile('lib/front/docs/guides/one-server.md', 'utf8');
  const settings = guide.match(/```nginx\n([\s\S]+?)```/)?.[1];
  if (settings === undefined) throw new Error('the guide has no settings of nginx');
  return settings.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
}

/** Starts the service, and resolves when it answers. */
async function startService(settings: Record<string, string>): Promise<ChildProcess> {
  const env = { ...process.env, PORT, EDGE_PORT, DATA_DIR: dataDir, NODE_EXTRA_CA_CERTS: caRoot, ...settings };
  const child = spawn(process.execPath, ['localstack/cli/commands/start.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const chunk of child.stdout) if (String(chunk).includes('ready ')) return child;
  throw new Error('the service did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function makeAccount(): Promise<string> {
  const service = await startService({});
  const env = { ...process.env, DATA_DIR: dataDir };
  const args = ['localstack/cli/commands/account.ts', 'create', '--plan', 'pro', '--json'];
  const { stdout } = await run(process.execPath, args, { env });
  await stop(service);
  return (JSON.parse(stdout) as { api_key: string }).api_key;
}

/** The ports of this machine that answer on the other one. */
async function openPorts(): Promise<string[]> {
  const { stdout } = await run('ip', inNamespace('nmap', '-Pn', '-n', '-p-', '-T5', '-oG', '-', SERVER));
  return [...stdout.matchAll(/(\d+)\/open\/tcp/g)].map(([, port = '']) => port);
}

let failures = 0;
function report(what: string, isGood: boolean): void {
  console.log(`${isGood ? 'good  ' : 'FAILED'}  ${what}`);
  if (!isGood) failures += 1;
}

await closeNetwork();
try {
  await openNetwork();
  const before = await openPorts();
  await startProxy(CLIENT, CLIENT, HOOK_PORT, ['ip', ...inNamespace()]);
  if (process.argv[2] === 'nginx') await startNginx('video.test', SERVER, PORT);
  else await startProxy('video.test', SERVER, PORT);
  const apiKey = await makeAccount();
  await startService({ PUBLIC_BASE_URL: 'https://video.test/v1' });
  const ports = (await openPorts()).filter((port) => !before.includes(port));
  report(`only the proxy answers on the network: ${ports.join(', ')}`, ports.join() === '443');
  const environment = {
    ...process.env,
    BASE_URL: 'https://video.test/v1',
    API_KEY: apiKey,
    HOOK_URL: `https://${CLIENT}/hook`,
    HOOK_PORT,
    NODE_EXTRA_CA_CERTS: caRoot,
  };
  const client = spawn('ip', inNamespace(process.execPath, 'test/ci/one-server/client.ts'), {
    env: environment,
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => client.once('exit', resolve));
  report('everything that a client does', code === 0);
  const metrics = await fetch(`http://127.0.0.1:${PORT}/metrics`);
  const text = await metrics.text();
  report(
    'metrics for this machine',
    metrics.status === 200 && /video_invocations_total\{function="\w+",outcome="completed"\} [1-9]/.test(text),
  );
} finally {
  for (const child of children) child.kill('SIGTERM');
  await delay(3000);
  await closeNetwork();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
