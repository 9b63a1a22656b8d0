/** Links, and what organises them. */
export { ensureDefaultDomain } from './ensure-default-domain.js'
export { isDomainAllowed, IsDomainAllowed } from './is-domain-allowed.js'
