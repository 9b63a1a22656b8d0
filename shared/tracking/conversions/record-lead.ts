import type { z } from 'zod'
import type { InWorkspace } from '../../accounts/index.js'
import type { Customer } from '../../customers/index.js'
import { clickIdTime, newClickId } from '../../kernel/ids.js'
import type { Credit } from '../attribution/credit-lead.js'
import type { ClickRow } from '../enrich-click.js'
import { ensureEventPartition } from '../event-partitions.js'
import { claimLead, type ConversionRow, addToLeadCounters, insertLeads, type LeadRow } from './conversion.queries.js'
import { leadRecorded } from './events.js'
import { publishConversionEvent } from './publish-conversion-event.js'

export interface Lead {
  customer: Pick<Customer, 'id'>
  credit: Credit
  eventName: string
  quantity: number
  metadata: Record<string, unknown> | null
  at: Date
  /** What a customer has one lead of: by default the name of the event. */
  claim?: string
  /** It happened before, elsewhere: no webhook event and no domain event is published. */
  isHistoric?: boolean
}

/** Normalizes an event name: `Sign up` and `sign UP` are the same event. */
export const eventSlug = (name: string) => name.toLowerCase().replace(/\s+/g, '-')

/** Stores and counts the lead. Returns false if the customer already has a lead of that name. */
export async function recordLead(scope: InWorkspace, lead: Lead): Promise<boolean> {
  const { customer, credit, eventName, quantity, metadata, at, claim = eventSlug(eventName), isHistoric = false } = lead
  const { click } = credit
  await ensureEventPartition(scope.pool, 'lead_events', at)
  const rows = leadRows(lead)
  const [first] = rows as [LeadRow]
  if (!(await claimLead(scope, customer.id, claim, first.id))) return false

  await insertLeads(scope, rows)
  await addToLeadCounters(scope, click.link_id, quantity, at)
  if (isHistoric) return true
  await publishConversionEvent(scope, 'lead.created', {
    eventName,
    customerId: customer.id,
    linkId: click.link_id,
    click,
    row: click,
    metadata,
  })
  scope.announce(leadRecorded, leadRecordedPayload(scope.workspace.id, rows))
  return true
}

/** One row per lead of the quantity. */
export function leadRows({ customer, credit: { click, named, rule }, eventName, quantity, metadata, at }: Lead): LeadRow[] {
  return Array.from({ length: quantity }, () => ({
    ...toConversion(click, customer.id, at),
    event_name: eventName,
    metadata,
    named_click_id: named?.id ?? null,
    named_clicked_at: named?.at ?? null,
    attributed_by: rule,
  }))
}

export function leadRecordedPayload(workspaceId: string, rows: readonly LeadRow[]): z.infer<typeof leadRecorded.payload> {
  const [{ id: eventId, customer_id: customerId, link_id: linkId, click_id: clickId }] = rows as [LeadRow]
  return { workspaceId, eventId, customerId, linkId, clickId, quantity: rows.length }
}

/** The columns of an event that come from its click. The id contains the time, so that one month is read to find it. */
export function toConversion(click: ClickRow, customerId: string, now: Date): Omit<ConversionRow, 'event_name' | 'metadata'> {
  const id = newClickId(now.getTime())
  return { ...click, id, timestamp: new Date(clickIdTime(id)), click_id: click.id, clicked_at: click.timestamp, customer_id: customerId }
}
