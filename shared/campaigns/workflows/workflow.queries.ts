/** SQL of the workflows that send campaigns. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { hasRows } from '../../kernel/db/has-rows.js'
import type { Scope } from '../../kernel/scope.js'
import type { Metric, PartnerFacts } from './conditions.js'

type WithEm = Pick<Scope, 'em'>

export interface PartnerOfWorkflow extends PartnerFacts {
  enrolmentId: string
  programId: string
  partnerId: string
}

const factColumns = `e.id as "enrolmentId", e.program_id as "programId", e.partner_id as "partnerId", e.total_leads::float8 as "totalLeads",
  e.total_conversions::float8 as "totalConversions", e.total_sale_amount::float8 as "totalSaleAmount",
  e.total_commissions::float8 as "totalCommissions"`
const daysAt = `floor(extract(epoch from ?::timestamptz - e.created_at) / 86400)::float8 as "enrolledDays"`

export const hasPendingChecks = hasRows('pending_campaign_checks')

export interface ChangedPartner extends PartnerOfWorkflow {
  attributes: Metric[]
}

/**
 * Takes what changed about up to `limit` partners. The rows are deleted before the totals are read: a change that is committed later has a
 * row of its own.
 */
export async function takePendingChecks({ em }: WithEm, now: Date, limit: number): Promise<ChangedPartner[]> {
  const taken: { enrolmentId: string; attributes: Metric[] }[] = await em.execute(
    `with due as (select ctid from pending_campaign_checks limit ? for update skip locked),
       taken as (delete from pending_campaign_checks where ctid in (select ctid from due) returning enrolment_id, attributes)
     select enrolment_id as "enrolmentId", array_agg(distinct attribute) as attributes
     from taken cross join unnest(attributes) as attribute group by enrolment_id`,
    [limit],
  )
  if (taken.length === 0) return []
  const partners: PartnerOfWorkflow[] = await em.execute(
    `select ${factColumns}, ${daysAt} from enrolments e where e.id = any (?::text[]) and e.status = 'approved'`,
    [now, arrayLiteral(taken.map(({ enrolmentId }) => enrolmentId))],
  )
  const attributesOf = new Map(taken.map(({ enrolmentId, attributes }) => [enrolmentId, attributes]))
  return partners.map((partner) => ({ ...partner, attributes: attributesOf.get(partner.enrolmentId) ?? [] }))
}

export async function findPartnerFacts({ em }: WithEm, programId: string, partnerId: string, now: Date): Promise<PartnerOfWorkflow | null> {
  const rows: PartnerOfWorkflow[] = await em.execute(
    `select ${factColumns}, ${daysAt} from enrolments e where e.program_id = ? and e.partner_id = ? and e.status = 'approved'`,
    [now, programId, partnerId],
  )
  return rows[0] ?? null
}

/** Approved partners of a program who enrolled in a period, after an enrolment, in the order of enrolments. */
export const partnersEnrolledBetween = (
  { em }: WithEm,
  { programId, start, end, now }: { programId: string; start: Date; end: Date; now: Date },
  after: string,
  limit: number,
): Promise<PartnerOfWorkflow[]> =>
  em.execute(
    `select ${factColumns}, ${daysAt} from enrolments e
     where e.program_id = ? and e.created_at > ? and e.created_at <= ? and e.id > ? and e.status = 'approved' order by e.id limit ?`,
    [now, programId, start, end, after, limit],
  )
