import { SHORTCUT_HELP } from '../shortcut-keys.ts';
import { areSingleKeyShortcutsEnabled, setSingleKeyShortcutsEnabled } from '../shortcuts.ts';
import { Dialog } from './dialog.tsx';
import { Checkbox } from './fields.tsx';

/** A dialog with the keyboard shortcuts of the console. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <div class="dialog-body">
      <dl class="shortcuts">
        {SHORTCUT_HELP.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Single-key shortcuts"
        isOn={areSingleKeyShortcutsEnabled.value}
        onCheck={setSingleKeyShortcutsEnabled}
      />
    </div>
    <footer class="dialog-foot">
      <button type="button" class="button button-main" onClick={onClose}>
        Close
      </button>
    </footer>
  </Dialog>
);
