/** The links of the partner, and a form for another one. */
import { useState } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { copyOrFail } from '../../console/kit/clipboard.js'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { FormError } from '../../console/kit/form-error.js'
import { formatCount, formatUrl } from '../../console/kit/format.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useSubmit } from '../../console/kit/use-submit.js'
import { isActive } from '../../portal/shell/program.js'
import { type Overview, useCall } from './client.js'

type Link = Output<'listEmbedLinks'>[number]

export function Links({ overview: { group, partner } }: { overview: Overview }) {
  const call = useCall()
  const { value, error, reload } = useLoad('links', (signal) => call('listEmbedLinks', {}, signal))
  return (
    <section class="card" aria-label="Your links">
      <h2>Your links</h2>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={2} />}
      {value?.length === 0 && <p class="muted">You have no links yet.</p>}
      <ul class="embed-rows">
        {value?.map((link) => (
          <Row key={link.id} link={link} />
        ))}
      </ul>
      {group.canChooseUrl && isActive(partner) && <LinkForm onCreated={reload} />}
    </section>
  )
}

function Row({ link: { shortLink, clicks, leads, sales } }: { link: Link }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await copyOrFail(shortLink)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 2000)
  }
  return (
    <li>
      <div>
        <strong>{formatUrl(shortLink)}</strong>
        <small class="muted">
          {formatCount(clicks, 'click')}, {formatCount(leads, 'lead')}, {formatCount(sales, 'sale')}
        </small>
      </div>
      <Button kind="primary" label={`Copy ${shortLink}`} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </li>
  )
}

function LinkForm({ onCreated }: { onCreated: () => void }) {
  const call = useCall()
  const [url, setUrl] = useState('')
  const form = useSubmit(async () => {
    await call('createEmbedLink', { body: { url } })
    setUrl('')
    onCreated()
  })
  return (
    <form class="embed-form" onSubmit={form.onSubmit}>
      <input
        type="url"
        required
        aria-label="Destination"
        placeholder="https://"
        value={url}
        onInput={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Button type="submit" disabled={form.isBusy}>
        Create link
      </Button>
      <FormError error={form.error} />
    </form>
  )
}
