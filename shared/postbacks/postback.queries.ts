/** SQL of postbacks and of the data of their events. */
import { arrayLiteral } from '../kernel/db/array-literal.js'
import { isoInstant } from '../kernel/db/iso-instant.js'
import { clickIdTime } from '../kernel/ids.js'
import type { Scope } from '../kernel/scope.js'
import type { PartnerScope } from '../partner-accounts/index.js'
import type { PostbackTrigger } from './postback.schema.js'

/** Serialises changes of the partner's postbacks, and the events published to them, until the transaction ends. */
export async function lockPostbacks({ em, partner }: Pick<PartnerScope, 'em'> & { partner: { id: string } }): Promise<void> {
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

const linkJson = `json_build_object('id', links.id, 'shortLink', links.short_link, 'domain', links.domain, 'key', links.key)`
/** No personal data. */
const customerJson = `json_build_object('id', customers.id, 'country', customers.country, 'createdAt', ${isoInstant('customers.created_at')},
  'firstSaleAt', ${isoInstant('customers.first_sale_at')}, 'subscriptionCanceledAt', ${isoInstant('customers.subscription_canceled_at')})`

/** The data of commission events, without personal data. */
export const findCommissionData = (
  { em }: Pick<Scope, 'em'>,
  { programId, partnerId, commissionIds }: { programId: string; partnerId: string; commissionIds: readonly string[] },
): Promise<{ id: string; data: object }[]> =>
  em.execute(
    `select c.id, json_build_object('id', c.id, 'type', c.type, 'amount', c.amount, 'earnings', c.earnings, 'currency', c.currency,
       'status', c.status, 'description', c.description, 'quantity', c.quantity, 'createdAt', ${isoInstant('c.created_at')},
       'link', case when links.id is null then null else ${linkJson} end,
       'customer', case when customers.id is null then null else ${customerJson} end) as data
     from commissions c left join links on links.id = c.link_id left join customers on customers.id = c.customer_id
     where c.program_id = ? and c.partner_id = ? and c.id = any (?::text[]) order by c.id`,
    [programId, partnerId, arrayLiteral(commissionIds)],
  )

type ConversionData = { id: string; data: object }[]

/** Leads of a partner's links, without personal data. */
export const findLeadData = (scope: Pick<Scope, 'em'>, workspaceId: string, ids: readonly string[]): Promise<ConversionData> =>
  findConversions(scope, { workspaceId, ids, table: 'lead_events', more: '' })

/** Sales of a partner's links, without personal data. */
export const findSaleData = (scope: Pick<Scope, 'em'>, workspaceId: string, ids: readonly string[]): Promise<ConversionData> =>
  findConversions(scope, {
    workspaceId,
    ids,
    table: 'sale_events',
    more: `, 'sale', json_build_object('amount', e.amount, 'currency', e.currency)`,
  })

/** Without the address and the browser signature of the visitor. The times of the ids select partitions. */
const findConversions = (
  { em }: Pick<Scope, 'em'>,
  { workspaceId, ids, table, more }: { workspaceId: string; ids: readonly string[]; table: 'lead_events' | 'sale_events'; more: string },
): Promise<ConversionData> =>
  em.execute(
    `select e.id, json_build_object('eventName', e.event_name,
       'click', json_build_object('id', e.click_id, 'timestamp', ${isoInstant('e.clicked_at')}, 'url', e.url, 'country', e.country,
         'device', e.device, 'browser', e.browser, 'os', e.os, 'referer', e.referer),
       'link', ${linkJson}, 'customer', ${customerJson}${more}) as data
     from ${table} e join links on links.id = e.link_id join customers on customers.id = e.customer_id
     where e.workspace_id = ? and e.id = any (?::text[]) and e.timestamp = any (?::timestamptz[]) order by e.timestamp, e.id`,
    [workspaceId, arrayLiteral(ids), arrayLiteral(ids.map((id) => new Date(clickIdTime(id)).toISOString()))],
  )

/** Gives the postbacks of a merged account to the account that remains, except those that it has already. */
export async function movePostbacksOfMerged(
  { em }: Pick<Scope, 'em'>,
  { sourcePartnerId, targetPartnerId }: { sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await em.execute(
    `update webhooks w set partner_id = ? where partner_id = ?
       and not exists (select from webhooks own where own.partner_id = ? and own.url = w.url)`,
    [targetPartnerId, sourcePartnerId, targetPartnerId],
  )
  await em.execute('delete from webhooks where partner_id = ?', [sourcePartnerId])
}
