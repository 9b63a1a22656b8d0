import { useEffect, useState } from 'preact/hooks'
import { ApiError, type Call } from '../api-client.js'
import type { Values } from '../kit/form-values.js'
import type { LinkSchema } from '../operations.js'

/** Whether the chosen key is free, shortly after the last change. */
export function KeyCheck({
  call,
  values,
  workspaceId,
  link,
}: {
  call: Call
  values: Values
  workspaceId: string
  link: LinkSchema | undefined
}) {
  const [message, setMessage] = useState<{ text: string; isFree: boolean } | null>(null)
  const { domain, key } = values
  const isChanged = typeof key === 'string' && key !== '' && !(link && link.key === key && link.domain === domain)
  useEffect(() => {
    setMessage(null)
    if (!isChanged || typeof domain !== 'string' || domain === '') return
    const end = new AbortController()
    const timer = setTimeout(() => {
      call('checkKey', { query: { workspaceId, domain, key } }, end.signal).then(
        () => setMessage({ text: 'This key is free.', isFree: true }),
        (error: unknown) => error instanceof ApiError && setMessage({ text: error.message, isFree: false }),
      )
    }, 300)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [domain, key, isChanged])
  return (
    <span class={`key-check ${message ? (message.isFree ? 'good' : 'bad') : ''}`} aria-live="polite">
      {message?.text ?? 'The part after the domain.'}
    </span>
  )
}
