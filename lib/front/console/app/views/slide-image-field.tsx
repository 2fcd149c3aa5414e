import { useEffect, useRef, useState } from 'preact/hooks';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import type { Schemas } from '#front/client/client.ts';
import { formatBytes } from '../amounts.ts';
import { SelectField, TextField } from '../parts/fields.tsx';
import { showNotice } from '../parts/notices.tsx';
import { UploadField } from '../parts/upload-field.tsx';
import type { TimelineEditorModel } from '../timeline-editor-model.ts';

type Image = Schemas['SlideImage'];

/** Milliseconds without input after which changes are saved. */
const IDLE_MS = 600;
const MOTION_OPTIONS: readonly (readonly [Schemas['ImageMotion'], string])[] = [
  ['none', 'None'],
  ['zoom_in', 'Zoom in'],
  ['zoom_out', 'Zoom out'],
  ['pan_left', 'Pan to the left'],
  ['pan_right', 'Pan to the right'],
];
const FIT_OPTIONS: readonly (readonly [Schemas['ImageFit'], string])[] = [
  ['cover', 'Fill the area, cropped'],
  ['contain', 'Show the whole image'],
];

const percentOf = (fraction: number): number => Math.round(fraction * 100);

/** The field for the point of an image that stays visible when it is cropped: set by a click on the image, or by two sliders. */
function FocusField({ image, onFocus }: { image: Image; onFocus: (focus: Image['focus']) => void }) {
  const { focus, url, alt } = image;
  return (
    <fieldset class="focus-field">
      <legend>Focus</legend>
      <div class="focus-picture">
        <button
          type="button"
          class="focus-target"
          aria-label="Set the focus by a click on the image"
          onClick={(event) => {
            // A click by keyboard has no position; the sliders are for the keyboard.
            if (event.detail === 0) return;
            const box = event.currentTarget.getBoundingClientRect();
            const fractionAlong = (position: number, start: number, size: number) =>
              Math.round(Math.min(1, Math.max(0, (position - start) / size)) * 100) / 100;
            onFocus({
              x: fractionAlong(event.clientX, box.left, box.width),
              y: fractionAlong(event.clientY, box.top, box.height),
            });
          }}
        >
          {url !== null && <img src={url} alt={alt} draggable={false} />}
          <svg class="focus-mark" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <line x1={percentOf(focus.x)} x2={percentOf(focus.x)} y1="0" y2="100" />
            <line y1={percentOf(focus.y)} y2={percentOf(focus.y)} x1="0" x2="100" />
          </svg>
        </button>
      </div>
      <div class="pair">
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis} class="range">
            <span>
              {axis === 'x' ? 'Horizontal' : 'Vertical'}: {percentOf(focus[axis])} %
            </span>
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={percentOf(focus[axis])}
              onInput={(event) => onFocus({ ...focus, [axis]: Number(event.currentTarget.value) / 100 })}
            />
          </label>
        ))}
      </div>
      <p class="hint">The part of the image that stays visible when it is cropped.</p>
    </fieldset>
  );
}

/** The image, the note that it is being fetched, or the reason why it could not be read. */
function ImageState({ image }: { image: Image }) {
  const { status, url, alt, width, height, size_bytes, error } = image;
  if (status === 'failed') return <p class="fine">{error?.message ?? 'The image could not be read.'}</p>;
  if (url === null) return <p class="fine">The image is being fetched. Open the slide again to see it.</p>;
  return (
    <>
      <img class="media-thumb" src={url} alt={alt} />
      <p class="fine">
        {width} × {height}, {formatBytes(size_bytes ?? 0)}
      </p>
    </>
  );
}

