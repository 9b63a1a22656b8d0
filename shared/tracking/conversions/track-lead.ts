import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, displayName, ensureCustomer, findCustomer } from '../../customers/index.js'
import { type Credit, creditLead } from '../attribution/credit-lead.js'
import type { ClickRow } from '../enrich-click.js'
import type { TrackedLead, TrackLead } from './conversion-input.schema.js'
import { type ConvertedLink, isLeadClaimed, findCreditableLink } from './conversion.queries.js'
import { clickNotFound, clickIdMissing, linkOfClickNotFound } from './errors.js'
import { findClick } from './find-click.js'
import { eventSlug, recordLead } from './record-lead.js'

/**
 * Records a lead and its customer; a deferred lead only creates the customer. Idempotent: a lead is claimed in the transaction that stores
 * it, so a rejected request can be repeated.
 */
export async function trackLead(scope: InWorkspace, input: TrackLead): Promise<TrackedLead> {
  const existing = await findCustomer(scope, { externalId: input.customerExternalId })
  const clickId = input.clickId || existing?.clickId
  const recordsLead = input.mode !== 'deferred'
  if (existing && recordsLead && (await isLeadClaimed(scope, existing.id, eventSlug(input.eventName))))
    return present(clickId ?? '', null, existing)
  if (!clickId) throw clickIdMissing()

  const clickWithLink = await requireClick(scope, clickId)
  const customer = await ensureCustomerOfClick(scope, input, clickWithLink)
  if (!recordsLead) return present(clickId, clickWithLink.link, customer)
  const at = scope.now()
  const credit = await creditLead(scope, customer, { ...clickWithLink, isNamed: input.clickId !== '' }, at)
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

export interface ClickWithLink {
  click: ClickRow
  link: ConvertedLink
}

/** Returns the click and its link; throws unless both belong to this workspace and the link is active. */
export async function requireClick(scope: InWorkspace, clickId: string): Promise<ClickWithLink> {
  const click = await findClick(scope, clickId)
  if (!click || click.workspace_id !== scope.workspace.id) throw clickNotFound(clickId)
  const link = await findCreditableLink(scope, click.link_id)
  if (!link) throw linkOfClickNotFound()
  return { click, link }
}

type CustomerInput = Pick<TrackLead, 'customerExternalId' | 'customerName' | 'customerEmail' | 'customerAvatar'>

export function ensureCustomerOfClick(scope: InWorkspace, input: CustomerInput, { click, link }: ClickWithLink): Promise<Customer> {
  return ensureCustomer(scope, {
    externalId: input.customerExternalId,
    name: input.customerName,
    email: input.customerEmail,
    avatar: input.customerAvatar,
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
