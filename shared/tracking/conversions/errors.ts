/** The refusals of conversions. Each message is written here and nowhere else. */
import { badRequest, notFound } from '../../kernel/errors.js'

export const customerNotNamed = () => badRequest('Name the customer by customerExternalId.')
export const clickNotNamed = () => badRequest('A clickId is needed: the customer is new, or came without a click.')
export const clickNotFound = (clickId: string) => notFound(`There is no click ${clickId} in this workspace.`)
export const linkOfClickNotFound = () => notFound('The link of this click is gone or disabled.')
export const leadNotFound = () =>
  notFound('This customer has no such lead: track the lead first, or send the clickId that led to the sale.')
export const mergedWithItself = () => badRequest('These are one customer already.')
