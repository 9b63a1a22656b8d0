import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { mayDiscard, unsavedForms } from '../shell/router.js'
import { Button } from './button.js'
import { FormError } from './form-error.js'
import { Toasts } from './toast.js'
import { useModal } from './use-modal.js'
import { useSubmit } from './use-submit.js'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the end. */
  footer?: ComponentChildren
  size?: 'small' | 'large'
}

/** What the user opened a form for, instead of the button that closes it. */
const firstField = `.dialog-body :is(input, select, textarea, [contenteditable=true]):not(:disabled, [hidden], details:not([open]) *)`

/**
 * A modal dialog. Escape and the button close it, after a confirmation if they would discard what was entered in it. The focus then returns
 * to where it was.
 */
export function Dialog({ title, onClose, children, footer, size = 'small' }: DialogProps) {
  const modal = useModal(onClose)
  const titleId = useId()
  const [formsBehind] = useState(unsavedForms)
  useEffect(() => modal.ref.current?.querySelector<HTMLElement>(firstField)?.focus(), [])
  const close = () => mayDiscard(formsBehind) && onClose()
  // An event of a dialog in front, or of a field for files, is none of this dialog.
  const onEscape = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <dialog
      {...modal}
      class={`dialog ${size}`}
      aria-labelledby={titleId}
      // The browser lets a listener of `cancel` prevent the first of two, but not the second.
      onKeyDown={(event) => event.key === 'Escape' && !event.isComposing && onEscape(event)}
      onCancel={(event) => event.target === modal.ref.current && onEscape(event)}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={close} />
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
      <Toasts />
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  text: string
  action: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Requests the confirmation of something that cannot be undone. An error is shown in the dialog. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  const { error, isBusy, submit } = useSubmit(onConfirm, onClose)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {/* Another one could be taken for the action. */}
          <Button onClick={onClose}>{action.startsWith('Cancel') ? 'Close' : 'Cancel'}</Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <FormError error={error} />
      <p>{text}</p>
    </Dialog>
  )
}