/** The form of the options of an image. Changes are saved after a pause. */
function ImageSettings({ model, slide, image }: { model: TimelineEditorModel; slide: Schemas['Slide']; image: Image }) {
  const [draft, setDraft] = useState({ alt: image.alt, caption: image.caption, focus: image.focus, fit: image.fit });
  const latest = useRef({ draft, slide });
  latest.current.slide = slide;
  // The options were changed by an undo or by another client.
  useEffect(
    () => setDraft({ alt: image.alt, caption: image.caption, focus: image.focus, fit: image.fit }),
    [image.alt, image.caption, image.focus.x, image.focus.y, image.fit],
  );
  useEffect(() => {
    const storedImage = latest.current.slide.image;
    const isUnchanged =
      storedImage?.alt === draft.alt &&
      storedImage.caption === draft.caption &&
      storedImage.fit === draft.fit &&
      storedImage.focus.x === draft.focus.x &&
      storedImage.focus.y === draft.focus.y;
    if (isUnchanged) return undefined;
    const timer = setTimeout(() => {
      model.setImageOptions(latest.current.slide, draft).catch((error: unknown) => {
        model.failure.value = error;
      });
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <>
      <TextField
        label="Description of the image"
        value={draft.alt}
        maxLength={SLIDE_LIMITS.alt}
        hint="Alternative text for people who do not see it"
        onText={(alt) => setDraft({ ...draft, alt })}
      />
      <TextField
        label="Caption of the image"
        value={draft.caption}
        maxLength={SLIDE_LIMITS.caption}
        hint="A line under the image, or on it where it fills the slide"
        onText={(caption) => setDraft({ ...draft, caption })}
      />
      <SelectField
        label="Image fit"
        value={draft.fit}
        options={FIT_OPTIONS}
        onSelect={(fit) => setDraft({ ...draft, fit })}
      />
      {draft.fit === 'cover' && (
        <FocusField image={{ ...image, ...draft }} onFocus={(focus) => setDraft({ ...draft, focus })} />
      )}
    </>
  );
}

/** A note on the states of an animated slide that an import added to the image. @param count number of states */
const StatesNote = ({ count }: { count: number }) => (
  <p class="fine">
    {count} states, one for each click of the deck. The video shows them one after the other; the preview shows the last
    one. Another image replaces all of them.
  </p>
);

/** The field for the image of a slide, which is uploaded or comes from a variable. */
export function SlideImageField({
  model,
  slide,
  motion,
  variable,
  onMotion,
  onVariable,
}: {
  model: TimelineEditorModel;
  slide: Schemas['Slide'];
  motion: Schemas['ImageMotion'];
  /** The variable with the address of the image; empty: none. */
  variable: string;
  onMotion: (motion: Schemas['ImageMotion']) => void;
  onVariable: (name: string) => void;
}) {
  const { image } = slide;
  const variableNames = Object.keys(model.timeline.value.variables);
  const variableOptions = [
    ...variableNames,
    ...(variable === '' || variableNames.includes(variable) ? [] : [variable]),
  ];
  return (
    <>
      <UploadField
        title="Image"
        label="Image"
        accept="image/*"
        hint="JPEG, PNG, WebP, GIF or AVIF, at most 25 MB"
        onFile={(file) => model.setImage(slide, file)}
        onRemove={async () => {
          await model.removeImage(slide);
          showNotice('The image is removed.', { label: 'Undo', run: () => void model.history.undo() });
        }}
      >
        {image !== null && <ImageState image={image} />}
        {slide.builds !== null && <StatesNote count={slide.builds.length} />}
      </UploadField>
      {image && image.status === 'ready' && (
        <details class="image-settings">
          <summary>How the image is shown</summary>
          <ImageSettings key={slide.id} model={model} slide={slide} image={image} />
        </details>
      )}
      {(image !== null || variable !== '') && (
        <SelectField label="Image motion" value={motion} options={MOTION_OPTIONS} onSelect={onMotion} />
      )}
      {variableOptions.length > 0 && (
        <SelectField
          label="Image from a variable"
          value={variable}
          options={[['', 'None'], ...variableOptions.map((name) => [name, name] as const)]}
          hint="The value is the https address of the image."
          onSelect={onVariable}
        />
      )}
    </>
  );
}
