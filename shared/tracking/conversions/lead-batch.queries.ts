/** SQL for the leads of several requests in one transaction. */
import type { CustomerReference } from '../../customers/index.js'
import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import type { Attribution } from '../attribution/credit.js'
import { columnOf, countConversions } from './conversion-batch.queries.js'
import { insertLeadsSql, type LeadRow } from './conversion.queries.js'

export interface LeadFacts extends Attribution {
  /** The external id belonged to a customer that was merged into another one. */
  isMerged: boolean
  isClaimed: boolean
}

/** Facts about each lead, in the same order. Must follow the locks and inserts of the customers, so that the rule is the current one. */
export const leadFactsQuery = (leads: readonly (CustomerReference & { event: string })[]): SqlQuery => ({
  name: 'lead-facts',
  text: `
    select w.attribution_model as model, w.attribution_window_days as "windowDays",
      exists (
        select from customer_aliases a where a.workspace_id = wanted.workspace_id and a.alias = 'ext_' || wanted.external_id) as "isMerged",
      exists (select from lead_claims where customer_id = c.id and lead_claims.event = wanted.event) as "isClaimed"
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as wanted(workspace_id, external_id, event, no)
    left join workspaces w on w.id = wanted.workspace_id
    left join customers c on c.workspace_id = wanted.workspace_id and c.external_id = wanted.external_id
    order by no`,
  values: [columnOf(leads, 'workspaceId'), columnOf(leads, 'externalId'), columnOf(leads, 'event')],
})

interface ClaimedLead {
  workspaceId: string
  /** Normalized name of the event. */
  event: string
  /** The events, one for each of the quantity. */
  rows: readonly LeadRow[]
}

/** Claims, inserts and counts the leads. */
export function insertLeadQueries(leads: readonly ClaimedLead[]): SqlQuery[] {
  const firsts = leads.map(({ rows }) => rows[0] as LeadRow)
  const changes = leads.map(({ workspaceId, rows }, index) => {
    const { link_id: linkId, timestamp: at } = firsts[index] as LeadRow
    return { linkId, workspaceId, leads: rows.length, sales: 0, amount: 0, at, converts: false }
  })
  return [
    {
      name: 'insert-lead-claims',
      text: 'insert into lead_claims (customer_id, event, event_id) select * from unnest($1::text[], $2::text[], $3::text[])',
      values: [columnOf(firsts, 'customer_id'), columnOf(leads, 'event'), columnOf(firsts, 'id')],
    },
    { name: 'insert-leads', text: insertLeadsSql('$1'), values: [JSON.stringify(leads.flatMap(({ rows }) => rows))] },
    ...countConversions(changes),
  ]
}
