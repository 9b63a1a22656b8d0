/** Path of the page behind the link that confirms an application. */
export const confirmApplicationPath = '/auth/program-application'
/** Path of the page on which partners apply to a program. */
export const applyPath = '/auth/apply'
