import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, ensureCustomer, findCustomer } from '../../customers/index.js'
import { inTransaction, isInTransaction } from '../../kernel/scope.js'
import { creditLead } from '../attribution/credit-lead.js'
import type { TrackedLead, TrackLead } from './conversion-input.schema.js'
import { findCreditableLink, isLeadClaimed } from './conversion.queries.js'
import { type ClickWithLink, customerOfClick, type CustomerInput } from './customer-of-click.js'
import { clickNotFound, clickIdMissing, linkOfClickNotFound } from './errors.js'
import { findClick } from './find-click.js'
import { presentLead } from './present-conversion.js'
import { eventSlug, recordLead } from './record-lead.js'
import { trackLeadInBatch } from './track-lead-batch.js'

/**
 * Records a lead and its customer; a deferred lead only creates the customer. Idempotent: a lead is claimed in the transaction that stores
 * it, so a rejected request can be repeated. Ordinary leads of concurrent requests share a transaction.
 */
export async function trackLead(scope: InWorkspace, input: TrackLead): Promise<TrackedLead> {
  if (isInTransaction(scope)) return trackLeadInTransaction(scope, input)
  return (await trackLeadInBatch(scope, input)) ?? inTransaction(scope, () => trackLeadInTransaction(scope, input))
}

async function trackLeadInTransaction(scope: InWorkspace, input: TrackLead): Promise<TrackedLead> {
  const existing = await findCustomer(scope, { externalId: input.customerExternalId })
  const clickId = input.clickId || existing?.clickId
  const recordsLead = input.mode !== 'deferred'
  if (existing && recordsLead && (await isLeadClaimed(scope, existing.id, eventSlug(input.eventName))))
    return presentLead(clickId ?? '', null, existing)
  if (!clickId) throw clickIdMissing()

  const clickWithLink = await requireClick(scope, clickId)
  const customer = await ensureCustomerOfClick(scope, input, clickWithLink)
  if (!recordsLead) return presentLead(clickId, clickWithLink.link, customer)
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
  return isNew ? presentLead(clickId, credit.link, customer, credit) : presentLead(clickId, null, customer)
}

/** Returns the click and its link; throws unless both belong to this workspace and the link is active. */
export async function requireClick(scope: InWorkspace, clickId: string): Promise<ClickWithLink> {
  const click = await findClick(scope, clickId)
  if (!click || click.workspace_id !== scope.workspace.id) throw clickNotFound(clickId)
  const link = await findCreditableLink(scope, click.link_id)
  if (!link) throw linkOfClickNotFound()
  return { click, link }
}

export const ensureCustomerOfClick = (scope: InWorkspace, input: CustomerInput, found: ClickWithLink): Promise<Customer> =>
  ensureCustomer(scope, customerOfClick(input, found))
