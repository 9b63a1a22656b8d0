import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentStatus } from '../enrolment.entity.js'
import type { UtmValues } from './campaign.js'

export interface SyncedEnrolment {
  id: string
  partnerId: string
  tenantId: string | null
  groupId: string | null
  status: EnrolmentStatus
  name: string
}

interface Selection {
  programId: string
  groupId?: string | undefined
  partnerIds?: string[] | undefined
  after?: string | undefined
}

/** Serialises batches of a program until the transaction ends: two at a time would create each missing link twice. */
export const lockSync = ({ em }: Pick<Scope, 'em'>, programId: string): Promise<unknown> =>
  em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sync links ${programId}`])

/** The next enrolments after `after`, in the order of their ids. Applications have no links yet. */
export const enrolmentsToSync = (
  { em }: Pick<Scope, 'em'>,
  { programId, groupId, partnerIds, after = '' }: Selection,
  limit: number,
): Promise<SyncedEnrolment[]> =>
  em.execute(
    `select e.id, e.partner_id as "partnerId", e.tenant_id as "tenantId", e.group_id as "groupId", e.status, p.name
     from enrolments e join partners p on p.id = e.partner_id
     where e.program_id = ? and e.status <> 'pending' and e.id > ?
       and (?::text is null or e.group_id = ?) and (?::text[] is null or e.partner_id = any (?::text[]))
     order by e.id limit ?`,
    [programId, after, groupId ?? null, groupId ?? null, arrayOf(partnerIds), arrayOf(partnerIds), limit],
  )

const arrayOf = (values: string[] | undefined) => (values ? `{${values.map((value) => JSON.stringify(value)).join()}}` : null)

export const defaultLinksOfGroups = (
  { em }: Pick<Scope, 'em'>,
  groupIds: readonly string[],
): Promise<{ id: string; groupId: string; url: string }[]> =>
  em.execute(`select id, group_id as "groupId", url from group_default_links where group_id = any (array[?]::text[]) order by id`, [
    groupIds,
  ])

/** UTM templates by group. */
export async function templatesOfGroups({ em }: Pick<Scope, 'em'>, groupIds: readonly string[]): Promise<Map<string, UtmValues>> {
  const rows: (UtmValues & { groupId: string })[] = await em.execute(
    `select g.id as "groupId", t.utm_source, t.utm_medium, t.utm_campaign, t.utm_term, t.utm_content, t.ref
     from partner_groups g join utm_templates t on t.id = g.utm_template_id where g.id = any (array[?]::text[])`,
    [groupIds],
  )
  return new Map(rows.map(({ groupId, ...template }) => [groupId, template]))
}
