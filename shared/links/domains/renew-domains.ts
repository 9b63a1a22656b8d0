/** Renewal of domains that were registered through this installation: two weeks before they end, after three reminders. */
import { claimEmails, membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope, type Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { Domain } from '../domain.entity.js'
import { notRegistered } from '../errors.js'
import { openRegistrar } from './registrar.js'

/** Days before the end of the registration. */
const reminderDays = [30, 23, 16]
const renewalDays = 14
/** Registrars take expired domains back for about this long. */
const graceDays = 30
/** Further attempts follow every day; owners learn of the first one in a week. */
const failureIntervalMs = days(7)

type Registered = Domain & { registrationEndsAt: Date }

/** Pays for another year, whether or not the domain renews by itself. Throws `not_found` for a domain that was registered elsewhere. */
export async function renewDomain(scope: Pick<Scope, 'em' | 'config' | 'guardedClient' | 'now'>, slug: string): Promise<Date> {
  const domain = await scope.em.findOne(Domain, { slug, registrationEndsAt: { $ne: null } })
  if (!domain) throw notRegistered(slug)
  const { expiration } = await openRegistrar(scope).renew(slug)
  const from = Math.max(scope.now().getTime(), (domain as Registered).registrationEndsAt.getTime())
  const endsAt = new Date(expiration ?? from + days(365))
  await scope.em.nativeUpdate(Domain, { id: domain.id }, { registrationEndsAt: endsAt, updatedAt: scope.now() })
  return endsAt
}

/** Sends the reminders of today and renews what is due. Each domain in a transaction of its own; without a registrar, nothing happens. */
export async function renewDomains(scope: JobScope): Promise<void> {
  if (!scope.config.dynadot.apiKey) return
  const now = scope.now().getTime()
  const ending = await scope.em.find(Domain, {
    registrationEndsAt: { $gt: new Date(now - days(graceDays)), $lt: new Date(now + days(Math.max(...reminderDays) + 1)) },
    autoRenewalDisabledAt: null,
    deletedAt: null,
  })
  for (const domain of ending as Registered[]) {
    const left = Math.floor((domain.registrationEndsAt.getTime() - now) / days(1))
    if (reminderDays.includes(left)) await inOwnTransaction(scope, (fork) => remind(fork, domain, left))
    else if (left <= renewalDays) await renewOrReport(scope, domain)
  }
}

async function remind(scope: JobScope, domain: Registered, left: number): Promise<void> {
  const chargeAt = new Date(domain.registrationEndsAt.getTime() - days(renewalDays))
  await emailOwners(scope, domain, {
    kind: `domains.renewal-in-${left}-days`,
    subject: `${domain.slug} renews soon`,
    text: `The registration of ${domain.slug} ends on ${dayOf(domain.registrationEndsAt)}. It is renewed for another year on ${dayOf(chargeAt)}.`,
    notSince: new Date(scope.now().getTime() - days(60)),
  })
}

async function renewOrReport(scope: JobScope, domain: Registered): Promise<void> {
  try {
    await inOwnTransaction(scope, async (fork) => {
      const endsAt = await renewDomain(fork, domain.slug)
      await emailOwners(fork, domain, {
        kind: 'domains.renewed',
        subject: `${domain.slug} was renewed`,
        text: `The registration of ${domain.slug} now ends on ${dayOf(endsAt)}.`,
        notSince: new Date(fork.now().getTime() - days(60)),
      })
    })
  } catch (error) {
    scope.log.error({ err: error, domain: domain.slug }, 'a domain could not be renewed, retrying tomorrow')
    await inOwnTransaction(scope, (fork) =>
      emailOwners(fork, domain, {
        kind: 'domains.renewal-failed',
        subject: `${domain.slug} could not be renewed`,
        text: `The registration of ${domain.slug} ends on ${dayOf(domain.registrationEndsAt)}. Its renewal failed and is tried again every day.`,
        notSince: new Date(fork.now().getTime() - failureIntervalMs),
      }),
    )
  }
}

function inOwnTransaction(scope: JobScope, work: (fork: JobScope) => Promise<void>): Promise<void> {
  const fork = forkScope(scope)
  return inTransaction(fork, () => work(fork))
}

interface OwnerEmail {
  kind: string
  subject: string
  text: string
  notSince: Date
}

async function emailOwners(scope: JobScope, { id, workspaceId }: Domain, { kind, notSince, ...message }: OwnerEmail): Promise<void> {
  if (!workspaceId || (await claimEmails(scope, { kind, subjects: [id], notSince })).size === 0) return
  for (const to of await membersToNotify(scope, workspaceId, { roles: ['owner'] })) scope.enqueue(sendEmailJob, { to, ...message })
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
