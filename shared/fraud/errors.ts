/** Errors of the fraud domain. */
import { badRequest, conflict, notFound } from '../kernel/errors.js'

export const fraudGroupsNotFound = (ids: readonly string[]) => notFound(`Fraud groups not found: ${ids.join(', ')}.`)
export const fraudGroupNotPending = (ids: readonly string[]) => badRequest(`Fraud groups that are not pending: ${ids.join(', ')}.`)
export const fraudEventFilterMissing = () => badRequest('Select the events with groupId, or with customerId and type.')

export const partnerNotEnrolled = (partnerId: string) => notFound(`Partner ${partnerId} is not enrolled in this program.`)
export const partnerNotBanned = (partnerId: string) =>
  badRequest(`Partner ${partnerId} is not banned. Ban it with POST /partners/ban before you report it.`)
export const alertPending = (partnerId: string) => conflict(`Partner ${partnerId} is already reported and not reviewed yet.`)
export const fraudAlertNotFound = (id: string) => notFound(`Fraud alert ${id} not found.`)
export const alertReviewed = (status: string) => conflict(`The fraud alert was already ${status}.`)
