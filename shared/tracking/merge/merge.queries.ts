import type { InWorkspace } from '../../accounts/index.js'

/** Afterwards what one customer did is what the other did. Of leads that both had each stays, and either forbids another of its name. */
export async function handOverEvents({ em }: InWorkspace, from: string, to: string): Promise<void> {
  for (const table of ['lead_events', 'sale_events'])
    await em.execute(`update ${table} set customer_id = ? where customer_id = ?`, [to, from])
  await em.execute(
    'insert into lead_claims (customer_id, event, event_id) select ?, event, event_id from lead_claims where customer_id = ? on conflict do nothing',
    [to, from],
  )
}
