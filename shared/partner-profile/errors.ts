import { badRequest, conflict, notFound } from '../kernel/errors.js'

export const ownCustomerNotFound = () => notFound('Customer not found among your customers.')
export const groupNotYours = () => notFound('Group not found: only your own group is visible.')
export const payoutAddressTaken = () => conflict('Another partner account uses this payout address.')
export const payoutMethodIncomplete = (field: string) => badRequest(`${field}: Required for this payout method.`)
