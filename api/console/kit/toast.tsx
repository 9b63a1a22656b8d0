/** Short messages about what happened, with an optional action such as undo. */
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.js'

interface Message {
  id: number
  text: string
  kind: 'done' | 'error'
  action?: { label: string; run: () => unknown } | undefined
}

let messages: Message[] = []
let show: (messages: Message[]) => void = () => undefined
let lastId = 0

const change = (next: Message[]) => {
  messages = next
  show(messages)
}
const dismiss = (id: number) => change(messages.filter((message) => message.id !== id))

export function notify(text: string, kind: Message['kind'] = 'done', action?: Message['action']): void {
  const id = ++lastId
  change([...messages.slice(-2), { id, text, kind, action }])
  setTimeout(() => dismiss(id), kind === 'error' || action ? 8000 : 4000)
}

export function Toasts() {
  const [shown, setShown] = useState(messages)
  useEffect(() => {
    show = setShown
    setShown(messages)
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === 'done' ? 'check' : 'warning'} />
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
