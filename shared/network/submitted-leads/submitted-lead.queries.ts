import { containsPattern } from '../../kernel/db/like-pattern.js'
import type { Scope } from '../../kernel/scope.js'
import type { LeadStatus } from './lead-states.js'
import type { LeadFilter } from './submitted-lead.schema.js'

const words = `l.name || ' ' || l.email || ' ' || coalesce(l.company, '')`
const condition = `l.program_id = ? and (?::text is null or l.partner_id = ?) and (?::text is null or l.status = ?) and (?::text is null or ${words} ilike ?)`
function paramsOf(programId: string, { partnerId = null, status = null, search }: { [Key in keyof LeadFilter]: LeadFilter[Key] | null }) {
  const pattern = search ? containsPattern(search) : null
  return [programId, partnerId, partnerId, status, status, pattern, pattern]
}

/** Newest first. */
export async function leadIdsMatching(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  { page = 1, pageSize, ...filter }: LeadFilter & { page?: number | undefined; pageSize: number },
): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select l.id from submitted_leads l where ${condition} order by l.id desc limit ? offset ?`,
    [...paramsOf(programId, filter), pageSize, (page - 1) * pageSize],
  )
  return rows.map(({ id }) => id)
}

export const countLeadsMatching = (
  { em }: Pick<Scope, 'em'>,
  programId: string,
  filter: LeadFilter,
): Promise<{ status: LeadStatus; count: number }[]> =>
  em.execute(
    `select l.status, count(*)::int as count from submitted_leads l where ${condition} group by 1 order by 1`,
    paramsOf(programId, filter),
  )
