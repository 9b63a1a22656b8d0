/** The image whose request shows that an email was opened; its token follows. */
export const openedImagePath = '/emails/opened'
/** The page on which recipients end campaigns. */
export const unsubscribePath = '/emails/unsubscribe'
