import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'

export interface ConversionRow {
  commissionId: string
  type: 'lead' | 'sale'
  eventId: string
  customerId: string
  linkId: string | null
  partnerEmail: string | null
  customerEmail: string | null
  isFirst: boolean
  referer: string | null
  url: string | null
  utmCampaign: string | null
}

/** The leads and sales that earned the commissions, with their clicks. */
export async function conversionsOfCommissions(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  commissionIds: readonly string[],
): Promise<ConversionRow[]> {
  const click = (column: string) => `coalesce(l.${column}, s.${column})`
  return em.execute(
    `select c.id as "commissionId", c.type, c.event_id as "eventId", c.customer_id as "customerId", c.link_id as "linkId",
       partners.email as "partnerEmail", customers.email as "customerEmail",
       c.type = 'lead' or not coalesce(s.recurring, false) as "isFirst",
       ${click('referer_url')} as referer, ${click('url')} as url, ${click('utm_campaign')} as "utmCampaign"
     from commissions c
     join partners on partners.id = c.partner_id
     join customers on customers.id = c.customer_id
     left join lead_events l on c.type = 'lead' and l.id = c.event_id and l.timestamp = c.created_at
     left join sale_events s on c.type = 'sale' and s.id = c.event_id and s.timestamp = c.created_at
     where c.id = any (?::text[]) and c.program_id = ? and c.partner_id = ? and c.type in ('lead', 'sale')
       and c.event_id is not null
     order by c.id`,
    [arrayLiteral(commissionIds), programId, partnerId],
  )
}

/** Whether another customer of the partner has an address with the domain. */
export async function hasOtherCustomerWithDomain(
  { em }: Scope,
  { partnerId, programId }: PartnerRef,
  { customerId, domain }: { customerId: string; domain: string },
): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from customers
     where partner_id = ? and program_id = ? and split_part(lower(email), '@', 2) = ? and email is not null and id <> ? limit 1`,
    [partnerId, programId, domain, customerId],
  )
  return rows.length > 0
}
