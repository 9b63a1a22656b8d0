import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, displayName, ensureCustomer, findCustomer } from '../../customers/index.js'
import { type Credit, creditLead } from '../attribution/credit-lead.js'
import type { ClickRow } from '../describe-click.js'
import type { TrackedLead, TrackLead } from './conversion-input.schema.js'
import { type ConvertedLink, isLeadClaimed, linkToCredit } from './conversion.queries.js'
import { clickNotFound, clickNotNamed, linkOfClickNotFound } from './errors.js'
import { findClick } from './find-click.js'
import { eventSlug, recordLead } from './record-lead.js'

/**
 * Records that somebody became known: their customer, and the lead unless it is deferred. Repeating a request changes nothing, and one that
 * was refused may be sent again: what happens once is claimed only where it happens.
 */
export async function trackLead(scope: InWorkspace, input: TrackLead): Promise<TrackedLead> {
  const known = await findCustomer(scope, { externalId: input.customerExternalId })
  const clickId = input.clickId || known?.clickId
  const recordsLead = input.mode !== 'deferred'
  if (known && recordsLead && (await isLeadClaimed(scope, known.id, eventSlug(input.eventName)))) return present(clickId ?? '', null, known)
  if (!clickId) throw clickNotNamed()

  const origin = await requireClick(scope, clickId)
  const customer = await customerOfClick(scope, input, origin)
  if (!recordsLead) return present(clickId, origin.link, customer)
  const at = scope.now()
  const credit = await creditLead(scope, customer, { ...origin, isNamed: input.clickId !== '' }, at)
  const isNew = await recordLead(scope, {
    customer,
    credit,
    eventName: input.eventName,
    quantity: input.eventQuantity ?? 1,
    metadata: input.metadata,
    at,
  })
  return isNew ? present(clickId, credit.link, customer, credit) : present(clickId, null, customer)
}

export interface Origin {
  click: ClickRow
  link: ConvertedLink
}

/** The click and its link; refuses unless both are this workspace's and the link leads somewhere. */
export async function requireClick(scope: InWorkspace, clickId: string): Promise<Origin> {
  const click = await findClick(scope, clickId)
  if (!click || click.workspace_id !== scope.workspace.id) throw clickNotFound(clickId)
  const link = await linkToCredit(scope, click.link_id)
  if (!link) throw linkOfClickNotFound()
  return { click, link }
}

type Person = Pick<TrackLead, 'customerExternalId' | 'customerName' | 'customerEmail' | 'customerAvatar'>

export function customerOfClick(scope: InWorkspace, person: Person, { click, link }: Origin): Promise<Customer> {
  return ensureCustomer(scope, {
    externalId: person.customerExternalId,
    name: person.customerName,
    email: person.customerEmail,
    avatar: person.customerAvatar,
    click: {
      clickId: click.id,
      clickedAt: click.timestamp,
      linkId: link.id,
      programId: link.programId,
      partnerId: link.partnerId,
      country: click.country === 'Unknown' ? null : click.country,
    },
  })
}

function present(clickId: string, link: ConvertedLink | null, customer: Customer, credit?: Credit): TrackedLead {
  const { email, avatar, externalId } = customer
  const attribution = credit ? { rule: credit.rule, clickId: credit.click.id, linkId: credit.link?.id ?? null } : null
  return { click: { id: clickId }, link, customer: { name: displayName(customer), email, avatar, externalId }, attribution }
}
