/** Paste an address, press Enter: the short link is on the clipboard. */
import { useRef, useState } from 'preact/hooks'
import { Button, CopyButton } from '../kit/button.js'
import { copyText } from '../kit/clipboard.js'
import { useCreateShortcut } from '../kit/create-shortcut.js'
import { FormError } from '../kit/form-error.js'
import { formatUrl } from '../kit/format.js'
import { Icon } from '../kit/icon.js'
import { useSubmit } from '../kit/use-submit.js'
import type { LinkSchema } from '../operations.js'
import { useSession } from '../shell/session.js'
import { preferredDomain } from './organisation.js'
import { withProtocol } from './parse-rows.js'

const plainText = { type: 'text', autocomplete: 'off' } as const

interface Created {
  link: LinkSchema
  isCopied: boolean
}

export function QuickCreate() {
  const { call, workspace } = useSession()
  const [url, setUrl] = useState('')
  const [key, setKey] = useState('')
  const [created, setCreated] = useState<Created | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useCreateShortcut(() => input.current?.focus())
  const create = async () => {
    const domain = await preferredDomain(call, workspace.domains)
    const link = await call('createLink', { body: { url: withProtocol(url), ...(domain ? { domain } : {}), ...(key ? { key } : {}) } })
    setCreated({ link, isCopied: await copyText(link.shortLink) })
    // What was typed meanwhile is the next link.
    setUrl((now) => (now === url ? '' : now))
    setKey((now) => (now === key ? '' : now))
    input.current?.focus()
  }
  const form = useSubmit(create)
  return (
    <section class="card quick" aria-label="Create a link">
      <form onSubmit={form.onSubmit}>
        <Icon name="links" />
        <input
          {...plainText}
          ref={input}
          inputMode="url"
          required
          aria-label="Destination"
          placeholder="Paste a URL and press Enter"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <input
          {...plainText}
          class="quick-key"
          aria-label="Key of the short link"
          placeholder="key (optional)"
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" kind="primary" disabled={form.isBusy}>
          Shorten
        </Button>
      </form>
      <Result created={created} error={form.error} />
    </section>
  )
}

function Result({ created, error }: { created: Created | null; error: Error | null }) {
  const { href } = useSession()
  return (
    <div class="quick-result" aria-live="polite">
      <FormError error={error} />
      {created && !error && (
        <p>
          <Icon name="check" />
          <a href={created.link.shortLink} target="_blank" rel="noreferrer" data-created={created.link.id}>
            {formatUrl(created.link.shortLink)}
          </a>
          <span class="muted">{created.isCopied ? 'is on the clipboard' : ''}</span>
          <CopyButton text={created.link.shortLink} />
          <a href={`${href('analytics')}?linkId=${created.link.id}`}>Analytics</a>
        </p>
      )}
    </div>
  )
}
