import { days, hours, minutes, seconds } from '../kernel/time.js'

export const partnerUserRate = { requests: 600, windowMs: minutes(1) }
/** Of paths with analytics and events. */
export const partnerAnalyticsRate = { requests: 8, windowMs: seconds(1) }
export const maxPartnerUsers = 50
export const inviteTtlMs = days(14)
export const expiredInviteRetentionMs = days(30)
export const signUpLinkTtlMs = hours(24)
