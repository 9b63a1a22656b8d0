/** SQL of postbacks and of the data of their events. */
import { arrayLiteral } from '../kernel/db/array-literal.js'
import { clickIdTime } from '../kernel/ids.js'
import type { Scope } from '../kernel/scope.js'
import type { PartnerScope } from '../partner-accounts/index.js'
import type { PostbackTrigger } from './postback.schema.js'

/** Serialises changes of the partner's postbacks until the transaction ends. */
export async function lockPostbacks({ em, partner }: PartnerScope): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`postbacks ${partner.id}`])
}

/** The enabled postbacks of a partner with this trigger. */
export const findSubscribedPostbacks = (
  { em }: Pick<Scope, 'em'>,
  partnerId: string,
  trigger: PostbackTrigger,
): Promise<{ id: string }[]> =>
  em.execute('select id from webhooks where partner_id = ? and disabled_at is null and triggers @> to_jsonb(?::text)', [partnerId, trigger])

/** The ids of events that were stored before: a job may run twice. */
export async function findStoredEventIds({ em }: Pick<Scope, 'em'>, ids: readonly string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute('select id from webhook_events where id = any (?::text[])', [arrayLiteral(ids)])
  return new Set(rows.map(({ id }) => id))
}

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const linkJson = `json_build_object('id', links.id, 'shortLink', links.short_link, 'domain', links.domain, 'key', links.key)`
/** No personal data. */
const customerJson = `json_build_object('id', customers.id, 'country', customers.country, 'createdAt', ${utc('customers.created_at')},
  'firstSaleAt', ${utc('customers.first_sale_at')}, 'subscriptionCanceledAt', ${utc('customers.subscription_canceled_at')})`

export interface ConversionData {
  partnerId: string
  link: object
  customer: object
}

/** Link and customer of a conversion of a partner's link; undefined for other links. */
export async function findConversionData(
  { em }: Pick<Scope, 'em'>,
  { workspaceId, linkId, customerId }: { workspaceId: string; linkId: string; customerId: string },
): Promise<ConversionData | undefined> {
  const rows: ConversionData[] = await em.execute(
    `select links.partner_id as "partnerId", ${linkJson} as link, ${customerJson} as customer
     from links join customers on customers.id = ? and customers.workspace_id = links.workspace_id
     where links.id = ? and links.workspace_id = ? and links.partner_id is not null`,
    [customerId, linkId, workspaceId],
  )
  return rows[0]
}

/** The data of commission events, without personal data. */
export const findCommissionData = (
  { em }: Pick<Scope, 'em'>,
  { programId, partnerId, commissionIds }: { programId: string; partnerId: string; commissionIds: readonly string[] },
): Promise<{ id: string; data: object }[]> =>
  em.execute(
    `select c.id, json_build_object('id', c.id, 'type', c.type, 'amount', c.amount, 'earnings', c.earnings, 'currency', c.currency,
       'status', c.status, 'description', c.description, 'quantity', c.quantity, 'createdAt', ${utc('c.created_at')},
       'link', case when links.id is null then null else ${linkJson} end,
       'customer', case when customers.id is null then null else ${customerJson} end) as data
     from commissions c left join links on links.id = c.link_id left join customers on customers.id = c.customer_id
     where c.program_id = ? and c.partner_id = ? and c.id = any (?::text[]) order by c.id`,
    [programId, partnerId, arrayLiteral(commissionIds)],
  )

export interface RecordedConversion {
  eventName: string
  click: object
}

/** Name and click of a lead or sale, without the address and browser signature of the visitor. The time selects one partition. */
export async function findRecordedConversion(
  { em }: Pick<Scope, 'em'>,
  table: 'lead_events' | 'sale_events',
  eventId: string,
): Promise<RecordedConversion | undefined> {
  const rows: RecordedConversion[] = await em.execute(
    `select event_name as "eventName", json_build_object('id', click_id, 'timestamp', ${utc('clicked_at')}, 'url', url, 'country', country,
       'device', device, 'browser', browser, 'os', os, 'referer', referer) as click
     from ${table} where id = ? and timestamp = ?`,
    [eventId, new Date(clickIdTime(eventId))],
  )
  return rows[0]
}
