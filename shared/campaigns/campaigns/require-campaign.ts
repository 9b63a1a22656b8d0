import { LockMode } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { campaignNotFound } from '../errors.js'
import { Campaign } from './campaign.entity.js'

/** A campaign of the program; locked for a change. */
export async function requireCampaign(scope: WorkspaceScope, id: string, { locked = false } = {}): Promise<Campaign> {
  const campaign = await scope.em.findOne(
    Campaign,
    { id, programId: requireProgramId(scope) },
    locked ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {},
  )
  if (!campaign) throw campaignNotFound()
  return campaign
}
