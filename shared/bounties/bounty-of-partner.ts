/** A bounty as one partner sees it. */
import { z } from 'zod'
import type { Scope } from '../kernel/scope.js'
import { audiencesOf } from './bounty.queries.js'
import { BountySchema } from './bounty.schema.js'
import { type Audience } from './eligibility.js'
import { bountyNotFound, bountyWithoutMetrics, postNotFound } from './errors.js'
import { listBountiesOfPartner, type PartnerOfProgram, requireEnrolledPartner } from './get-bounty.js'
import { presentBounty } from './present-bounty.js'
import { requireBountyOf } from './require-bounty.js'
import { readPostOfPartner } from './social/read-post.js'
import { presentSubmission } from './submissions/present-submission.js'
import { BountySubmission } from './submissions/submission.entity.js'
import { SubmissionSchema } from './submissions/submission.schema.js'

export const OwnBountySchema = BountySchema.extend({ submissions: SubmissionSchema.array() })
export const PostQuery = z.object({ url: z.url().max(2000).meta({ description: 'Address of the post.' }) })
export const PostMetrics = z.object({ metric: z.string(), count: z.number(), publishedAt: z.string() })

const maxSubmissions = 100

/** A bounty that is open for the partner, or one that the partner submitted to, with the submissions of the partner. */
export async function getBountyOfPartner(scope: Scope, ref: PartnerOfProgram, id: string): Promise<z.infer<typeof OwnBountySchema>> {
  const rows = await scope.em.find(
    BountySubmission,
    { bountyId: id, partnerId: ref.partnerId, programId: ref.programId },
    { orderBy: { id: 'desc' }, limit: maxSubmissions },
  )
  const open = (await listBountiesOfPartner(scope, ref)).find((bounty) => bounty.id === id)
  if (!open && rows.length === 0) throw bountyNotFound()
  const shown = open ?? presentBounty(await requireBountyOf(scope, ref.programId, id), (await audiencesOf(scope, [id])).get(id) as Audience)
  return { ...shown, submissions: rows.map(presentSubmission) }
}

/** What the bounty would count for a post of the partner now. */
export async function postMetricsOfPartner(
  scope: Scope,
  ref: PartnerOfProgram,
  id: string,
  { url }: z.infer<typeof PostQuery>,
): Promise<z.infer<typeof PostMetrics>> {
  const bounty = await requireBountyOf(scope, ref.programId, id)
  const metric = bounty.submissionRequirements?.socialMetrics?.metric
  if (!metric) throw bountyWithoutMetrics()
  const post = await readPostOfPartner(scope, bounty, await requireEnrolledPartner(scope, ref), url)
  if (!post) throw postNotFound(url)
  return { metric, count: post.counts[metric], publishedAt: post.publishedAt.toISOString() }
}
