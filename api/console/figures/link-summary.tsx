import { CopyButton } from '../kit/button.js'
import { formatUrl, safeHref } from '../kit/format.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

/** The link that analytics are about, with its destination. */
export function LinkSummary({ id }: { id: string }) {
  const { call } = useSession()
  const { value: link } = useLoad(id, (signal) => call('getLinkInfo', { query: { linkId: id } }, signal))
  return (
    <section class="card link-summary" aria-label="Link">
      {link ? (
        <>
          <div>
            <strong>{formatUrl(link.shortLink)}</strong>
            <CopyButton text={link.shortLink} label={`Copy ${formatUrl(link.shortLink)}`} />
          </div>
          <a href={safeHref(link.url)} target="_blank" rel="noreferrer">
            → {formatUrl(link.url)}
          </a>
        </>
      ) : (
        <span class="muted">{id}</span>
      )}
    </section>
  )
}
