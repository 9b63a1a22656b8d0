import type { Scope } from '../../kernel/scope.js'
import type { Bounty } from '../bounty.entity.js'
import type { EnrolledPartner } from '../bounty.queries.js'
import { accountNotVerified, postNotFound, postOfOtherAccount, postTooOld } from '../errors.js'
import { effectivePeriod } from '../periods.js'
import { verifiedAccountOf } from './accounts.queries.js'
import { type Post, requireMetricsSource } from './metrics-source.js'

/** The post of a submission, from the verified account of the partner and not older than the bounty. Null if the bounty counts no posts. */
export async function readPostOfPartner(
  scope: Scope,
  bounty: Bounty,
  { partnerId, enrolledAt }: EnrolledPartner,
  address: string | undefined,
): Promise<Post | null> {
  const social = bounty.submissionRequirements?.socialMetrics
  if (!social || address === undefined) return null
  const source = requireMetricsSource(scope, social.platform)
  const account = await verifiedAccountOf(scope, partnerId, social.platform)
  if (account === null) throw accountNotVerified(social.platform)
  const post = await source.readPost(address)
  if (!post) throw postNotFound(address)
  if (post.accountId !== account) throw postOfOtherAccount(social.platform)
  if (post.publishedAt < effectivePeriod(bounty, enrolledAt).start) throw postTooOld()
  return post
}
