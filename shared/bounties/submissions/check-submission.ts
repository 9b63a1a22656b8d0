/** What a submission must contain. Pure. */
import type { SubmissionRequirements } from '../bounty.entity.js'
import { isHostOf, isOfPlatform } from '../social/platforms.js'
import type { SubmissionInput } from './submission.schema.js'

/** Unless the requirement sets another maximum. */
const defaultMaxUrls = 1

type Content = Pick<SubmissionInput, 'files' | 'urls'>

/** The first problem as a message, or null. A draft may be incomplete, but never contains too much. */
export function contentError(
  requirements: SubmissionRequirements | null,
  { files = [], urls = [] }: Content,
  isDraft: boolean,
): string | null {
  const { image, url, socialMetrics } = requirements ?? {}
  if (image?.max !== undefined && files.length > image.max) return `files must have at most ${image.max} items.`
  const maxUrls = url?.max ?? (socialMetrics ? defaultMaxUrls : undefined)
  if (maxUrls !== undefined && urls.length > maxUrls) return `urls must have at most ${maxUrls} items.`
  if (isDraft) return null
  if (image && files.length === 0) return 'files is required: the bounty asks for an image.'
  if ((url || socialMetrics) && urls.length === 0) return 'urls is required: the bounty asks for an address.'
  const first = urls[0]
  if (socialMetrics && first !== undefined && !isOfPlatform(socialMetrics.platform, first))
    return `urls must begin with a post on ${socialMetrics.platform}.`
  return domainError(url?.domains ?? [], urls)
}

function domainError(domains: readonly string[], urls: readonly string[]): string | null {
  if (domains.length === 0) return null
  const wrong = urls.find((address) => !domains.some((domain) => isHostOf(new URL(address).hostname, domain.toLowerCase())))
  return wrong === undefined ? null : `urls contains ${wrong}, which is not on ${domains.join(' or ')}.`
}
