/** The refusals of refunds. Each message is written here and nowhere else. */
import { conflict, notFound, unprocessable } from '../../kernel/errors.js'

export const saleNotFound = () => notFound('There is no such sale in this workspace.')
export const nothingLeft = () => conflict('The sale was given back in full already.')
export const refundTooLarge = () => unprocessable('The refund is larger than what is left of the sale.')
export const otherCurrency = (currency: string) => unprocessable(`The sale was made in ${currency}: say the amount in that currency.`)
