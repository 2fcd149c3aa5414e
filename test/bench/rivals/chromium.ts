import { runLimited } from './limited-run.ts';

/** The browser that rivals photograph their frames with. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Such as "Chromium 100.0.1". @throws Error when there is no browser */
export async function chromiumVersion(folder: string): Promise<string> {
  const told = await runLimited(CHROMIUM, ['--version'], { folder, seconds: 30 });
  return /\w+ [\d.]+/.exec(told)?.[0] ?? told.trim();
}
