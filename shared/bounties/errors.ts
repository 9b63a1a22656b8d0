/** Errors of the bounties domain. Each message is defined only here. */
import { badRequest, conflict, forbidden, notFound, tooManyRequests, unprocessable } from '../kernel/errors.js'

export const bountyNotFound = () => notFound('Bounty not found.')
export const submissionNotFound = () => notFound('Submission not found.')
export const bountyInvalid = (message: string) => badRequest(message)
export const dateInvalid = (field: string) => badRequest(`${field} is not a valid date. Send ISO 8601, such as 2027-03-01T00:00:00Z.`)
export const groupsUnknown = (ids: readonly string[]) =>
  badRequest(`groupIds contains groups that the program does not have: ${ids.join(', ')}.`)
export const tagsUnknown = (ids: readonly string[]) =>
  badRequest(`partnerTagIds contains tags that the program does not have: ${ids.join(', ')}.`)
export const bountyHasSubmissions = () => badRequest('The bounty has submissions and cannot be deleted. Set endsAt to end it.')
export const criteriaFixed = (field: string) => badRequest(`${field} cannot be changed any more, because the bounty has submissions.`)

export const submissionIsDraft = () => badRequest('The submission is a draft. Only submitted or rejected submissions can be approved.')
export const submissionIsApproved = () => badRequest('The submission is already approved.')
export const submissionNotRejectable = (status: string) =>
  badRequest(`Only submitted submissions can be rejected, and this one is ${status}.`)
export const submissionNotReopenable = (status: string) =>
  badRequest(`Only submitted or rejected submissions can be reopened, and this one is ${status}.`)
export const rewardMissing = () => badRequest('The bounty has no reward amount. Send rewardAmount in cents.')
export const countTooLow = () => badRequest('The post has not reached the minimum count of the bounty. Sync its metrics or wait.')

export const partnerNotEligible = () => forbidden('The bounty is not for this partner, or it is not open.')
export const partnerInactive = (status: string) => forbidden(`Only approved partners can submit, and this partner is ${status}.`)
export const performanceIsCounted = () => forbidden('The performance of partners is counted by the service. Nothing can be submitted.')
export const submissionsNotOpen = (at: Date) =>
  forbidden(`Submissions open at ${at.toISOString()}. Until then only drafts can be saved: send isDraft.`)
export const periodMissing = (max: number) => badRequest(`periodNumber is required: a number from 1 to ${max}.`)
export const periodUnknown = (max: number) => badRequest(`periodNumber must be a number from 1 to ${max}.`)
export const periodNotOpen = (number: number, isPast: boolean) =>
  badRequest(`Period ${number} ${isPast ? 'is over' : 'has not started'}. Submit for the current period.`)
export const alreadySubmitted = () => conflict('The partner has already submitted for this period.')
export const submissionInvalid = (message: string) => unprocessable(message)
export const fileUnknown = (url: string) =>
  unprocessable(`files contains ${url}, which the partner did not upload for this bounty. Upload it with POST /bounties/{bountyId}/files.`)
export const tooManyUploads = () => tooManyRequests()

export const platformNotConfigured = (platform: string, keys: string) =>
  badRequest(`Posts on ${platform} cannot be counted by this installation. ${keys}`)
export const postNotFound = (url: string) => unprocessable(`${url} is not a public post.`)
export const postUnreadable = (platform: string) => badRequest(`${platform} did not answer with the metrics of the post. Try again later.`)
export const accountNotVerified = (platform: string) => forbidden(`The partner has no verified ${platform} account. Verify one first.`)
export const postOfOtherAccount = (platform: string) =>
  unprocessable(`The post is not from the verified ${platform} account of the partner. Send a post of that account.`)
export const postTooOld = () => unprocessable('The post was published before the bounty started. Send a newer post.')
export const bountyWithoutMetrics = () => badRequest('The bounty does not count views or likes of posts.')
export const bountyNotStarted = () => badRequest('The bounty has not started.')
export const bountyEnded = () => badRequest('The bounty has ended.')
