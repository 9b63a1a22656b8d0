/** SQL of campaigns and of the emails that were sent for them. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { CountCampaigns, GetCampaignEvents } from './campaign.schema.js'

type WithEm = Pick<Scope, 'em'>

const parents = { groupIds: 'partner_groups', partnerTagIds: 'partner_tags' } as const

/** Those of the groups or tags that the program does not have. */
export async function unknownAudience(
  { em }: WithEm,
  programId: string,
  field: keyof typeof parents,
  ids: readonly string[],
): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select id from unnest(?::text[]) as one(id)
     where not exists (select from ${parents[field]} p where p.id = one.id and p.program_id = ?)`,
    [arrayLiteral(ids), programId],
  )
  return rows.map(({ id }) => id)
}

export async function countCampaignsBy(
  { em }: WithEm,
  programId: string,
  { type, status, search, groupBy }: CountCampaigns,
): Promise<{ value: string; count: number }[]> {
  const column = groupBy ?? `''`
  return em.execute(
    `select ${column} as value, count(*)::int as count from campaigns
     where program_id = ? and (?::text is null or type = ?) and (?::text is null or status = ?)
       and (name ilike ? or subject ilike ?) group by 1 order by 1`,
    [programId, type, type, status, status, likePattern(search), likePattern(search)],
  )
}

/** The text anywhere in a column, without wildcards of its own. */
export const likePattern = (text: string | null | undefined) => `%${(text ?? '').replace(/[\\%_]/g, String.raw`\$&`)}%`

export interface Summary {
  sent: number
  delivered: number
  opened: number
  bounced: number
}

export async function summaryOf({ em }: WithEm, campaignId: string): Promise<Summary> {
  const [row]: Summary[] = await em.execute(
    `select count(*)::int as sent, count(delivered_at)::int as delivered, count(opened_at)::int as opened, count(bounced_at)::int as bounced
     from notification_emails where campaign_id = ?`,
    [campaignId],
  )
  return row as Summary
}

const eventTimes = { delivered: 'delivered_at', opened: 'opened_at', bounced: 'bounced_at' } as const
type EventFilter = Pick<GetCampaignEvents, 'status' | 'search'>
const eventsSql = ({ status }: EventFilter) => `from notification_emails n join partners p on p.id = n.partner_id
  where n.campaign_id = ? and n.${eventTimes[status]} is not null and (?::text is null or p.name || ' ' || n.recipient ilike ?)`
const eventParams = (campaignId: string, { search }: EventFilter) => [campaignId, search ?? null, likePattern(search)]

export interface EventRow {
  id: string
  createdAt: unknown
  deliveredAt: unknown
  openedAt: unknown
  bouncedAt: unknown
  failure: string | null
  recipient: string
  partner: { id: string; name: string; image: string | null }
}

/** Emails of the campaign to which this happened, newest first. */
export async function eventsOf(
  { em }: WithEm,
  campaignId: string,
  { page = 1, pageSize, ...filter }: GetCampaignEvents,
): Promise<EventRow[]> {
  return em.execute(
    `select n.id, n.created_at as "createdAt", n.delivered_at as "deliveredAt", n.opened_at as "openedAt", n.bounced_at as "bouncedAt",
       n.failure, n.recipient, json_build_object('id', p.id, 'name', p.name, 'image', p.image) as partner
     ${eventsSql(filter)} order by n.${eventTimes[filter.status]} desc, n.id desc limit ? offset ?`,
    [...eventParams(campaignId, filter), pageSize, (page - 1) * pageSize],
  )
}

export async function countEvents({ em }: WithEm, campaignId: string, filter: EventFilter): Promise<number> {
  const [row]: { count: number }[] = await em.execute(`select count(*)::int as count ${eventsSql(filter)}`, eventParams(campaignId, filter))
  return row?.count ?? 0
}

/** Stops the campaigns of a workspace whose plan has none. */
export async function stopCampaigns({ em }: WithEm, workspaceId: string, now: Date): Promise<void> {
  await em.execute(
    `update campaigns set status = case when status = 'active' then 'paused' else 'canceled' end, updated_at = ?
     where program_id in (select id from programs where workspace_id = ?) and status in ('active', 'scheduled', 'sending')`,
    [now, workspaceId],
  )
}

/** Marketing campaigns that are due, or whose sending did not finish. Those of a disabled workspace wait for its restoration. */
export const dueCampaigns = ({ em }: WithEm, now: Date, limit: number): Promise<{ id: string }[]> =>
  em.execute(
    `select c.id from campaigns c join programs g on g.id = c.program_id join workspaces w on w.id = g.workspace_id
     where c.status in ('scheduled', 'sending') and (c.scheduled_at is null or c.scheduled_at <= ?) and w.disabled_at is null
     order by c.scheduled_at nulls first, c.id limit ?`,
    [now, limit],
  )
