/** Errors of the customers domain. */
import { conflict, notFound, unprocessable } from '../kernel/errors.js'

export const customerNotFound = () => notFound('Customer not found.')
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is not the id of a customer in this workspace.`)
export const customerTaken = () => conflict('Another customer already has this externalId or stripeCustomerId.')
