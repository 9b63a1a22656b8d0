import type { Scope } from '../../kernel/scope.js'

export interface OpenDraft {
  id: string
  bountyId: string
  periodNumber: number
  groupId: string | null
  tagIds: string[]
  enrolledAt: Date
  email: string | null
  programName: string
}

/**
 * Drafts of active partners without a reminder of bounties that end or have periods, and have not ended for the partner, in the order of
 * their ids. Locks them, and leaves out those that another run has locked.
 */
export async function openDraftsAfter({ em }: Pick<Scope, 'em'>, now: Date, after: string, limit: number): Promise<OpenDraft[]> {
  const rows: (Omit<OpenDraft, 'enrolledAt'> & { enrolledAt: string })[] = await em.execute(
    `select s.id, s.bounty_id as "bountyId", s.period_number as "periodNumber", e.group_id as "groupId",
       array(select tag_id from enrolment_tags where enrolment_id = e.id) as "tagIds", e.created_at as "enrolledAt", p.email,
       g.name as "programName"
     from bounty_submissions s
     join bounties b on b.id = s.bounty_id
     join enrolments e on e.program_id = s.program_id and e.partner_id = s.partner_id
     join partners p on p.id = s.partner_id
     join programs g on g.id = s.program_id
     where s.status = 'draft' and s.reminded_at is null and s.performance_count is null and s.id > ?
       and e.status in ('approved', 'archived')
       -- A post that counts too little is nothing that the partner can finish.
       and b.submission_requirements -> 'socialMetrics' is null
       and (b.ends_at is not null or b.ends_after_days is not null or b.submission_frequency is not null)
       and (b.ends_at is null or b.ends_at > ?)
       and (b.ends_after_days is null or case when b.start_mode = 'relative' then e.created_at else coalesce(b.starts_at, e.created_at) end
         > ?::timestamptz - b.ends_after_days * interval '24 hours')
     order by s.id limit ? for update of s skip locked`,
    [after, now, now, limit],
  )
  return rows.map((row) => ({ ...row, enrolledAt: new Date(row.enrolledAt) }))
}
