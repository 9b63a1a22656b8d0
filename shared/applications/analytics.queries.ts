/** SQL of the visits of application pages and what became of them. */
import { newId } from '../kernel/ids.js'
import type { Scope } from '../kernel/scope.js'
import type { ApplicationAnalyticsQuery } from './application.schema.js'

type Db = Pick<Scope, 'em' | 'now'>

export async function insertVisit({ em, now }: Db, programId: string, referralSource: string | null): Promise<string> {
  const id = newId('pga_evt_', now().getTime())
  await em.execute('insert into program_application_events (id, program_id, referral_source, visited_at) values (?, ?, ?, ?)', [
    id,
    programId,
    referralSource,
    now(),
  ])
  return id
}

interface Start {
  programId: string
  applicationId: string
  visitId: string | null
  country: string | null
}

/** Records that a visit led to an application; without a visit, the application counts as one. */
export async function recordStart({ em, now }: Db, { programId, applicationId, visitId, country }: Start): Promise<void> {
  const updated = await em.execute(
    `update program_application_events set application_id = ?, started_at = ?, country = ?
     where id = ? and program_id = ? and application_id is null returning id`,
    [applicationId, now(), country, visitId, programId],
  )
  if (updated.length > 0) return
  await em.execute(
    `insert into program_application_events (id, program_id, application_id, country, visited_at, started_at) values (?, ?, ?, ?, ?, ?)`,
    [newId('pga_evt_', now().getTime()), programId, applicationId, country, now(), now()],
  )
}

export interface ApplicationCounts {
  key: string | null
  visits: number
  starts: number
  submissions: number
  approvals: number
  rejections: number
}

const keys: Record<ApplicationAnalyticsQuery['groupBy'], string> = {
  count: 'null::text',
  timeseries: `to_char(v.visited_at at time zone 'UTC', 'YYYY-MM-DD')`,
  referralSource: 'v.referral_source',
  country: 'v.country',
  partner: 'a.partner_id',
}
const maxGroups = 1000

/** Counts of the visits in the period, by the key. Days in order, other keys by their visits. */
export const applicationCounts = (
  { em }: Db,
  programId: string,
  { start, end, groupBy }: { start: Date; end: Date; groupBy: ApplicationAnalyticsQuery['groupBy'] },
): Promise<ApplicationCounts[]> =>
  em.execute(
    `select ${keys[groupBy]} as key, count(*)::int as visits, count(v.started_at)::int as starts, count(v.submitted_at)::int as submissions,
       count(v.approved_at)::int as approvals, count(v.rejected_at)::int as rejections
     from program_application_events v left join program_applications a on a.id = v.application_id
     where v.program_id = ? and v.visited_at >= ? and v.visited_at < ? ${groupBy === 'partner' ? 'and a.partner_id is not null' : ''}
     group by 1 order by ${groupBy === 'timeseries' ? '1' : '2 desc, 1'} limit ${maxGroups}`,
    [programId, start, end],
  )
