/** Rewards and the discount of a group, and their copies in enrolments. */
import type { Scope } from '../../kernel/scope.js'
import type { RewardEvent } from './reward-terms.js'

export interface GroupTerms {
  id: string
  clickRewardId: string | null
  leadRewardId: string | null
  saleRewardId: string | null
  referralRewardId: string | null
  discountId: string | null
}

/** Columns of the group and of its enrolments. */
export const termColumns = {
  click: 'click_reward_id',
  lead: 'lead_reward_id',
  sale: 'sale_reward_id',
  referral: 'referral_reward_id',
  discount: 'discount_id',
} as const satisfies Record<RewardEvent | 'discount', string>

/** The group; null if the program has no such group. */
export async function findGroupTerms({ em }: Scope, programId: string, groupId: string, lock = ''): Promise<GroupTerms | null> {
  const rows: GroupTerms[] = await em.execute(
    `select id, click_reward_id as "clickRewardId", lead_reward_id as "leadRewardId", sale_reward_id as "saleRewardId",
       referral_reward_id as "referralRewardId", discount_id as "discountId"
     from partner_groups where id = ? and program_id = ? ${lock}`,
    [groupId, programId],
  )
  return rows[0] ?? null
}

/** The group, locked; null if the program has no such group. */
export const lockGroup = (scope: Scope, programId: string, groupId: string): Promise<GroupTerms | null> =>
  findGroupTerms(scope, programId, groupId, 'for no key update')

export async function setGroupTerm({ em, now }: Scope, groupId: string, term: keyof typeof termColumns, id: string): Promise<void> {
  await em.execute(`update partner_groups set ${termColumns[term]} = ?, updated_at = ? where id = ?`, [id, now(), groupId])
}

/** Removes the reward or discount from its group. Returns the group's id; null if no group had it. */
export async function clearGroupTerm(
  { em, now }: Scope,
  programId: string,
  term: keyof typeof termColumns,
  id: string,
): Promise<string | null> {
  const column = termColumns[term]
  const rows: { id: string }[] = await em.execute(
    `update partner_groups set ${column} = null, updated_at = ? where program_id = ? and ${column} = ? returning id`,
    [now(), programId, id],
  )
  return rows[0]?.id ?? null
}

const columns = Object.values(termColumns)
const isDifferent = columns.map((column) => `e.${column} is distinct from g.${column}`).join(' or ')

/** Copies the terms of the group to one batch of its active enrolments that have others. Returns how many they were. */
export async function copyTermsToEnrolments({ em, now }: Scope, groupId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    `with changed as (
       select e.id from enrolments e join partner_groups g on g.id = e.group_id
       where g.id = ? and e.status not in ('banned', 'deactivated', 'rejected') and (${isDifferent})
       order by e.id limit ? for no key update of e
     )
     update enrolments e set ${columns.map((column) => `${column} = g.${column}`).join(', ')}, updated_at = ?
     from partner_groups g where g.id = ? and e.id in (select id from changed) returning 1`,
    [groupId, limit, now(), groupId],
  )
  return rows.length
}
