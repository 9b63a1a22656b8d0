/** SQL of submissions. */
import { rowMapper } from '../../kernel/db/row-mapper.js'
import type { Scope } from '../../kernel/scope.js'
import type { SubmissionStatus } from './submission-states.js'
import { BountySubmission } from './submission.entity.js'
import type { GetSubmissions, SubmissionDetails } from './submission.schema.js'

type WithEm = Pick<Scope, 'em'>
type Complete<Row> = { [Column in keyof Row]-?: Exclude<Row[Column], undefined> }

const { columnList, map } = rowMapper<Complete<BountySubmission>>(BountySubmission)

const sortColumns = {
  completedAt: 'completed_at',
  performanceCount: 'performance_count',
  socialMetricCount: 'social_metric_count',
} as const

export async function submissionsMatching(
  { em }: WithEm,
  bountyId: string,
  { status, groupId, partnerId, sortBy, sortOrder, page = 1, pageSize }: GetSubmissions,
): Promise<BountySubmission[]> {
  const parts: [sql: string, ...params: unknown[]][] = [['s.bounty_id = ?', bountyId]]
  parts.push(status ? ['s.status = ?', status] : [`s.status <> 'rejected'`])
  if (partnerId !== undefined) parts.push(['s.partner_id = ?', partnerId])
  if (groupId !== undefined)
    parts.push([
      'exists (select 1 from enrolments e where e.program_id = s.program_id and e.partner_id = s.partner_id and e.group_id = ?)',
      groupId,
    ])
  const rows: object[] = await em.execute(
    `select ${columnList('s')} from bounty_submissions s where ${parts.map(([sql]) => sql).join(' and ')}
     order by s.${sortColumns[sortBy]} ${sortOrder} nulls last, s.id ${sortOrder} limit ? offset ?`,
    [...parts.flatMap(([, ...params]) => params), pageSize, (page - 1) * pageSize],
  )
  return rows.map(map)
}

type Related = Pick<SubmissionDetails, 'partner' | 'commission' | 'user'>

/** The partner, the commission and the reviewer of a submission. */
export async function relatedRowsOf({ em }: WithEm, submissionId: string): Promise<Related> {
  const [row]: [Related] = await em.execute(
    `select json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'image', p.image, 'country', p.country,
         'payoutsEnabledAt', p.payouts_enabled_at, 'groupId', e.group_id, 'status', e.status, 'bannedAt', e.banned_at,
         'bannedReason', e.banned_reason) as partner,
       case when c.id is not null then json_build_object('id', c.id, 'amount', c.amount, 'earnings', c.earnings, 'status', c.status,
         'createdAt', c.created_at) end as commission,
       case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'image', u.image) end as "user"
     from bounty_submissions s join partners p on p.id = s.partner_id
     left join enrolments e on e.program_id = s.program_id and e.partner_id = s.partner_id
     left join commissions c on c.id = s.commission_id and c.program_id = s.program_id
     left join users u on u.id = s.reviewer_id
     where s.id = ?`,
    [submissionId],
  )
  const { partner, commission, user } = row
  const { payoutsEnabledAt, bannedAt } = partner
  return {
    partner: { ...partner, payoutsEnabledAt: isoOf(payoutsEnabledAt), bannedAt: isoOf(bannedAt) },
    commission: commission && { ...commission, createdAt: isoOf(commission.createdAt) as string },
    user,
  }
}

const isoOf = (time: string | null) => time && new Date(time).toISOString()

/** Numbers of submissions of the program by bounty and status. */
export async function submissionCounts(
  { em }: WithEm,
  programId: string,
): Promise<{ bountyId: string; status: SubmissionStatus; count: number }[]> {
  return em.execute(
    `select bounty_id as "bountyId", status, count(*)::int as count from bounty_submissions where program_id = ?
     group by 1, 2 order by 1, 2`,
    [programId],
  )
}

/** Serialises submissions of a partner for a bounty until the transaction ends. */
export async function lockSubmissions({ em }: WithEm, bountyId: string, partnerId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`bounty ${bountyId} ${partnerId}`])
}

/** Name and workspace of a program, for emails and events. */
export async function programOf({ em }: WithEm, programId: string): Promise<{ name: string; workspaceId: string }> {
  const [program]: [{ name: string; workspaceId: string }] = await em.execute(
    'select name, workspace_id as "workspaceId" from programs where id = ?',
    [programId],
  )
  return program
}

/** Address of a partner; null without one. */
export async function emailOfPartner({ em }: WithEm, partnerId: string): Promise<string | null> {
  const rows: { email: string | null }[] = await em.execute('select email from partners where id = ?', [partnerId])
  return rows[0]?.email ?? null
}
