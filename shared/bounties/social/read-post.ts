import type { Scope } from '../../kernel/scope.js'
import type { Bounty } from '../bounty.entity.js'
import type { EnrolledPartner } from '../bounty.queries.js'
import { accountNotVerified, postNotFound, postOfOtherAccount, postTooOld } from '../errors.js'
import { effectivePeriod } from '../periods.js'
import { accountOf } from './accounts.queries.js'
import { type MetricsSource, type Post, requireMetricsSource, type SocialAccount } from './metrics-source.js'

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
  const account = await accountOf(scope, partnerId, social.platform)
  if (!account?.isVerified) throw accountNotVerified(social.platform)
  const post = await source.readPost(address, account.handle)
  if (!post) throw postNotFound(address)
  if (!(await isSameAccount(source, post.account, account))) throw postOfOtherAccount(social.platform)
  if (post.publishedAt < effectivePeriod(bounty, enrolledAt).start) throw postTooOld()
  return post
}

/** Compares what both have: ids, else handles; the id is requested from the platform where it names posts by ids only. */
async function isSameAccount(source: MetricsSource, author: SocialAccount, { id, handle }: SocialAccount): Promise<boolean> {
  if (id !== null && author.id !== null) return id === author.id
  if (handle === null) return false
  if (author.handle !== null) return handle === author.handle
  return author.id !== null && author.id === ((await source.accountIdOf?.(handle)) ?? null)
}
