/** Limits of the partners domain. */

/** Items on a page of groups and partners. */
export const maxPartnerTotalsPage = 100
/** Default links of a group: every partner of the group gets a copy of each. */
export const maxDefaultLinks = 5
/** Partners of one bulk action. */
export const maxPartnersInBulk = 100
/** Links of a partner within a list of partners; GET /partners/links returns all of them. */
export const maxLinksOfListedPartner = 100

/** Limits that apply during a trial, whatever the plan. */
export const trialLimits = { partners: 50, groups: 5, partnerTags: 5 }
