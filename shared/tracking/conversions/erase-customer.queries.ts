import type { CustomerDeletion } from '../../customers/index.js'
import type { Scope } from '../../kernel/scope.js'
import { deleteSegmentsOfClicks, lockSegmentBuildSql } from '../../rollups/index.js'
import type { KnownClick } from '../attribution/credit.js'
import { noteValuesSql } from '../deletion/erased-values.queries.js'

// All events of a customer get the same pseudonymous id, so that distinct visitors stay distinct.
const erasedVisitor = `ip = '', ua = '', latitude = '', longitude = '', identity_hash = encode(substring(sha256(?::bytea) for 8), 'hex')`

const erasedClick = `ip = '', user_agent = null, coordinates = null, identity_hash = substring(sha256(?::bytea) for 8)`

/** The known clicks of a customer: the first one, and those of leads and sales. */
const clicksOfCustomer = `
  select id, at from (
    select click_id as id, clicked_at as at from lead_events where customer_id = ? union select named_click_id, named_clicked_at
    from lead_events where customer_id = ?
    union select click_id, clicked_at from sale_events where customer_id = ? union select ?::text, ?::timestamptz
  ) as of_customer where id is not null`

type DeletedCustomer = Pick<CustomerDeletion, 'customerId' | 'click'>

const clickParameters = ({ customerId, click }: DeletedCustomer) => [
  customerId,
  customerId,
  customerId,
  click?.id ?? null,
  click?.at ?? null,
]

export async function findClicksOfCustomer({ em }: Scope, deleted: DeletedCustomer): Promise<KnownClick[]> {
  const rows: { id: string; at: Date | string }[] = await em.execute(clicksOfCustomer, clickParameters(deleted))
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }))
}

/** Erases IP address, user agent, exact location and metadata from those of the customer's events and clicks that are not erased. */
export async function eraseCustomerEvents({ em, now }: Scope, deleted: DeletedCustomer): Promise<void> {
  const { customerId } = deleted
  const clicks = `(select click_events.* from click_events join (${clicksOfCustomer}) as known using (id) where timestamp = known.at) as click`
  await em.execute(noteValuesSql(clicks), [now(), ...clickParameters(deleted)])
  await em.execute(lockSegmentBuildSql)
  const unerased = `(select * from ${clicks} where identity_hash <> substring(sha256(?::bytea) for 8)) as click`
  await em.execute(deleteSegmentsOfClicks(unerased), [...clickParameters(deleted), customerId])
  await em.execute(
    `update click_events set ${erasedClick} from (${clicksOfCustomer}) as clicks where click_events.id = clicks.id
     and timestamp = clicks.at and identity_hash <> substring(sha256(?::bytea) for 8)`,
    [customerId, ...clickParameters(deleted), customerId],
  )
  for (const table of ['lead_events', 'sale_events'])
    await em.execute(
      `update ${table} set ${erasedVisitor}, metadata = null
       where customer_id = ? and identity_hash <> encode(substring(sha256(?::bytea) for 8), 'hex')`,
      [customerId, customerId, customerId],
    )
}
