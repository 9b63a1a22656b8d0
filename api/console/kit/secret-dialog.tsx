import type { ComponentChildren } from 'preact'
import { Button, CopyButton } from './button.js'
import { Dialog } from './dialog.js'

interface SecretDialogProps {
  title: string
  secret: string
  onClose: () => void
  children?: ComponentChildren
}

/** A secret that is shown once. */
export const SecretDialog = ({ title, secret, onClose, children }: SecretDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p>{children} Copy it now: it is not shown again.</p>
    <p class="secret">
      <code>{secret}</code>
      <CopyButton text={secret} />
    </p>
  </Dialog>
)
