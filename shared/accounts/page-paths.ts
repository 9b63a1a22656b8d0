/** Where links in letters lead: pages that the service has for people. */
export const resetPath = '/auth/password/reset'
export const confirmEmailPath = '/auth/email'
export const invitePath = '/auth/invite'
