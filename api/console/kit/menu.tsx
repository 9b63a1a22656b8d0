/** A button that opens a list of actions. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'
import { notify } from './toast.js'

export interface Action {
  label: string
  isDangerous?: boolean
  run: () => unknown
}

interface MenuProps {
  label: string
  icon?: IconName
  /** Shown beside the icon. */
  text?: string
  actions: Action[]
}

export function Menu({ label, icon = 'more', text, actions }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  useFocusWithin(frame, isOpen, () => setIsOpen(false))
  if (actions.length === 0) return null
  const run = (action: Action) => {
    setIsOpen(false)
    // The item is removed: a dialog that opens now returns the focus to the button.
    frame.current?.querySelector('button')?.focus()
    const result = action.run()
    if (result instanceof Promise) result.catch((error: Error) => notify(error.message, 'error'))
  }
  return (
    <div class="menu" ref={frame} onKeyDown={(event) => isOpen && onMenuKey(event, frame.current, () => setIsOpen(false))}>
      <button
        type="button"
        class={`button quiet${text ? '' : ' square'}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={text ? undefined : label}
        title={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        {text && <span>{text}</span>}
        <Icon name={icon} />
      </button>
      {isOpen && (
        <div class="menu-list" role="menu" id={id} aria-label={label}>
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={action.isDangerous ? 'dangerous' : ''}
              onClick={() => run(action)}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Focuses the first item of an open menu, and closes it when the user goes elsewhere. */
function useFocusWithin(frame: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    frame.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const onElsewhere = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) close()
    }
    addEventListener('pointerdown', onElsewhere)
    addEventListener('focusin', onElsewhere)
    return () => {
      removeEventListener('pointerdown', onElsewhere)
      removeEventListener('focusin', onElsewhere)
    }
  }, [isOpen])
}

function onMenuKey(event: KeyboardEvent, frame: HTMLElement | null, close: () => void): void {
  const items = [...(frame?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const index = items.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'ArrowDown') items[(index + 1) % items.length]?.focus()
  else if (event.key === 'ArrowUp') items.at(index - 1)?.focus()
  else if (event.key === 'Escape') {
    close()
    frame?.querySelector('button')?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}
