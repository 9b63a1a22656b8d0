/** Refusals of this domain. */
import { planTitle } from '../accounts/index.js'
import { badRequest, forbidden, ServiceError, unprocessable } from '../kernel/errors.js'

export const dateNotUnderstood = (field: string) => unprocessable(`The ${field} is no date that can be understood.`)
export const startTooEarly = (field: string) => unprocessable(`The ${field} lies before 2022-09-22, and nothing was counted then.`)
export const usageExceeded = (plan: string) =>
  forbidden(
    `This workspace has used up the events of its billing period on the ${planTitle(plan)} plan. Upgrade to a higher plan to see analytics again.`,
  )
export const rangeNeedsPlan = (plan: string) =>
  forbidden(`The ${planTitle(plan)} plan does not reach that far back. Upgrade to a higher plan for a longer range.`)
export const foreignProgram = () => forbidden('The programId is not that of this workspace.')
export const uniqueClicksOnly = () => unprocessable('Only clicks are counted by visitors: `unique` goes with event=clicks.')
export const tooManyForVisitors = (clicks: number, most: number) =>
  unprocessable(
    `Visitors are told apart among at most ${inWords(most)} clicks, and these are ${inWords(clicks)}: choose a shorter time, or add filters.`,
  )
const inWords = (count: number) => count.toLocaleString('en-US')
export const dashboardOfNothing = () => badRequest('Name the link of the dashboard by domain and key, or its folder by folderId.')
export const nothingPublic = () => forbidden('This is not public.')
export const dashboardNeedsPassword = () => forbidden('This dashboard has a password, and it is another one.')
export const keyWithoutDomain = () => unprocessable('A key names a link on a domain: name the domain as well.')
export const oneCursorOnly = () => unprocessable('Give startingAfter, endingBefore or page, and only one of them.')
export const cursorNotUnderstood = (field: string) => unprocessable(`The ${field} is not the id of an event.`)
export const tooManyStreams = (most: number) =>
  new ServiceError('rate_limit_exceeded', `The workspace has ${most} live streams open. Close one of them first.`)
export const tooManyQuestions = () =>
  new ServiceError('rate_limit_exceeded', 'Too many questions that look at many events are asked at once. Ask again in a while.', {
    'Retry-After': '10',
  })
