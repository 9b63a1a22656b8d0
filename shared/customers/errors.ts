/** The errors of the customers domain. Each message is written here and nowhere else. */
import { conflict, notFound, unprocessable } from '../kernel/errors.js'

export const customerNotFound = () => notFound('Customer not found.')
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is no customer of this workspace.`)
export const customerTaken = () => conflict('Another customer has this externalId or stripeCustomerId.')
