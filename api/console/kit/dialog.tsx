import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from './button.js'
import { Toasts } from './toast.js'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the end. */
  footer?: ComponentChildren
  size?: 'small' | 'large'
}

/** A modal dialog. Escape and the button close it. The focus then returns to where it was. */
export function Dialog({ title, onClose, children, footer, size = 'small' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    element.current?.showModal()
    // The browser returns the focus from a dialog that is closed, not from one that is removed.
    return () => opener instanceof HTMLElement && opener.focus()
  }, [])
  return (
    <dialog ref={element} class={`dialog ${size}`} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={() => element.current?.close()} />
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
  const [error, setError] = useState<string | null>(null)
  const confirm = () => {
    setError(null)
    return onConfirm().then(onClose, (failure: Error) => setError(failure.message))
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {error && (
        <p class="form-error" role="alert">
          {error}
        </p>
      )}
      <p>{text}</p>
    </Dialog>
  )
}
