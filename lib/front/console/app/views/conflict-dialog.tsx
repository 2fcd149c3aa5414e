import { Dialog } from '../parts/dialog.tsx';
import { storeSlideDraft } from '../read-unsaved-slide-drafts.ts';
import {
  currentSlideFieldValues,
  labelOfSlideField,
  type SlideRequestFields,
  slideContentForRequest,
} from '../slide-content.ts';
import type { EditConflictDetails, TimelineEditorModel } from '../timeline-editor-model.ts';

/** The value of a field as text, for a comparison by the user. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2);
};

/** A dialog that asks which of two changes of the same fields is kept. */
export function ConflictDialog({ model, conflict }: { model: TimelineEditorModel; conflict: EditConflictDetails }) {
  const { slide, body, theirs, fields } = conflict;
  const { id } = model.timeline.value;
  const attemptAndForgetDraft = async (work: () => Promise<unknown>) => {
    model.conflict.value = undefined;
    try {
      await work();
      storeSlideDraft(id, slide.id, undefined);
    } catch (error) {
      model.failure.value = error;
    }
  };
  const discardMine = () => {
    model.conflict.value = undefined;
    storeSlideDraft(id, slide.id, undefined);
    model.discardForm(slide.id);
  };
  const keepMine = () => {
    // The user has seen the other version, so it must not cause a conflict again.
    if (theirs) model.noteKnownValues(slide.id, currentSlideFieldValues(theirs, body));
    return attemptAndForgetDraft(() =>
      theirs
        ? model.save(slide.id, body, currentSlideFieldValues(theirs, body))
        : model.add(
            { content: { ...slideContentForRequest(slide), ...body } },
            slide.position,
            `Slide ${String(slide.position + 1)}`,
          ),
    );
  };
  const theirContent: SlideRequestFields | undefined = theirs && slideContentForRequest(theirs);
  return (
    <Dialog title="Changed elsewhere" onClose={discardMine} wide>
      <div class="dialog-body">
        {theirContent ? (
          <>
            <p>
              Slide {slide.position + 1} was changed in another window or by another person while you edited it. Nothing
              was overwritten.
            </p>
            {fields.map((field) => (
              <section key={field} class="conflict" aria-label={labelOfSlideField(field)}>
                <h3>{labelOfSlideField(field)}</h3>
                <div class="pair">
                  <div>
                    <p class="fine">Your version</p>
                    <p class="conflict-text">{textOf(body[field])}</p>
                  </div>
                  <div>
                    <p class="fine">Their version</p>
                    <p class="conflict-text">{textOf(theirContent[field])}</p>
                  </div>
                </div>
              </section>
            ))}
          </>
        ) : (
          <p>Slide {slide.position + 1} was deleted in another window or by another person while you edited it.</p>
        )}
      </div>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={discardMine}>
          {theirContent ? 'Use their version' : 'Leave it deleted'}
        </button>
        <button type="button" class="button button-main" onClick={keepMine}>
          {theirContent ? 'Keep my version' : 'Add it again with my text'}
        </button>
      </footer>
    </Dialog>
  );
}
