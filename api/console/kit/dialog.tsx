import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.js'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the end. */
  footer?: ComponentChildren
  size?: 'small' | 'large'
}

/** A modal dialog. Escape and the button close it. */
export function Dialog({ title, onClose, children, footer, size = 'small' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} class={`dialog ${size}`} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={() => element.current?.close()} />
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
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

/** Requests the confirmation of something that cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" onClick={() => onConfirm().then(onClose)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
