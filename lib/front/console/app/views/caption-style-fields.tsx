import type { Schemas } from '#front/client/client.ts';
import { Checkbox, SelectField } from '../parts/fields.tsx';

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

/** The fields for the look of captions in the picture. */
export function CaptionStyleFields({ style, onChange }: { style: Style; onChange: (style: Style) => void }) {
  return (
    <>
      <div class="pair">
        <SelectField
          label="Look of captions"
          value={style.preset ?? 'box'}
          options={PRESETS}
          onSelect={(preset) => onChange({ ...style, preset })}
        />
        <SelectField
          label="Size of captions"
          value={style.size ?? 'medium'}
          options={SIZES}
          onSelect={(size) => onChange({ ...style, size })}
        />
      </div>
      <SelectField
        label="Place of captions"
        value={style.position ?? 'auto'}
        options={POSITIONS}
        onSelect={(position) => onChange({ ...style, position })}
      />
      <Checkbox
        label="Captions in capitals"
        isOn={style.uppercase ?? false}
        onCheck={(uppercase) => onChange({ ...style, uppercase })}
      />
    </>
  );
}
