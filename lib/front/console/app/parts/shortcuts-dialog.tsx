import { SHORTCUTS } from '../shortcut-keys.ts';
import { singleKeys, switchLetters } from '../shortcuts.ts';
import { Dialog } from './dialog.tsx';
import { Tick } from './fields.tsx';

/** The keys that the console takes. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <div class="dialog-body">
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Tick label="Shortcuts of a single key" isOn={singleKeys.value} onTick={switchLetters} />
    </div>
    <footer class="dialog-foot">
      <button type="button" class="button button-main" onClick={onClose}>
        Close
      </button>
    </footer>
  </Dialog>
);
