/** Links, and what organises them. */
export { ensureDefaultDomain } from './ensure-default-domain.js'
