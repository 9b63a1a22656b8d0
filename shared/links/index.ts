/**
 * Links, and what organises them: tags, folders, short domains.
 *
 * A link is a key on a domain that leads somewhere. Keys are unique on their domain, without regard to case unless the domain
 * tells cases apart; whoever takes a key first has it. The service's own domains belong to no workspace and are open to all;
 * every other domain is its workspace's. A link without a workspace was made by somebody unknown and goes after half an hour.
 * The address holds the campaign; the `utm` columns only repeat it. A link's id begins with the time of its creation.
 * Every change is announced, and told to whatever remembers links. Called by the API's tables and by the redirect.
 */
export { LinkCount, DeletedLink, LinkErrorSchema, LinkSchema, LinkTagSchema } from './link.schema.js'
export { createLinkBodySchema, updateLinkBodySchema } from './link-input.schema.js'
export { getLinkInfoQuerySchema, getLinksCountQuerySchema, getLinksQuerySchemaBase, LinkParams } from './link-query.schema.js'
export { DomainSchema } from './domain.schema.js'
export { FolderSchema } from './folder.schema.js'
export { countLinks } from './count-links.js'
export { createLink } from './create-link.js'
export { deleteLink } from './delete-link.js'
export { deleteUnclaimedLinks } from './delete-unclaimed-links.js'
export { findLinkInfo } from './find-link-info.js'
export { listLinks } from './list-links.js'
export { updateLink } from './update-link.js'
export { upsertLink } from './upsert-link.js'
export { linkCreated, linkDeleted, linkUpdated } from './events.js'
export { ensureDefaultDomain } from './ensure-default-domain.js'
export { isDomainAllowed, IsDomainAllowed } from './is-domain-allowed.js'
export { type Decision, decideDestination, type Visit } from './destination/decide-destination.js'
export { finalUrl, words } from './destination/final-url.js'
export { linkAddress, type LinkDirectory, openLinkDirectory } from './destination/link-directory.js'
export { type DomainRecord, type LinkRecord, passesClickId } from './destination/link-record.js'
export { keyOfPath, lookupKeyOf, rootKey } from './keys.js'
