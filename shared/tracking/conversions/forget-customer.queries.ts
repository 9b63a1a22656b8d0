import type { Scope } from '../../kernel/scope.js'

// One stranger instead of the person: distinct visitors stay distinct.
const stranger = `ip = '', ua = '', latitude = '', longitude = '', identity_hash = encode(sha256(?::bytea), 'hex')`

/** Events of the customer and the clicks that led to them, without address, browser text, exact place and what the caller sent along. */
export async function forgetPerson({ em }: Scope, customerId: string, click: { id: string; at: string } | null): Promise<void> {
  await em.execute(
    `update click_events set ${stranger} from (select click_id, clicked_at from lead_events where customer_id = ? union select named_click_id, named_clicked_at from lead_events where customer_id = ? union select click_id, clicked_at from sale_events where customer_id = ?
       union select ?::text, ?::timestamptz) as of_customer
     where id = of_customer.click_id and timestamp = of_customer.clicked_at`,
    [customerId, customerId, customerId, customerId, click?.id ?? null, click?.at ?? null],
  )
  for (const table of ['lead_events', 'sale_events']) await em.execute(`update ${table} set ${stranger}, metadata = null where customer_id = ?`, [customerId, customerId])
}
