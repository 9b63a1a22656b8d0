import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { isoTime } from '../iso-time.js'
import { Campaign } from './campaign.entity.js'
import { countCampaignsBy, countEvents, eventsOf, likePattern, type Summary, summaryOf } from './campaign.queries.js'
import type { CampaignEvent, CampaignResponse, CountCampaigns, GetCampaignEvents, GetCampaigns, ListedCampaign } from './campaign.schema.js'
import { presentCampaign, presentListed } from './present-campaign.js'
import { requireCampaign } from './require-campaign.js'

/** Newest first, without their bodies. */
export async function listCampaigns(
  scope: WorkspaceScope,
  { type, status, search, page = 1, pageSize }: GetCampaigns,
): Promise<ListedCampaign[]> {
  const matches = { $ilike: likePattern(search) }
  const campaigns = await scope.em.find(
    Campaign,
    {
      programId: requireProgramId(scope),
      ...(type ? { type } : {}),
      ...(status ? { status } : {}),
      ...(search ? { $or: [{ name: matches }, { subject: matches }] } : {}),
    },
    { orderBy: { id: 'desc' }, exclude: ['body'], limit: pageSize, offset: (page - 1) * pageSize },
  )
  return campaigns.map(presentListed)
}

export const getCampaign = async (scope: WorkspaceScope, id: string): Promise<CampaignResponse> =>
  presentCampaign(await requireCampaign(scope, id))

export async function countCampaigns(scope: WorkspaceScope, query: CountCampaigns) {
  const { groupBy } = query
  const rows = await countCampaignsBy(scope, requireProgramId(scope), query)
  if (!groupBy) return rows[0]?.count ?? 0
  return rows.map(({ value, count }) => ({ [groupBy]: value, count }))
}

/** How many emails of the campaign were sent, accepted by the mail server, opened and refused. */
export const summariseCampaign = async (scope: WorkspaceScope, id: string): Promise<Summary> =>
  summaryOf(scope, (await requireCampaign(scope, id)).id)

export async function listCampaignEvents(scope: WorkspaceScope, id: string, query: GetCampaignEvents): Promise<CampaignEvent[]> {
  const rows = await eventsOf(scope, (await requireCampaign(scope, id)).id, query)
  return rows.map(({ createdAt, deliveredAt, openedAt, bouncedAt, ...row }) => ({
    ...row,
    createdAt: isoTime(createdAt) as string,
    deliveredAt: isoTime(deliveredAt),
    openedAt: isoTime(openedAt),
    bouncedAt: isoTime(bouncedAt),
  }))
}

export const countCampaignEvents = async (
  scope: WorkspaceScope,
  id: string,
  filter: Pick<GetCampaignEvents, 'status' | 'search'>,
): Promise<number> => countEvents(scope, (await requireCampaign(scope, id)).id, filter)
