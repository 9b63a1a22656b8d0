/** Errors of this domain. */
import { planTitle } from '../accounts/index.js'
import { badRequest, forbidden, ServiceError, unprocessable } from '../kernel/errors.js'
import { seconds } from '../kernel/time.js'
import { maxQueryMs } from './limits.js'

export const invalidDate = (field: string) => unprocessable(`${field} is not a valid date.`)
export const endWithoutStart = () => unprocessable('end requires start. Pass the first day as well.')
export const metadataConditionInvalid = (text: string) =>
  unprocessable(
    `query: the condition ${text.slice(0, 100)} is not valid. Write metadata['key'], an operator (:, !=, >, <, >=, <=) and a value, ` +
      'which must be a number for >, <, >= and <=. A key consists of letters, digits, _ and .',
  )
export const filterNotSupported = (name: string) =>
  unprocessable(`${name} is not supported: excluded requests are counted by link, day and reason only. Remove this filter.`)
export const startTooEarly = (field: string) =>
  unprocessable(`${field} is before 2022-09-22. Choose a later date, or interval=all, which contains older events that were imported.`)
export const usageExceeded = (plan: string) =>
  forbidden(
    `This workspace has reached the event limit of its billing period on the ${planTitle(plan)} plan. Upgrade to a higher plan to see analytics again.`,
  )
export const rangeNeedsPlan = (plan: string) =>
  forbidden(`The ${planTitle(plan)} plan does not include data this far back. Choose a shorter range or upgrade to a higher plan.`)
export const foreignProgram = () => forbidden('programId does not belong to this workspace.')
export const uniqueClicksOnly = () => unprocessable('unique is only supported for clicks. Set event=clicks.')
export const tooManyClicksForUnique = (clicks: number, maxClicks: number) =>
  unprocessable(
    `unique is supported for up to ${formatCount(maxClicks)} clicks, but the query matches ${formatCount(clicks)}. Choose a shorter range or add filters.`,
  )
const formatCount = (count: number) => count.toLocaleString('en-US')
export const queryTooSlow = () =>
  unprocessable(`The query took longer than ${maxQueryMs / seconds(1)} seconds. Choose a shorter range or add filters.`)
export const dashboardTargetRequired = () =>
  badRequest('The dashboard is not specified. Pass domain and key of its link, or folderId of its folder.')
export const notPublic = () => forbidden('These analytics are not public.')
export const incorrectDashboardPassword = () => forbidden('Incorrect dashboard password.')
export const tooManyDashboardPasswords = (seconds: number) =>
  new ServiceError('rate_limit_exceeded', 'Too many incorrect passwords.', { 'Retry-After': String(seconds) })
export const keyWithoutDomain = () => unprocessable('key requires domain. Pass the domain of the link as well.')
export const conflictingCursors = () => unprocessable('Only one of startingAfter, endingBefore and page can be used.')
export const invalidCursor = (field: string) => unprocessable(`${field} is not the id of an event.`)
export const tooManyStreams = (maxStreams: number) =>
  new ServiceError('rate_limit_exceeded', `The workspace has ${maxStreams} live streams open. Close one of them first.`)
export const tooManyHeavyQueries = () =>
  new ServiceError('rate_limit_exceeded', 'Too many heavy analytics queries are running. Try again later.', {
    'Retry-After': '10',
  })
