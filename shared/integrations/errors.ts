/** The errors of integrations. */
import { badRequest, notFound, ServiceError, unauthorized, unprocessable } from '../kernel/errors.js'
import { maxConnections } from './limits.js'

export const providerNotFound = (slug: string) => notFound(`Unknown provider: ${slug.slice(0, 100)}`)
export const webhooksNotSupported = (slug: string) => badRequest(`${slug} does not support webhooks`)
export const connectionNotFound = () => notFound('Connection not found')
export const connectionNotActive = () => badRequest('Connection not active')
export const signatureInvalid = () => unauthorized('Invalid signature')
export const bodyNotJson = () => badRequest('The request body is not a JSON object.')

export const settingsInvalid = (issue: string) => unprocessable(issue)
export const secretInvalid = (secretName: string) => unprocessable(`signingSecret does not have the form of: ${secretName}.`)
export const secretMissing = () => badRequest('The connection has no signing secret. Send `signingSecret` first.')
export const apiKeyMissing = () => unprocessable('settings.apiUrl can only be changed together with the key for it. Send `apiKey` too.')
export const tooManyConnections = () =>
  new ServiceError(
    'exceeded_limit',
    `The workspace already has ${maxConnections} connections, the maximum. Delete connections that are no longer used.`,
  )
export const deliveryNotFound = () => notFound('Delivery not found')
export const cursorNotFound = (id: string) => unprocessable(`startingAfter: Delivery ${id} does not belong to this connection.`)
export const notInstalled = () => notFound('The integration is not installed in this workspace.')

const prefix = (provider: string) => provider.toUpperCase()
export const discountProviderKeyRefused = (provider: string) =>
  badRequest(`${prefix(provider)}_RECONNECT_REQUIRED: ${provider} refused the API key of the connection. Set a valid one.`)
export const discountProviderPermissionMissing = (provider: string) =>
  badRequest(`${prefix(provider)}_APP_UPGRADE_REQUIRED: the API key of the connection must be allowed to write discounts and their codes.`)
export const shopAddressMissing = () =>
  badRequest('SHOPIFY_CONNECTION_REQUIRED: set `settings.shop` of the connection, for example `acme.myshopify.com`.')
export const couponNotFound = (couponId: string) =>
  badRequest(`STRIPE_CONNECTION_REQUIRED: the coupon ${couponId} does not exist in Stripe.`)
export const couponTermsDiffer = (couponId: string) =>
  badRequest(`couponId: the coupon ${couponId} has another amount or duration than the discount. Send those of the coupon.`)
export const discountCreationRefused = (provider: string, reason: string | undefined) =>
  new ServiceError('internal_server_error', `${provider} refused the discount code: ${reason ?? 'it gave no reason.'}`)
export const discountProviderFailed = (provider: string, reason: string) =>
  new ServiceError('internal_server_error', `The request to ${provider} failed: ${reason}. Try again.`)
