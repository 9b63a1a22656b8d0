/** Renewal of domains that were registered through this installation: two weeks before they end, after three reminders. */
import { LockMode } from '@mikro-orm/postgresql'
import { claimEmails, membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope, type Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { Domain } from '../domain.entity.js'
import {
  notRegistered,
  orderInProgress,
  registrarFailed,
  renewalPriceUnknown,
  renewalTooExpensive,
  renewedAlready,
  UnansweredOrder,
} from '../errors.js'
import { renewalOrderMs } from '../limits.js'
import { openRegistrar, type Registrar } from './registrar.js'

/** Days before the end of the registration. */
const reminderDays = [30, 23, 16]
const renewalDays = 14
/** A renewal by itself may cost this much more than the price when the domain was registered. If either is not known, nothing is paid. */
const maxPriceRise = 1.5
/** Registrars take expired domains back for about this long. */
const graceDays = 30
/** Further attempts follow every day; owners learn of the first one in a week. */
const failureIntervalMs = days(7)

type Registered = Domain & { registrationEndsAt: Date }

/**
 * Pays for another year, whether or not the domain renews by itself, and returns the new end. The end at the registrar counts: if a former
 * order went through although its answer was lost, nothing is paid again. Requires that no transaction is open. Throws `not_found` for a
 * domain that was registered elsewhere, `conflict` for one that is paid for more than a year or whose renewal is in progress, and
 * `unprocessable_entity` if it costs more than `maxPrice` cents, or if `maxPrice` (null) or the price is not known.
 */
export async function renewDomain(scope: Scope, slug: string, { maxPrice }: { maxPrice?: number | null | undefined } = {}): Promise<Date> {
  const registrar = openRegistrar(scope)
  const { id, registrationEndsAt: known } = await claimRenewal(scope, slug)
  try {
    const endsAt = await payForYear(registrar, { slug, known, now: scope.now().getTime(), maxPrice })
    await update(scope, id, { registrationEndsAt: endsAt, orderedAt: null, updatedAt: scope.now() })
    return endsAt
  } catch (error) {
    // After an unclear answer, the registrar gets some minutes to show the new end, so that the next attempt sees it.
    if (!(error instanceof UnansweredOrder)) await update(scope, id, { orderedAt: null })
    throw error
  }
}

/** Only one caller at a time may order a renewal. */
async function claimRenewal(scope: Scope, slug: string): Promise<Registered> {
  const fork = forkScope(scope)
  return inTransaction(fork, async () => {
    const registered = { slug, registrationEndsAt: { $ne: null } }
    const domain = (await fork.em.findOne(Domain, registered, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })) as Registered | null
    if (!domain) throw notRegistered(slug)
    const now = fork.now()
    if (domain.registrationEndsAt.getTime() > now.getTime() + days(365)) throw renewedAlready(slug)
    if (domain.orderedAt && domain.orderedAt.getTime() > now.getTime() - renewalOrderMs) throw orderInProgress(slug)
    domain.orderedAt = now
    return domain
  })
}

async function payForYear(
  registrar: Registrar,
  { slug, known, now, maxPrice }: { slug: string; known: Date; now: number; maxPrice: number | null | undefined },
): Promise<Date> {
  const current = await registrar.endOf(slug)
  if (!current) throw registrarFailed('it does not know the domain')
  if (current.getTime() > known.getTime() + days(1)) return current
  if (maxPrice !== undefined) {
    const price = await registrar.renewalPriceOf(slug)
    if (maxPrice === null || price === null) throw renewalPriceUnknown(slug)
    if (price > maxPrice) throw renewalTooExpensive(slug, price)
  }
  return new Date((await registrar.renew(slug)).expiration ?? Math.max(now, known.getTime()) + days(365))
}

async function update(scope: Scope, id: string, change: Partial<Pick<Domain, 'registrationEndsAt' | 'orderedAt' | 'updatedAt'>>) {
  const fork = forkScope(scope)
  await inTransaction(fork, async () => void (await fork.em.nativeUpdate(Domain, { id }, change)))
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
    if (left <= renewalDays) await renewOrReport(scope, domain)
    else await inOwnTransaction(scope, (fork) => remind(fork, domain, left))
  }
}

/** Each reminder goes out once, also when the job could not run on its day. */
async function remind(scope: JobScope, domain: Registered, left: number): Promise<void> {
  const due = reminderDays.findLast((day) => left <= day)
  if (due === undefined) return
  const chargeAt = new Date(domain.registrationEndsAt.getTime() - days(renewalDays))
  await emailOwners(scope, domain, {
    kind: `domains.renewal-in-${due}-days`,
    subject: `${domain.slug} renews soon`,
    text: `The registration of ${domain.slug} ends on ${dayOf(domain.registrationEndsAt)}. It is renewed for another year on ${dayOf(chargeAt)}.`,
    notSince: new Date(scope.now().getTime() - days(60)),
  })
}

async function renewOrReport(scope: JobScope, domain: Registered): Promise<void> {
  try {
    const { renewalFee } = domain
    const maxPrice = renewalFee ? Math.round(renewalFee * maxPriceRise) : null
    const endsAt = await renewDomain(scope, domain.slug, { maxPrice })
    await inOwnTransaction(scope, (fork) =>
      emailOwners(fork, domain, {
        kind: 'domains.renewed',
        subject: `${domain.slug} was renewed`,
        text: `The registration of ${domain.slug} now ends on ${dayOf(endsAt)}.`,
        notSince: new Date(fork.now().getTime() - days(60)),
      }),
    )
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
