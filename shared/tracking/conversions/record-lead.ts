import type { Customer } from '../../customers/index.js'
import { clickIdTime, newClickId } from '../../kernel/ids.js'
import type { ClickRow } from '../describe-click.js'
import { havePartition } from '../event-partitions.js'
import { claimLead, type ConversionRow, countLeads, type InWorkspace, insertLeads } from './conversion.queries.js'
import { leadRecorded } from './events.js'
import { tellOfConversion } from './tell-of-conversion.js'

export interface Lead {
  customer: Pick<Customer, 'id'>
  click: ClickRow
  eventName: string
  quantity: number
  metadata: Record<string, unknown> | null
}

/** `Sign up` and `sign UP` are one event. */
export const eventSlug = (name: string) => name.toLowerCase().replace(/\s+/g, '-')

/** Stores the lead and counts it, or answers false because the customer has one of that name. */
export async function recordLead(scope: InWorkspace, { customer, click, eventName, quantity, metadata }: Lead): Promise<boolean> {
  const now = scope.now()
  await havePartition(scope.pool, 'lead_events', now)
  const rows = Array.from({ length: quantity }, (): ConversionRow => ({ ...conversionOf(click, customer.id, now), event_name: eventName, metadata }))
  const [first] = rows as [ConversionRow]
  if (!(await claimLead(scope, customer.id, eventSlug(eventName), first.id))) return false

  await insertLeads(scope, rows)
  await countLeads(scope, click.link_id, quantity, now)
  await tellOfConversion(scope, 'lead.created', { eventName, customerId: customer.id, linkId: click.link_id, click, row: click, metadata })
  scope.announce(leadRecorded, { workspaceId: scope.workspace.id, eventId: first.id, customerId: customer.id, linkId: click.link_id, clickId: click.id, quantity })
  return true
}

/** An event's row as far as its click says it. Its id carries its time, so that one month is read to find it. */
export function conversionOf(click: ClickRow, customerId: string, now: Date): Omit<ConversionRow, 'event_name' | 'metadata'> {
  const id = newClickId(now.getTime())
  return { ...click, id, timestamp: new Date(clickIdTime(id)), click_id: click.id, clicked_at: click.timestamp, customer_id: customerId }
}
