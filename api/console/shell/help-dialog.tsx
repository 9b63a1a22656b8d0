import { Dialog } from '../kit/dialog.js'
import { shortcuts as allShortcuts } from './keyboard.js'

interface HelpProps {
  onClose: () => void
  /** All shortcuts unless given. */
  shortcuts?: [keys: string, effect: string][]
}

export const HelpDialog = ({ onClose, shortcuts = allShortcuts }: HelpProps) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl class="shortcuts">
      {shortcuts.map(([keys, effect]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
