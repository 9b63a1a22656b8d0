/**
 * Links, and what organises them: tags, folders, short domains.
 *
 * A link is a key on a domain that leads somewhere. Keys are unique on their domain, without regard to case unless the domain tells cases
 * apart; whoever takes a key first has it. The service's own domains belong to no workspace and are open to all; every other domain is its
 * workspace's. A link without a workspace was made by somebody unknown and goes after half an hour. The address holds the campaign; the
 * `utm` columns only repeat it. A link's id begins with the time of its creation. Every change of a single link is announced; every change
 * is told to whatever remembers links. Called by the API's tables and by the redirect.
 */
export { CountAnswer, LinkCount, DeletedLink, type LinkAnswer, LinkErrorSchema, LinkSchema, LinkTagSchema } from './link.schema.js'
export { createLinkBodySchema, updateLinkBodySchema } from './link-input.schema.js'
export { getLinkInfoQuerySchema, getLinksCountQuerySchema, getLinksQuerySchemaBase, LinkParams } from './link-query.schema.js'
export { DomainSchema } from './domain.schema.js'
export { FolderSchema } from './folder.schema.js'
export { countLinks } from './count-links.js'
export { decideAbTests } from './ab-tests/decide-ab-tests.js'
export { foldCountsOfLinks } from './fold-counts-of-links.js'
export { bulkCreateLinks, bulkCreateLinksBodySchema, LinkOrError } from './bulk/bulk-create-links.js'
export { bulkDeleteLinks, bulkDeleteLinksQuerySchema, BulkDeleted } from './bulk/bulk-delete-links.js'
export { bulkUpdateLinks, bulkUpdateLinksBodySchema } from './bulk/bulk-update-links.js'
export { createLinksLater, createLinksOfErrand } from './bulk/create-links-later.js'
export { deleteLinksLater, deleteLinksOfErrand } from './bulk/delete-links-later.js'
export { linksNamedIn, updateLinksLater, updateLinksOfErrand } from './bulk/update-links-later.js'
export { mostInBulk } from './limits.js'
export { exportLinks, exportLinksOfErrand } from './export/export-links.js'
export { exportLinksQuerySchema } from './export/export-query.schema.js'
export { ClaimLinks, claimLinks } from './claim-links.js'
export { DrawFreeKey, drawFreeKey, FreeKey, ProbedKey, ProbeKey, probeKey } from './probe-key.js'
export { TransferLink, transferLink } from './transfer-link.js'
export { dashboardOfFolder, dashboardOfLink } from './dashboards/find-dashboard.js'
export { createLink } from './create-link.js'
export { deleteLink } from './delete-link.js'
export { deleteLinksOfWorkspace } from './delete-links-of-workspace.js'
export { requireFolder, requireFolderOf } from './folder-access.js'
export { newsOfLinksById } from './tell-of-links.js'
export { linksById } from './links-by-id.js'
export { shortLinkOf } from './short-link.js'
export { deleteUnclaimedLinks } from './delete-unclaimed-links.js'
export { findLinkInfo } from './find-link-info.js'
export { listLinks } from './list-links.js'
export { updateLink } from './update-link.js'
export { upsertLink } from './upsert-link.js'
export * from './tags/tag-input.schema.js'
export { createTag } from './tags/create-tag.js'
export { deleteTag } from './tags/delete-tag.js'
export { finishTagDeletion } from './tags/finish-tag-deletion.js'
export { listTags } from './tags/list-tags.js'
export { countTags } from './tags/tag.queries.js'
export { updateTag } from './tags/update-tag.js'
export * from './folders/folder-input.schema.js'
export { createFolder } from './folders/create-folder.js'
export { deleteFolder } from './folders/delete-folder.js'
export { findFolder } from './folders/find-folder.js'
export { finishFolderDeletion } from './folders/finish-folder-deletion.js'
export { countFolders } from './folders/folder-list.queries.js'
export { listFolderPermissions } from './folders/list-folder-permissions.js'
export { listFolders } from './folders/list-folders.js'
export { listFolderUsers } from './folders/list-folder-users.js'
export { setFolderRole } from './folders/set-folder-role.js'
export { updateFolder } from './folders/update-folder.js'
export {
  ChangedUtmTemplate,
  DeletedUtmTemplate,
  ListedUtmTemplate,
  utmTemplateBodySchema,
  UtmTemplateParams,
  UtmTemplateSchema,
} from './utm-templates/utm-template.schema.js'
export { createUtmTemplate } from './utm-templates/create-utm-template.js'
export { deleteUtmTemplate } from './utm-templates/delete-utm-template.js'
export { listUtmTemplates } from './utm-templates/list-utm-templates.js'
export { updateUtmTemplate } from './utm-templates/update-utm-template.js'
export {
  createLinksInBulk,
  exportLinksInFile,
  deleteLinksInBulk,
  deleteLinksOfDomain,
  emptyFolder,
  moveLinksToName,
  moveLinksToWorkspace,
  takeTagOffLinks,
  updateLinksInBulk,
} from './jobs.js'
export { batchesWithin, inBatches, pastRequests } from './in-batches.js'
export * from './domains/domain-input.schema.js'
export { checkDomainStatus } from './domains/check-domain-status.js'
export { createDomain } from './domains/create-domain.js'
export { deleteDomain } from './domains/delete-domain.js'
export { finishDomainDeletion } from './domains/delete-links-of-domain.js'
export { countDomains } from './domains/domain-list.queries.js'
export { dropLinksPastRetention } from './domains/drop-links-past-retention.js'
export { findDomain } from './domains/find-domain.js'
export { listDomains } from './domains/list-domains.js'
export { finishRenaming } from './domains/move-links-to-name.js'
export { finishTransfer } from './domains/move-links-to-workspace.js'
export { registerDomain } from './domains/register-domain.js'
export { forwardInstructions, ForwardInstructions } from './domains/forward-instructions.js'
export { searchAvailableDomains, SearchAvailableDomains } from './domains/search-available-domains.js'
export { setPrimaryDomain } from './domains/set-primary-domain.js'
export { chooseSharedDomains, DefaultDomains, listSharedDomains, SharedDomains } from './domains/shared-domains.js'
export { transferDomain } from './domains/transfer-domain.js'
export { updateDomain } from './domains/update-domain.js'
export { DomainVerification, verifyDomain } from './domains/verify-domain.js'
export { DomainValidation, validateDomain } from './domains/validate-domain.js'
export { verifyDomains } from './domains/verify-domains.js'
export {
  createDashboardQuerySchema,
  DashboardParams,
  DashboardSchema,
  DeletedDashboard,
  updateDashboardBodySchema,
} from './dashboards/dashboard.schema.js'
export { createDashboard } from './dashboards/create-dashboard.js'
export { deleteDashboard } from './dashboards/delete-dashboard.js'
export { listDashboards } from './dashboards/list-dashboards.js'
export { updateDashboard } from './dashboards/update-dashboard.js'
export { ensureDefaultDomain } from './ensure-default-domain.js'
export { isDomainAllowed, IsDomainAllowed } from './is-domain-allowed.js'
export { type Decision, decideDestination, type Visit } from './destination/decide-destination.js'
export { finalUrl, words } from './destination/final-url.js'
export { linkAt } from './destination/link-at.js'
export { type LinkDirectory, openLinkDirectory } from './destination/link-directory.js'
export { type DomainRecord, type LinkRecord, passesClickId } from './destination/link-record.js'
export { linkAddress } from './destination/link-record.queries.js'
export { keyOfPath, lookupKeyOf, rootKey } from './keys.js'
export { drawQrCode, getQRCodeQuerySchema } from './qr/draw-qr-code.js'
export { findIframeable, FindIframeable } from './pages/find-iframeable.js'
export { findMetatags, FindMetatags, metatagsKeep } from './pages/find-metatags.js'
