import type { TestDeck } from './pptx.ts';

const MAIN = 'http://schemas.openxmlformats.org';
const TYPES = `${MAIN}/officeDocument/2006/relationships`;
const XMLNS = `xmlns:a="${MAIN}/drawingml/2006/main" xmlns:p="${MAIN}/presentationml/2006/main" xmlns:r="${TYPES}"`;

/** Colours of the theme of Office 2013 to 2022, by their places. */
const OFFICE = {
  ...{ dk1: '000000', lt1: 'FFFFFF', dk2: '44546A', lt2: 'E7E6E6', accent1: '4472C4', accent2: 'ED7D31' },
  ...{ accent3: 'A5A5A5', accent4: 'FFC000', accent5: '5B9BD5', accent6: '70AD47' },
};
type Place = keyof typeof OFFICE;

const LIGHT_MAP = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
/** The places of a deck whose master shows the dark colours of its theme behind the light ones. */
export const DARK_MAP = { bg1: 'dk1', tx1: 'lt1', bg2: 'dk2', tx2: 'lt2' };

/** The theme of a deck that a test makes; what is XML stands inside of its usual element. */
export interface TestTheme {
  colors?: Partial<Record<Place, string>>;
  /** Elements by their places, instead of colours. */
  elements?: Partial<Record<Place, string>>;
  map?: Readonly<Record<string, string>>;
  fonts?: readonly [heading: string, body: string];
  /** Colours of the layout, instead of those of its master: attributes by name. */
  layoutMap?: Readonly<Record<string, string>>;
  masterBackground?: string;
  layoutBackground?: string;
  /** Shapes. */
  master?: string;
  layout?: string;
  /** The `p:txStyles` of the master. */
  styles?: string;
  /** Bytes of the picture that master and layout may name as `rIdP`. */
  picture?: Uint8Array | string;
}

/** The element of a scheme of colours. */
export const schemeXml = ({ colors = {}, elements = {} }: Pick<TestTheme, 'colors' | 'elements'>): string =>
  `<a:clrScheme name="s">${Object.entries({ ...OFFICE, ...colors })
    .map(([place, hex]) => {
      const own = new Map(Object.entries(elements)).get(place);
      return `<a:${place}>${own ?? `<a:srgbClr val="${hex}"/>`}</a:${place}>`;
    })
    .join('')}</a:clrScheme>`;

const attributesOf = (map: Readonly<Record<string, string>>): string =>
  Object.entries(map)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

const relationsOf = (...targets: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${MAIN}/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** The relation of a slide to the layout of `themeParts`. */
export const ON_LAYOUT = { rIdL: ['slideLayout', 'slideLayouts/l.xml'] } as const;

/** The parts of a layout, its master and their theme. */
export function themeParts(theme: TestTheme = {}): NonNullable<TestDeck['parts']> {
  const { map = LIGHT_MAP, fonts = ['Calibri Light', 'Calibri'], layoutMap, picture, styles = '' } = theme;
  const override = layoutMap && `<p:clrMapOvr><a:overrideClrMapping${attributesOf(layoutMap)}/></p:clrMapOvr>`;
  const image = ['rIdP', 'image', '../media/p.png'] as const;
  const [heading, body] = fonts.map((name) => `<a:latin typeface="${name}"/>`);
  return {
    'ppt/slideLayouts/l.xml': `<p:sldLayout ${XMLNS}><p:cSld>${theme.layoutBackground ?? ''}<p:spTree>${theme.layout ?? ''}</p:spTree></p:cSld>${override ?? ''}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/l.xml.rels': relationsOf(['rIdM', 'slideMaster', '../slideMasters/m.xml'], image),
    'ppt/slideMasters/m.xml': `<p:sldMaster ${XMLNS}><p:cSld>${theme.masterBackground ?? '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>'}<p:spTree>${theme.master ?? ''}</p:spTree></p:cSld><p:clrMap${attributesOf(map)}/><p:txStyles>${styles}</p:txStyles></p:sldMaster>`,
    'ppt/slideMasters/_rels/m.xml.rels': relationsOf(['rIdT', 'theme', '../theme/t.xml'], image),
    'ppt/theme/t.xml': `<a:theme ${XMLNS}><a:themeElements>${schemeXml(theme)}<a:fontScheme name="f"><a:majorFont>${heading}</a:majorFont><a:minorFont>${body}</a:minorFont></a:fontScheme></a:themeElements></a:theme>`,
    ...(picture === undefined ? {} : { 'ppt/media/p.png': picture }),
  };
}
