/** Errors of refunds. */
import { conflict, notFound, unprocessable } from '../../kernel/errors.js'

export const saleNotFound = () => notFound('Sale not found in this workspace.')
export const alreadyRefunded = () => conflict('The sale is already fully refunded.')
export const refundTooLarge = () => unprocessable('The amount exceeds what is left to refund.')
export const currencyMismatch = (currency: string) => unprocessable(`The sale was made in ${currency}. Send the amount in that currency.`)
