/** SQL of crediting a lead as it happens. */
import type { Customer } from '../../customers/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { KnownClick } from './credit.js'

/** Clicks that are known of the customer: the first, and those that came with leads. The customer is locked, so no lead is being written. */
export async function clicksOfCustomer({ em }: Scope, { id, clickId, clickedAt }: Customer): Promise<KnownClick[]> {
  const rows: KnownClick[] = await em.execute('select distinct coalesce(named_click_id, click_id) as id, coalesce(named_clicked_at, clicked_at) as at from lead_events where customer_id = ?', [id])
  const known = new Map(rows.map((click) => [click.id, { id: click.id, at: new Date(click.at) }]))
  if (clickId && clickedAt) known.set(clickId, { id: clickId, at: clickedAt })
  return [...known.values()]
}
