/** Errors of the earnings domain. */
import { badRequest, conflict, notFound, unprocessable } from '../kernel/errors.js'

export const programNotFound = () => notFound('This workspace has no partner program. Create one with POST /programs.')
export const groupNotFound = (id: string) => notFound(`Group ${id} not found in this program.`)

export const rewardNotFound = () => notFound('Reward not found.')
export const rewardInvalid = (message: string) => badRequest(message)
export const rewardExists = (event: string) => badRequest(`The group already has a ${event} reward. Change or delete that one.`)

export const commissionNotFound = (id: string) => notFound(`Commission ${id} not found.`)
export const partnerNotEnrolled = (partnerId: string) => notFound(`Partner ${partnerId} is not enrolled in this program.`)
export const tenantNotEnrolled = (tenantId: string) => notFound(`No partner with the tenantId ${tenantId} is enrolled in this program.`)
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is not the id of a commission in this program.`)
export const invoiceTaken = (invoiceId: string) => conflict(`A commission with the invoiceId ${invoiceId} already exists in this program.`)
