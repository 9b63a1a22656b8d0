/** A program at a glance: the main link, the terms, and what the partner achieved. */
import { urlOf } from '../../console/api-client.js'
import { PeriodSelect, periodQuery } from '../../console/figures/period.js'
import { CopyButton } from '../../console/kit/button.js'
import { ExportButton } from '../../console/kit/export-button.js'
import { formatMoney, formatUrl, safeHref } from '../../console/kit/format.js'
import { Icon } from '../../console/kit/icon.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { useQuery } from '../../console/shell/router.js'
import { Activities } from '../kit/activities.js'
import { LinkBreakdown } from '../kit/link-breakdown.js'
import { ProgramFigures } from '../kit/program-figures.js'
import { programPath } from '../shell/portal.js'
import { type OpenProgram, useProgram } from '../shell/program.js'
import { discountSentence, rewardSentence } from '../terms.js'
import { InviteButtons } from './programs.js'

export function ProgramHomePage() {
  const own = useProgram()
  const [query] = useQuery()
  const { program } = own
  return (
    <>
      <PageHeader title={program.name} description={program.description ?? undefined}>
        <PeriodSelect />
        <ExportEvents programId={own.programId} query={query} />
      </PageHeader>
      <StatusNote own={own} />
      <MainLink own={own} />
      <ProgramFigures programId={own.programId} period={periodQuery(query)} />
      <div class="cards">
        <LinkBreakdown programId={own.programId} period={periodQuery(query)} />
        <Terms own={own} />
        <Activities programId={own.programId} />
      </div>
    </>
  )
}

/** The events of the shown measure, in the shown period. */
function ExportEvents({ programId, query }: { programId: string; query: Record<string, string> }) {
  const event = query.measure === 'leads' || query.measure === 'sales' ? query.measure : 'clicks'
  const url = urlOf('exportOwnEvents', { params: { programId }, query: { event, ...periodQuery(query) } }, null)
  return <ExportButton url={url} fileName="events.csv" label="Export events" isEmailed />
}

const notes: Partial<Record<OpenProgram['status'], string>> = {
  pending: 'The program is reviewing your application. You get an email about its decision.',
  rejected: 'The program did not accept your application.',
  declined: 'You declined the invite of this program.',
  deactivated: 'Your participation has ended. Your links no longer count; what you earned is still paid.',
  banned: 'The program has banned you. Your links no longer work.',
}

function StatusNote({ own }: { own: OpenProgram }) {
  const note = notes[own.status]
  if (own.status === 'invited')
    return (
      <section class="card due" aria-label="Invite">
        <p>{own.program.name} invites you to its partner program.</p>
        <InviteButtons own={own} onAnswered={own.reload} />
      </section>
    )
  return note ? (
    <section class="card due" aria-label="Status">
      <p>{note}</p>
    </section>
  ) : null
}

function MainLink({ own: { links, program } }: { own: OpenProgram }) {
  const [link] = links
  if (!link) return null
  return (
    <section class="card main-link" aria-label="Your link">
      <Icon name="links" />
      <a href={link.shortLink} target="_blank" rel="noreferrer">
        {formatUrl(link.shortLink)}
      </a>
      <CopyButton text={link.shortLink} label={`Copy ${formatUrl(link.shortLink)}`} />
      <a class="all-links" href={programPath(program.slug, 'links')}>
        All links
      </a>
    </section>
  )
}

function Terms({ own }: { own: OpenProgram }) {
  const { program, rewards, discount, discountCodes } = own
  const addresses = [
    { label: 'Website', href: program.url },
    { label: 'Terms', href: program.termsUrl },
    { label: 'Help', href: program.helpUrl },
  ]
  return (
    <section class="card terms" aria-label="Terms">
      <h2>What you earn</h2>
      {rewards.length === 0 && <p class="muted">The program has no rewards at the moment.</p>}
      <ul class="rewards">
        {rewards.map((reward) => (
          <li key={reward.id} title={reward.tooltipDescription ?? undefined}>
            <Icon name="check" />
            {rewardSentence(reward)}
          </li>
        ))}
        {discount && (
          <li>
            <Icon name="check" />
            {discountSentence(discount)}
          </li>
        )}
      </ul>
      {discountCodes.map(({ code }) => (
        <p key={code} class="secret">
          <span>
            Discount code <code>{code}</code>
          </span>
          <CopyButton text={code} label={`Copy the code ${code}`} />
        </p>
      ))}
      <p class="muted">
        {program.minPayoutAmount > 0 ? `Payouts begin at ${formatMoney(program.minPayoutAmount)}. ` : 'There is no minimum for payouts. '}
        {program.supportEmail && <a href={`mailto:${program.supportEmail}`}>Contact the program</a>}
      </p>
      <p class="links-row">
        {addresses.map(
          ({ label, href }) =>
            href &&
            safeHref(href) && (
              <a key={label} href={safeHref(href)} target="_blank" rel="noreferrer">
                {label}
              </a>
            ),
        )}
      </p>
    </section>
  )
}
