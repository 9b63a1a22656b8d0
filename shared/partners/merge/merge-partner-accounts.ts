import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { partnerMergedAlready, partnerNotFound, sourceIsTarget } from '../errors.js'
import { mergePartnersJob } from '../jobs.js'
import { Partner } from '../partner.entity.js'

export const mergePartnersBodySchema = z.object({
  sourcePartnerId: z.string().max(100).meta({ description: 'The account that ends.' }),
  targetPartnerId: z.string().max(100).meta({ description: 'The account that gets the programs, links and earnings of the other one.' }),
})
export const StartedPartnerMerge = z.object({ sourcePartnerId: z.string(), targetPartnerId: z.string() })

/** Starts the merge of two accounts of one partner. Callers verify that both belong to the same person. */
export async function mergePartnerAccounts(
  scope: Scope,
  { sourcePartnerId, targetPartnerId }: z.infer<typeof mergePartnersBodySchema>,
): Promise<z.infer<typeof StartedPartnerMerge>> {
  if (sourcePartnerId === targetPartnerId) throw sourceIsTarget()
  for (const id of [sourcePartnerId, targetPartnerId]) {
    const partner = await scope.em.findOne(Partner, id)
    if (!partner) throw partnerNotFound(id)
    if (partner.mergedIntoId) throw partnerMergedAlready(id)
  }
  scope.enqueue(mergePartnersJob, { sourcePartnerId, targetPartnerId })
  return { sourcePartnerId, targetPartnerId }
}
