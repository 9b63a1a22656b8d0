import type { CustomerDeletion } from '../../customers/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { KnownClick } from '../attribution/credit.js'

// One stranger instead of the person: distinct visitors stay distinct.
const stranger = `ip = '', ua = '', latitude = '', longitude = '', identity_hash = encode(sha256(?::bytea), 'hex')`

/** The clicks that are known of a deleted customer: that by which they were known, and those of their leads and sales. */
const clicksOfPerson = `
  select id, at from (
    select click_id as id, clicked_at as at from lead_events where customer_id = ? union select named_click_id, named_clicked_at from lead_events where customer_id = ?
    union select click_id, clicked_at from sale_events where customer_id = ? union select ?::text, ?::timestamptz
  ) as of_customer where id is not null`

type Deleted = Pick<CustomerDeletion, 'customerId' | 'click'>

const named = ({ customerId, click }: Deleted) => [customerId, customerId, customerId, click?.id ?? null, click?.at ?? null]

export async function clicksOfDeleted({ em }: Scope, deleted: Deleted): Promise<KnownClick[]> {
  const rows: { id: string; at: Date | string }[] = await em.execute(clicksOfPerson, named(deleted))
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }))
}

/** Events of the customer and the clicks that led to them, without address, browser text, exact place and what the caller sent along. */
export async function forgetPerson({ em }: Scope, deleted: Deleted): Promise<void> {
  const { customerId } = deleted
  await em.execute(
    `update click_events set ${stranger} from (${clicksOfPerson}) as known where click_events.id = known.id and timestamp = known.at`,
    [customerId, ...named(deleted)],
  )
  for (const table of ['lead_events', 'sale_events'])
    await em.execute(`update ${table} set ${stranger}, metadata = null where customer_id = ?`, [customerId, customerId])
}
