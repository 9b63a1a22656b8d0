/** SQL of click commissions. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

export interface ClickProgram {
  programId: string
  workspaceId: string
}

export interface ClickPartner {
  enrolmentId: string
  partnerId: string
  rewardId: string
}

export interface Day {
  from: Date
  to: Date
}

/** Programs in which clicks earn something. */
export async function programsWithClickRewards({ em }: Scope): Promise<ClickProgram[]> {
  return em.execute(
    `select id as "programId", workspace_id as "workspaceId" from programs
     where exists (select 1 from rewards where program_id = programs.id and event = 'click' and deleted_at is null) order by id`,
  )
}

/** The next partners who earned by clicks on the day, with their reward at its end, and whose links were clicked since it began. */
export async function partnersWithClicks(
  { em }: Scope,
  programId: string,
  { from, to }: Day,
  after: string,
  limit: number,
): Promise<ClickPartner[]> {
  return em.execute(
    `select e.id as "enrolmentId", e.partner_id as "partnerId", r.id as "rewardId"
     from enrolments e join rewards r on r.deleted_at is null and r.created_at < ? and r.id = case
       when coalesce(e.click_reward_since < ?, true) then e.click_reward_id
       when coalesce(e.former_click_reward_since < ?, true) then e.former_click_reward_id end
     where e.program_id = ? and e.id > ? and e.status in ('approved', 'archived', 'invited') and exists (
       select 1 from links l where l.program_id = e.program_id and l.partner_id = e.partner_id and l.last_clicked >= ?)
     order by e.id limit ?`,
    [to, to, to, programId, after, from, limit],
  )
}

export interface ClickedLink {
  partnerId: string
  linkId: string
}

/** Links that the partners had by the end of the day, that were clicked since it began and have no click commission for it. */
export async function linksWithoutCommission(
  { em }: Scope,
  { programId }: ClickProgram,
  partnerIds: readonly string[],
  { from, to }: Day,
  day: string,
): Promise<ClickedLink[]> {
  return em.execute(
    `select l.id as "linkId", l.partner_id as "partnerId" from links l
     where l.program_id = ? and l.partner_id = any (?::text[]) and l.last_clicked >= ?
       and coalesce(l.partner_since < ?, true)
       and not exists (select 1 from commissions c where c.program_id = l.program_id and c.invoice_id = l.id || '-' || ?)
     order by l.id`,
    [programId, arrayLiteral(partnerIds), from, to, day],
  )
}
