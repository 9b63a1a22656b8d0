/** The page behind the link that opens a partner account or accepts an invite to one. */
export const partnerSignUpPath = '/auth/partner'
