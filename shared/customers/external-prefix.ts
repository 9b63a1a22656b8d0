/** Stands before the caller's own id where a path names a customer. */
export const externalPrefix = 'ext_'
