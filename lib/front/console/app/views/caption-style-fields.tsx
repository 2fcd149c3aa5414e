import { doesStyleMarkSpokenWord } from '#engine/video/captions/caption-style.ts';
import type { Schemas } from '#front/client/client.ts';
import { ColorField } from '../parts/color-field.tsx';
import { Checkbox, SelectField } from '../parts/fields.tsx';
import { errorMessageForField } from '../to-shown-error.ts';

type Style = Schemas['CaptionStyleInput'];

const PRESETS: readonly (readonly [Schemas['CaptionPreset'], string])[] = [
  ['box', 'On a panel'],
  ['outline', 'With an outline'],
  ['bar', 'On a band across the picture'],
  ['karaoke', 'On a panel, spoken word marked'],
  ['word', 'A few words at a time'],
];
const SIZES: readonly (readonly [Schemas['CaptionSize'], string])[] = [
  ['small', 'Small'],
  ['medium', 'Medium'],
  ['large', 'Large'],
];
const POSITIONS: readonly (readonly [Schemas['CaptionPosition'], string])[] = [
  ['auto', 'Automatic'],
  ['bottom', 'Bottom'],
  ['middle', 'Middle'],
  ['top', 'Top'],
];
const LINES = [
  ['2', 'At most two'],
  ['1', 'One'],
] as const;
const COLORS = [
  ['color', 'Colour of the letters'],
  ['background', 'Colour behind the letters'],
  ['highlight', 'Colour of the spoken word'],
] as const;
type ColorName = (typeof COLORS)[number][0];
const colorPathOf = (name: ColorName): string => `output.caption_style.${name}`;

/** The paths, in a request for a render, of the colours of captions, whose errors the fields show. */
export const CAPTION_COLOR_FIELDS: readonly string[] = COLORS.map(([name]) => colorPathOf(name));

/** The style with another colour; an empty text: the colour of the template. */
function withColor(style: Style, name: ColorName, text: string): Style {
  const { [name]: _, ...otherOptions } = style;
  return text.trim() === '' ? otherOptions : { ...otherOptions, [name]: text.trim() };
}

/** The fields for the look of captions in the picture. */
export function CaptionStyleFields({
  style,
  error,
  onChange,
}: {
  style: Style;
  /** The error of the last attempt to start a render. */
  error: unknown;
  onChange: (style: Style) => void;
}) {
  const preset = style.preset ?? 'box';
  return (
    <>
      <div class="pair">
        <SelectField
          label="Look of captions"
          value={preset}
          options={PRESETS}
          onSelect={(chosenPreset) => onChange({ ...style, preset: chosenPreset })}
        />
        <SelectField
          label="Size of captions"
          value={style.size ?? 'medium'}
          options={SIZES}
          onSelect={(size) => onChange({ ...style, size })}
        />
      </div>
      <div class="pair">
        <SelectField
          label="Place of captions"
          value={style.position ?? 'auto'}
          options={POSITIONS}
          onSelect={(position) => onChange({ ...style, position })}
        />
        {preset !== 'word' && (
          <SelectField
            label="Lines of captions"
            value={style.max_lines === 1 ? '1' : '2'}
            options={LINES}
            onSelect={(lines) => onChange({ ...style, max_lines: lines === '1' ? 1 : 2 })}
          />
        )}
      </div>
      <div class="swatches">
        {COLORS.filter(([name]) => name !== 'highlight' || doesStyleMarkSpokenWord({ preset })).map(([name, label]) => (
          <ColorField
            key={name}
            label={label}
            value={style[name] ?? ''}
            placeholder="of the template"
            error={errorMessageForField(error, colorPathOf(name))}
            onText={(text) => onChange(withColor(style, name, text))}
          />
        ))}
      </div>
      <Checkbox
        label="Captions in capitals"
        isOn={style.uppercase ?? false}
        onCheck={(uppercase) => onChange({ ...style, uppercase })}
      />
    </>
  );
}
