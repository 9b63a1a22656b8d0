/** SQL of click commissions. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { digestExpression, findDimension } from '../../rollups/index.js'

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

/** The next partners who earn by clicks and whose links were clicked since the day began. Rewards that are newer than the day do not count. */
export async function partnersWithClicks(
  { em }: Scope,
  programId: string,
  { from, to }: Day,
  after: string,
  limit: number,
): Promise<ClickPartner[]> {
  return em.execute(
    `select e.id as "enrolmentId", e.partner_id as "partnerId", e.click_reward_id as "rewardId"
     from enrolments e join rewards r on r.id = e.click_reward_id and r.deleted_at is null and r.created_at < ?
     where e.program_id = ? and e.id > ? and e.status in ('approved', 'archived', 'invited') and exists (
       select 1 from links l where l.program_id = e.program_id and l.partner_id = e.partner_id and l.last_clicked >= ?)
     order by e.id limit ?`,
    [to, programId, after, from, limit],
  )
}

export interface LinkClicks {
  partnerId: string
  linkId: string
  country: string
  clicks: number
}

const linkDimension = findDimension(['linkId'])?.code

/** Clicks of the day on the links of the partners that have no click commission for it, by country. */
export async function clicksOfDay(
  { em }: Scope,
  { programId, workspaceId }: ClickProgram,
  partnerIds: readonly string[],
  { from, to }: Day,
  day: string,
): Promise<LinkClicks[]> {
  return em.execute(
    `with clicked as (
       select l.id, l.partner_id, value.id as link
       from links l cross join workspace_numbers n join dimension_values value on value.workspace = n.no
         and value.dimension = ${linkDimension} and value.digest = ${digestExpression('l.id')}
       where l.program_id = ? and l.partner_id = any (?::text[]) and l.last_clicked >= ? and n.workspace_id = ?
         and not exists (select 1 from commissions c where c.program_id = l.program_id and c.invoice_id = l.id || '-' || ?)
     )
     select partner_id as "partnerId", clicked.id as "linkId", place.parts[2] as country, count(*)::int as clicks
     from clicked join click_events click using (link) join dimension_values place on place.id = click.place
     where click.timestamp >= ? and click.timestamp < ? group by 1, 2, 3 order by 2, 3`,
    [programId, arrayLiteral(partnerIds), from, workspaceId, day, from, to],
  )
}
