/** Path of the page that the link in an invite opens. */
export const partnerInvitePath = '/auth/partner-invite'
