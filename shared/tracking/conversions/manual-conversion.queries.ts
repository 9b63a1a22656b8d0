import type { Scope } from '../../kernel/scope.js'
import { dimensionColumns } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { eventSlug } from './record-lead.js'

export interface LeadOfLink {
  id: string
  at: Date
  click: ClickRow
}

/**
 * The latest lead of the customer by the link, of that name (as a slug) or of any. Names are compared here: the database lowers other
 * letters, in the locale C only those of ASCII.
 */
export async function findLeadByLink({ em }: Scope, customerId: string, linkId: string, slug: string | null): Promise<LeadOfLink | null> {
  const rows: (ClickRow & { lead_id: string; lead_at: string; event_name: string })[] = await em.execute(
    `select id as lead_id, timestamp as lead_at, event_name, click_id as id, clicked_at as timestamp, ${dimensionColumns.join(', ')}
     from lead_events where customer_id = ? and link_id = ? order by lead_at desc, lead_id desc ${slug === null ? 'limit 1' : ''}`,
    [customerId, linkId],
  )
  const found = rows.find(({ event_name: name }) => slug === null || eventSlug(name) === slug)
  if (!found) return null
  const { lead_id: id, lead_at: at, event_name: _name, ...click } = found
  return { id, at: new Date(at), click: { ...click, timestamp: new Date(click.timestamp) } }
}

export async function isSaleStored({ em }: Scope, eventId: string, at: Date): Promise<boolean> {
  const rows = await em.execute('select 1 from sale_events where id = ? and timestamp = ?', [eventId, at])
  return rows.length > 0
}
