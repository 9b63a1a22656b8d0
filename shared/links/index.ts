/** Links, and what organises them. */
export { LinkErrorSchema, LinkSchema, LinkTagSchema } from './link.schema.js'
export { DomainSchema } from './domain.schema.js'
export { FolderSchema } from './folder.schema.js'
export { ensureDefaultDomain } from './ensure-default-domain.js'
export { isDomainAllowed, IsDomainAllowed } from './is-domain-allowed.js'
