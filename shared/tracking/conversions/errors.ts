/** Errors of conversions. */
import { badRequest, notFound } from '../../kernel/errors.js'

export const customerIdMissing = () => badRequest('customerExternalId is required.')
export const clickIdMissing = () => badRequest('clickId is required: the customer is new or has no click.')
export const clickNotFound = (clickId: string) => notFound(`Click ${clickId} not found in this workspace.`)
export const linkOfClickNotFound = () => notFound('The link of this click is deleted or disabled.')
export const namedLeadNotFound = (name: string) =>
  notFound(`This customer has no lead named \`${name}\`. Track that lead first, or omit leadEventName.`)
export const leadNotFound = () => notFound('This customer has no lead. Track the lead first, or send the clickId that led to the sale.')
export const alreadySameCustomer = () => badRequest('customerId refers to the same customer.')
