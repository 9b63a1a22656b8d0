/**
 * Finds leads and sales that must have earned a commission and have none. An event counts only where that is certain from the stored data:
 * nothing about enrolment, reward, link, attribution or earlier commissions changed since it happened, and the reward has no conditions and
 * no spend limit.
 */
import { manualAgentPrefix } from '../../tracking/index.js'
import type { CounterTable } from './counter-table.queries.js'
import { ofPrograms } from './earnings-counters.queries.js'

const isCertain = `e.status in ('approved', 'archived', 'invited')
  and r.deleted_at is null and r.modifiers is null and r.spend_limit_amount is null
  and event.timestamp > greatest(e.updated_at, r.updated_at, links.updated_at,
    (select attribution_recomputed_at from workspaces where id = $1))`

const isPending = `exists (
  select from pending_earnings p where p.program_id = e.program_id and p.partner_id = e.partner_id and p.event_id = event.id)`

const commissionsOfCustomer = (type: 'lead' | 'sale') => `from commissions c
  where c.customer_id = event.customer_id and c.partner_id = e.partner_id and c.program_id = e.program_id and c.type = '${type}'`

/** The first lead of a customer earns, unless it was entered for a sale or imported. */
const missingLeads = `
  select distinct on (e.id, event.customer_id) e.partner_id, 'lead' as type, event.id as event_id
  from rows e join rewards r on r.id = e.lead_reward_id
  join links on links.program_id = e.program_id and links.partner_id = e.partner_id
  join lead_events event on event.workspace_id = $1 and event.link_id = links.id
  join customers on customers.id = event.customer_id
  where ${isCertain} and r.type = 'flat' and r.amount_in_cents > 0 and not ${isPending} and event.ua not like '${manualAgentPrefix}%'
    and not exists (select ${commissionsOfCustomer('lead')})
  order by e.id, event.customer_id, event.timestamp, event.id`

/** The first sale of a customer earns, and every one where the reward has no end, unless its invoice was paid already. */
const missingSales = `
  select e.partner_id, 'sale' as type, event.id as event_id
  from rows e join rewards r on r.id = e.sale_reward_id
  join links on links.program_id = e.program_id and links.partner_id = e.partner_id
  join sale_events event on event.workspace_id = $1 and event.link_id = links.id and event.refund_of is null
  join customers on customers.id = event.customer_id
  where ${isCertain} and not ${isPending}
    and case r.type when 'flat' then r.amount_in_cents > 0 else event.amount * r.amount_in_percentage >= 50 end
    and not exists (select from commissions where event_id = event.id)
    and (event.invoice_id is null or not exists (
      select from commissions where program_id = e.program_id and invoice_id = event.invoice_id))
    and not exists (select ${commissionsOfCustomer('sale')}
      and (r.max_duration is not null or c.status in ('fraud', 'canceled') or c.reward_id is distinct from r.id
        or c.updated_at >= event.timestamp))`

/** Compares enrolments; each missing commission is a difference. */
export const missingCommissions: CounterTable = {
  table: 'missing_commissions',
  rangeSql: `select id as key from enrolments where ${ofPrograms} and id > $2 order by id limit $3`,
  wrongRowsSql: `
  with rows as materialized (select * from enrolments where ${ofPrograms} and id > $2 and id <= $3),
  missing as ((${missingLeads}) union all (${missingSales}))
  select jsonb_build_object('partner_id', partner_id, 'type', type, 'event_id', event_id) as key,
    jsonb_build_object('commissions', 1) as expected, null::jsonb as found
  from missing`,
}
