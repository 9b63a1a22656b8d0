/** Why links of partners do not exist or cannot be opened, and the next step. */
import { useLoad } from '../../kit/use-load.js'
import { type Session, useSession } from '../../shell/session.js'

interface Notice {
  text: string
  page: string
  action: string
}

export function LinkDomainNotice({ programId }: { programId: string }) {
  const session = useSession()
  const { value } = useLoad(`domain of ${programId}`, (signal) => loadNotice(session, programId, signal))
  if (!value) return null
  return (
    <section class="card spaced stack" aria-label="Domain of the links">
      <p>{value.text}</p>
      <p>
        <a class="button plain" href={session.href(value.page)}>
          {value.action}
        </a>
      </p>
    </section>
  )
}

async function loadNotice({ call, access }: Session, programId: string, signal: AbortSignal): Promise<Notice | null> {
  const { domain } = await call('getProgram', { params: { programId } }, signal)
  if (domain === null)
    return {
      text: 'Partners have no links yet, because the program has no domain. Add a domain to the workspace, then choose it for the program.',
      page: 'program-settings',
      action: 'Choose a domain',
    }
  if (access('listDomains') !== 'allowed') return null
  const found = await call('listDomains', { query: { search: domain } }, signal)
  const isUnverified = found.some(({ slug, verified }) => slug === domain && !verified)
  const text = `Links of partners are on ${domain}, which is not verified: they may not open until its DNS records are found.`
  return isUnverified ? { text, page: 'domains', action: 'Show domains' } : null
}
