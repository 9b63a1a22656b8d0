/** Marks an external id in a path parameter that otherwise holds a customer id. */
export const externalPrefix = 'ext_'
