/** Paths of the pages that links in emails open. */
export const resetPath = '/auth/password/reset'
export const confirmEmailPath = '/auth/email'
export const restoreEmailPath = '/auth/email/restore'
export const invitePath = '/auth/invite'
export const impersonatePath = '/auth/impersonate'
export const signInPath = '/auth/sign-in'
