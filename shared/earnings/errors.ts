/** Errors of the earnings domain. */
import { badRequest, conflict, notFound, unprocessable } from '../kernel/errors.js'

export const groupNotFound = (id: string) => notFound(`Group ${id} not found in this program.`)

export const rewardNotFound = () => notFound('Reward not found.')
export const rewardInvalid = (message: string) => badRequest(message)
export const rewardExists = (event: string) => badRequest(`The group already has a ${event} reward. Change or delete that one.`)

export const commissionNotFound = (id: string) => notFound(`Commission ${id} not found.`)
export const partnerNotEnrolled = (partnerId: string) => notFound(`Partner ${partnerId} is not enrolled in this program.`)
export const tenantNotEnrolled = (tenantId: string) => notFound(`No partner with the tenantId ${tenantId} is enrolled in this program.`)
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is not the id of a commission in this program.`)
export const commissionsNotFound = (ids: readonly string[]) => notFound(`Commissions not found: ${ids.join(', ')}.`)
export const commissionPaid = (ids: readonly string[]) => badRequest(`Paid commissions cannot be changed: ${ids.join(', ')}.`)
export const commissionImmutable = (ids: readonly string[]) =>
  badRequest(`Commissions whose payout is being paid cannot be changed: ${ids.join(', ')}.`)
export const commissionSameStatus = (status: string, ids: readonly string[]) =>
  badRequest(`Commissions that already have the status ${status}: ${ids.join(', ')}.`)
export const amountOfOtherType = (type: string) => badRequest(`Only sale commissions have a sale amount, and this is a ${type} commission.`)
export const amountTooLarge = (max: number) => badRequest(`The amount of the commission would exceed ${max}.`)
export const rewardMissing = () => notFound('The partner has no sale reward. Send earnings to set them without a reward.')

export const customerOrIdRequired = () => badRequest('Send either customerId or customer.')
export const linkOfPartnerNotFound = (linkId: string) => notFound(`Link ${linkId} is not a link of this partner.`)
export const partnerWithoutLinks = (partnerId: string) =>
  badRequest(`Partner ${partnerId} has no links. Create one with POST /partners/links.`)
export const commissionOfInvoiceExists = (invoiceId: string) =>
  conflict(`invoiceId ${invoiceId} belongs to a sale or commission that exists already.`)
export const manualSaleWithImport = () =>
  badRequest('importStripeInvoices cannot be combined with saleAmount, saleEventDate, invoiceId or productId.')
export const stripeNotConnected = () =>
  badRequest('STRIPE_CONNECTION_REQUIRED: No active Stripe connection has an API key. Set its apiKey, or send saleAmount instead.')
export const stripeCustomerMissing = () => badRequest('The customer has no stripeCustomerId, by which its invoices are found.')
export const noInvoicesToImport = () => badRequest('Stripe has no paid invoice of this customer that is not recorded already.')

export const discountNotFound = (id: string) => notFound(`Discount ${id} not found.`)
export const discountExists = () => badRequest('The group already has a discount. Delete that one first.')
export const discountProviderMissing = (provider: string) =>
  badRequest(
    `${provider.toUpperCase()}_CONNECTION_REQUIRED: the workspace has no active ${provider} connection with an API key. ` +
      'Create one with POST /integrations/connections, or send provider custom and apply the discount yourself.',
  )
export const couponsOnlyAtStripe = () => unprocessable('couponTestId: Only discounts of Stripe have coupons.')
export const discountCodeNotFound = (idOrCode: string) => notFound(`Discount code ${idOrCode} not found.`)
export const linkNotOfPartner = (linkId: string) => badRequest(`Link ${linkId} is not a link of this partner.`)
export const partnerWithoutDiscount = (partnerId: string) =>
  badRequest(`Partner ${partnerId} has no discount. Create one for the group of the partner with POST /discounts.`)
export const linkHasCode = (code: string) => badRequest(`The link already has the discount code ${code}.`)
export const codeTaken = (code: string) => conflict(`The discount code ${code} is already taken in this program.`)
export const noFreeCode = (base: string) => conflict(`No free discount code that begins with ${base} was found. Send code.`)
