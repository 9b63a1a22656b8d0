import type { InWorkspace } from '../../accounts/index.js'

/**
 * Moves all events of one customer to the other. If both have a lead of the same name, both leads stay, and either claim prevents another
 * one.
 */
export async function reassignEvents({ em }: InWorkspace, from: string, to: string): Promise<void> {
  for (const table of ['lead_events', 'sale_events'])
    await em.execute(`update ${table} set customer_id = ? where customer_id = ?`, [to, from])
  await em.execute(
    `insert into lead_claims (customer_id, event, event_id) select ?, event, event_id from lead_claims where customer_id = ?
     on conflict do nothing`,
    [to, from],
  )
}
