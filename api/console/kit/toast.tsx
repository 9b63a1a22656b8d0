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
/** Of the page and of the dialogs above it. Only the last one can be seen and used. */
let outlets: ((messages: Message[]) => void)[] = []
let lastId = 0

const show = () => outlets.forEach((outlet, index) => outlet(index === outlets.length - 1 ? messages : []))
const change = (next: Message[]) => {
  messages = next
  show()
}
const dismiss = (id: number) => change(messages.filter((message) => message.id !== id))

export function notify(text: string, kind: Message['kind'] = 'done', action?: Message['action']): void {
  const id = ++lastId
  change([...messages.slice(-2), { id, text, kind, action }])
  setTimeout(() => dismiss(id), kind === 'error' || action ? 8000 : 4000)
}

async function run(action: NonNullable<Message['action']>): Promise<void> {
  try {
    await action.run()
  } catch (error) {
    notify((error as Error).message, 'error')
  }
}

/** Shows the messages, unless a dialog in front of it does. */
export function Toasts() {
  const [shown, setShown] = useState<Message[]>([])
  useEffect(() => {
    outlets.push(setShown)
    show()
    return () => {
      outlets = outlets.filter((outlet) => outlet !== setShown)
      show()
    }
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
                void run(action)
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
