import type { SceneDesign, SlideTemplate } from '../design.ts';

/** Colours and lines of a table, in the style of the template. Colours are CSS. */
export interface TableLook {
  /** The colour behind every second row; absent: rows have lines between them. */
  stripe?: string | undefined;
  /** The colour of lines between rows; absent: no lines. */
  line?: string | undefined;
  /** The colour behind the header; absent: none. */
  headerFill?: string | undefined;
  /** Colour of the header's words. */
  headerText: string;
  /** The colour behind emphasized rows and columns. */
  highlight: string;
  /** The colour of the line under the header. */
  rule: string;
  /** Thickness of the line under the header, as a fraction of the unit. */
  ruleThickness: number;
  /** Radius of the corners of stripes and header, as a fraction of the unit. */
  radius: number;
}

/** The thinnest line under a header, as a fraction of the unit. */
const MIN_RULE_THICKNESS = 0.0028;
/** Thickness of the line under a header, as a part of the thickness of the rule next to headings. */
const TABLE_RULE_SHARE = 0.36;
/** The largest radius of corners, as a fraction of the unit. */
const MAX_RADIUS = 0.012;
/** Opacity of the lines between rows, in colours of text (hexadecimal). */
const LINE_ALPHA = '2e';
/** Opacity of the colour behind emphasized rows and columns (hexadecimal). */
const HIGHLIGHT_ALPHA = '2b';

/**
 * The look of tables in a template. Templates with hairlines between points, a rule of full width or split headings have lines between
 * rows. The others shade every second row in the colour of their panels; those with a band behind headings also shade the header.
 */
export function tableLook(
  { marker, rule, arrangement, panelRadius }: SlideTemplate,
  { palette }: SceneDesign,
): TableLook {
  const heading = palette.heading ?? palette.text;
  const highlight = `${palette.accent}${HIGHLIGHT_ALPHA}`;
  const commonLook = {
    headerText: heading,
    highlight,
    rule: palette.accent,
    ruleThickness: Math.max(MIN_RULE_THICKNESS, rule.thickness * TABLE_RULE_SHARE),
  };
  const line = marker.separator ?? (rule.length === 'full' ? palette.text : undefined);
  if (line) return { ...commonLook, line, rule: heading, radius: 0 };
  if (arrangement.kind === 'split')
    return { ...commonLook, line: `${palette.text}${LINE_ALPHA}`, rule: heading, radius: 0 };
  const radius = Math.min(panelRadius, MAX_RADIUS);
  if (arrangement.kind === 'header') return { ...commonLook, stripe: palette.panel, headerFill: palette.panel, radius };
  return { ...commonLook, stripe: palette.panel, radius };
}
