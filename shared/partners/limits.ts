/** Limits of the partners domain. */
import type { Rate } from '../kernel/store/rate-limits.js'
import { days, hours } from '../kernel/time.js'

/** Items on a page of groups and partners. */
export const maxPartnerTotalsPage = 100
/** Default links of a group: every partner of the group gets a copy of each. */
export const maxDefaultLinks = 5
/** Partners of one bulk action. */
export const maxPartnersInBulk = 100
/** Partners invited by one request. */
export const maxInvitesInBulk = 50
/** Items on a page. */
export const maxPartnerTagsPage = 100
export const maxPartnerCommentsPage = 100
export const maxActivitiesPage = 100
export const maxInvitesPage = 100
/** Links of a partner within a list of partners; GET /partners/links returns all of them. */
export const maxLinksOfListedPartner = 100

/** Requests that invite partners, per workspace. */
export const inviteRequestRate: Rate = { requests: 120, windowMs: hours(1) }
/** How long the link of an invite works, and how often its email can be sent. */
export const inviteLinkTtlMs = days(90)
export const inviteResendIntervalMs = days(1)
/** How long declined invites and rejected applications are kept. */
export const declinedRetentionMs = days(90)
export const rejectedRetentionMs = days(30)

/** Limits that apply during a trial, whatever the plan. */
export const trialLimits = { partners: 50, groups: 5, partnerTags: 5 }
