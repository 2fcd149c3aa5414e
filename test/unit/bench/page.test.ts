import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, it } from 'vitest';
import { barChart } from '#test/bench/page/bar-chart.ts';
import { plotsOf, targetsPlot, workersPlots } from '#test/bench/page/charts.ts';
import { lineChart } from '#test/bench/page/line-chart.ts';
import { pageOf } from '#test/bench/page/page.ts';
import type { BenchResult } from '#test/bench/result.ts';
import type { Row } from '#test/bench/row.ts';
import { targetsOf } from '#test/bench/targets.ts';

const measured = { command: 'npm run bench -- --only a,b', at: '2026-01-02T03:04:05.000Z', load: 0.2 };
const curve = { serialSeconds: 1, points: [1, 2, 4].map((workers) => ({ workers, seconds: 1 + 8 / workers })) };
const rows: Row[] = [
  { id: 'rivals-whole', name: 'whole', seconds: 2, runs: 3, fastestSeconds: 1.5, slowestSeconds: 3, measured },
  { id: 'rivals-naive', name: 'naive', seconds: 20, measured },
  { id: 'rivals-editly', name: 'editly', missing: 'no <canvas>', measured },
  { id: 'whole', name: 'whole', seconds: 4, ratio: 0.03, base: 'naive', measured },
  { id: 'workers-60', name: '60 slides', seconds: 9, curve, measured },
];
const result: BenchResult = {
  film: { slides: 60, secondsPerSlide: 10, width: 1920, height: 1080, fps: 30 },
  machine: { cores: 2, processor: 'X', memoryBytes: 2 ** 34, system: 'Linux', node: 'v24' },
  rows,
  targets: targetsOf(rows),
};
const barsIn = (svg: string) => [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));

describe('the charts', () => {
  it('hold what was measured, shortest first, as multiples of what this service takes', () => {
    const [minute] = plotsOf(rows);
    expect(minute?.chart.bars.map(({ name, figure, kind }) => [name, figure, kind])).toEqual([
      ['this service, narration there', '2.0 s', 'ours'],
      ['ffmpeg, one plain run', '20 s, 10 ×', 'other'],
    ]);
  });

  it('say which program did not run, and why', () => {
    expect(plotsOf(rows)[0]?.remarks).toEqual(['editly did not run here: no <canvas>']);
  });

  it('show a target as the share that was reached of it', () => {
    expect(targetsPlot(targetsOf(rows))?.bars).toMatchObject([{ value: 1.5, kind: 'missed' }]);
  });

  it('are drawn in proportion, at every width', () => {
    const [minute] = plotsOf(rows);
    if (!minute) throw new Error('there is no chart');
    for (const width of [760, 340]) {
      const [ours = 0, other = 0] = barsIn(barChart(minute.chart, width));
      expect(other / ours).toBeCloseTo(10, 0);
    }
  });

  it('of workers have a point for each number of them', () => {
    const [chart] = workersPlots(rows);
    if (!chart) throw new Error('there is no chart');
    expect(lineChart(chart, 760).match(/<circle /g)).toHaveLength(3);
  });
});

describe('the page', () => {
  const page = pageOf(result);

  it('asks for nothing outside of itself', () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:/);
  });

  it('follows light and dark', () => {
    expect(page).toContain('prefers-color-scheme: dark');
  });

  it('has drawings that are well formed', () => {
    const drawings = page.match(/<svg .*?<\/svg>/gs) ?? [];
    expect(drawings.length).toBeGreaterThan(4);
    for (const svg of drawings) expect(() => parseXml(svg)).not.toThrow();
  });

  it('tells command, machine, and of how many runs a figure is', () => {
    expect(page).toContain('npm run bench -- --only a,b');
    expect(page).toContain('2 cores (X), 16 GiB, Linux, Node v24');
    expect(page).toContain('<td>2.00</td><td>3</td><td>1.5 s – 3.0 s</td>');
  });

  it('writes text as text', () => {
    expect(page).toContain('no &lt;canvas&gt;');
    expect(page).not.toContain('<canvas>');
  });
});
