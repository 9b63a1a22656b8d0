import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { copyOrFail } from './clipboard.js'
import { focusReturner } from './focus-returner.js'
import { Icon, type IconName } from './icon.js'
import { notify } from './toast.js'

interface ButtonProps {
  children?: ComponentChildren
  icon?: IconName
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** The name of a button that only shows an icon. */
  label?: string
  type?: 'button' | 'submit'
  /** The id of the form that it submits, if it is outside. */
  form?: string
  disabled?: boolean
  /** Of a button that opens something beside it. */
  isExpanded?: boolean
  title?: string | undefined
  /** A returned promise keeps the button busy. Its error is shown. */
  onClick?: (event: MouseEvent) => unknown
}

export function Button({
  children,
  icon,
  kind = 'plain',
  label,
  type = 'button',
  form,
  disabled = false,
  isExpanded,
  title,
  onClick,
}: ButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const run = (event: MouseEvent) => {
    const result = onClick?.(event)
    if (!(result instanceof Promise)) return
    setIsBusy(true)
    const returnFocus = focusReturner()
    result
      .catch((error: Error) => notify(error.message, 'error'))
      .finally(() => {
        setIsBusy(false)
        returnFocus()
      })
  }
  return (
    <button
      type={type}
      form={form}
      class={`button ${kind}${children ? '' : ' square'}`}
      disabled={disabled || isBusy}
      aria-label={label}
      aria-busy={isBusy}
      aria-expanded={isExpanded}
      title={title ?? label}
      onClick={run}
    >
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  )
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await copyOrFail(text)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }
  return <Button kind="quiet" icon={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : label} onClick={copy} />
}
