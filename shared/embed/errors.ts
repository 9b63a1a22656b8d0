/** Errors of the embed domain. Each message is defined only here. */
import { forbidden, unauthorized, unprocessable } from '../kernel/errors.js'

export const embedPartnerMissing = () => unprocessable('Send partnerId, tenantId or partner.')
export const invalidEmbedToken = () => unauthorized('The embed token is unknown or has expired. Create a new one on your server.')
export const embedEarningsHidden = () => forbidden('The program hides earnings on embedded pages.')
export const embedPartnerWithoutGroup = () => forbidden('The partner is in no group of the program.')
