/** A button for what should not happen by one click. */
import { useState } from 'preact/hooks'
import { Button } from './button.js'
import { ConfirmDialog } from './dialog.js'

interface ConfirmButtonProps {
  label: string
  /** The question, and what follows from the answer. */
  title: string
  text: string
  kind?: 'plain' | 'quiet' | 'danger'
  onConfirm: () => Promise<unknown>
}

export function ConfirmButton({ label, title, text, kind = 'danger', onConfirm }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind={kind} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <ConfirmDialog title={title} text={text} action={label} onClose={() => setIsOpen(false)} onConfirm={onConfirm} />}
    </>
  )
}
