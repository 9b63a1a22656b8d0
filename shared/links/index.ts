/**
 * Links and what organises them: tags, folders, short domains, UTM templates, dashboards.
 *
 * A link is a key on a domain with a destination. Keys are unique on their domain, ignoring case unless the domain is case-sensitive; the
 * first to take a key owns it. Shared domains belong to the service and have no workspace; every other domain belongs to one workspace.
 * Links without a workspace were created anonymously and are deleted after half an hour. Campaign parameters are stored in the destination
 * URL; the `utm` columns only copy them. Link ids start with the time of creation. Changes are published as webhook events and invalidate
 * cached links. Used by the API routes and by the redirect.
 */
export { CountResponse, LinkCount, DeletedLink, type LinkResponse, LinkErrorSchema, LinkSchema, LinkTagSchema } from './link.schema.js'
export { isCountry } from './countries.js'
export { createLinkBodySchema, updateLinkBodySchema } from './link-input.schema.js'
export {
  getLinkInfoQuerySchema,
  getLinkQuerySchema,
  getLinksCountQuerySchema,
  getLinksQuerySchemaBase,
  LinkParams,
} from './link-query.schema.js'
export { DomainSchema } from './domain.schema.js'
export { FolderSchema } from './folder.schema.js'
export { countLinks } from './count-links.js'
export { countPendingLinks } from './count-pending-links.js'
export { decideAbTests } from './ab-tests/decide-ab-tests.js'
export { rollUpLinkCounts } from './roll-up-link-counts.js'
export { bulkCreateLinks, bulkCreateLinksBodySchema, LinkOrError } from './bulk/bulk-create-links.js'
export { bulkDeleteLinks, bulkDeleteLinksQuerySchema, BulkDeleted, deleteIdentifiedLinks, deleteLinks } from './bulk/bulk-delete-links.js'
export { bulkUpdateLinks, bulkUpdateLinksBodySchema } from './bulk/bulk-update-links.js'
export { tablesOfLinks } from './bulk/bulk.queries.js'
export { type CreatedLink, createLinks, type NewLink } from './bulk/create-links.js'
export { parseElement, resultOrError } from './bulk/errors-as-values.js'
export { createLinksAsync, runCreateLinksOperation } from './bulk/create-links-async.js'
export { deleteLinksAsync, runDeleteLinksOperation } from './bulk/delete-links-async.js'
export { countLinksInBody, updateLinksAsync, runUpdateLinksOperation } from './bulk/update-links-async.js'
export { maxBulkLinks } from './limits.js'
export { exportLinks, runExportLinksOperation } from './export/export-links.js'
export { exportLinksQuerySchema } from './export/export-query.schema.js'
export { ClaimLinks, claimLinks } from './claim-links.js'
export { FindFreeKey, findFreeKey, FreeKey, CheckedKey, CheckKey, checkKey } from './check-key.js'
export { TransferLink, transferLink } from './transfer-link.js'
export { isPasswordOf, openPassword, sealPassword } from './link-password.js'
export { countPassword, wrongPasswordWindowMs } from './password-guesses.js'
export { dashboardOfFolder, dashboardOfLink } from './dashboards/find-dashboard.js'
export { createLink, requireQuotaForLinks } from './create-link.js'
export { requireImageAllowed, storePreviewImages } from './store-preview-images.js'
export { deleteLink } from './delete-link.js'
export { deleteLinksOfWorkspace } from './delete-links-of-workspace.js'
export { hiddenFolderIds, requireFolder, requireFolderOfLink, requireFolders, requireFoldersOfLinks } from './folder-access.js'
export { linkEventDataById } from './publish-link-events.js'
export { linksById } from './links-by-id.js'
export { shortLinkOf } from './short-link.js'
export { keyReserved, keyTaken } from './errors.js'
export { Domain } from './domain.entity.js'
export { blockHost } from './destination/blocked-hosts.queries.js'
export { invalidateLinks } from './invalidate-links.js'
export { type UtmKey, utmKeys, utmOf, withCampaign } from './utm.js'
export { normaliseUrl } from './urls.js'
export { asciiDomain, findByName } from './domains/slug.js'
export type { LinkResponse as Link } from './link.schema.js'
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
export { utmTemplateChanged } from './events.js'
export { createUtmTemplate } from './utm-templates/create-utm-template.js'
export { deleteUtmTemplate } from './utm-templates/delete-utm-template.js'
export { listUtmTemplates } from './utm-templates/list-utm-templates.js'
export { updateUtmTemplate } from './utm-templates/update-utm-template.js'
export {
  createLinksInBulk,
  exportLinksToFile,
  deleteLinksInBulk,
  deleteLinksOfDomain,
  detachDeletedFolder,
  moveLinksToRenamedDomain,
  moveLinksToWorkspace,
  detachDeletedTag,
  updateLinksInBulk,
} from './jobs.js'
export { batchJobTimeoutMs, runInBatches, awaitEarlierRequests } from './run-in-batches.js'
export * from './domains/domain-input.schema.js'
export { checkDomainStatus } from './domains/check-domain-status.js'
export { lookUpDns, lookUpTarget } from './domains/dns-lookup.js'
export { verificationStatus } from './domains/dns-verification.js'
export { requireDomainSettings } from './domains/domain-settings.js'
export { createDomain } from './domains/create-domain.js'
export { deleteDomain } from './domains/delete-domain.js'
export { requireFreeSlug } from './domains/require-free-slug.js'
export { finishDomainDeletion } from './domains/finish-domain-deletion.js'
export { countDomains } from './domains/domain-list.queries.js'
export { enforceLinkRetention } from './domains/enforce-link-retention.js'
export { findDomain } from './domains/find-domain.js'
export { listDomains } from './domains/list-domains.js'
export { finishDomainRename } from './domains/finish-domain-rename.js'
export { finishDomainTransfer } from './domains/finish-domain-transfer.js'
export { buyDomain, purchaseDomain, type PurchasedDomain, settlePurchases, storePurchase } from './domains/register-domain.js'
export { openRegistrar } from './domains/registrar.js'
export { renewDomain, renewDomains } from './domains/renew-domains.js'
export { forwardInstructions, ForwardInstructions } from './domains/forward-instructions.js'
export { namesLike, searchAvailableDomains, SearchAvailableDomains } from './domains/search-available-domains.js'
export { resumeDomainMoves } from './domains/resume-domain-moves.js'
export { setPrimaryDomain } from './domains/set-primary-domain.js'
export { setSharedDomains, DefaultDomains, listSharedDomains, SharedDomains } from './domains/shared-domains.js'
export { transferDomain } from './domains/transfer-domain.js'
export { updateDomain } from './domains/update-domain.js'
export { DomainVerification, verifyDomain } from './domains/verify-domain.js'
export { DomainValidation, validateDomain } from './domains/validate-domain.js'
export { ownershipRecordName, ownershipToken } from './domains/dns-verification.js'
export { dnsResolver } from './domains/resolver.js'
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
export { type FinalUrl, finalUrl, redirectParameters } from './destination/final-url.js'
export { findLinkRecord, findLinkWithDomain } from './destination/find-link-record.js'
export { type LinkDirectory, openLinkDirectory } from './destination/link-directory.js'
export { type AppPlatform, deepLinkPageUrl, showsDeepLinkPage, withoutDeepLinkPage } from './destination/deep-link.js'
export type { DomainRecord, LinkRecord } from './destination/link-record.js'
export { deepviewDataOf, linkAddress } from './destination/link-record.queries.js'
export { isTooLong, keyOfPath, lookupKeyOf, rootKey } from './keys.js'
export { isKeyTaken } from './link.queries.js'
export { lookupKeyOn, lookupKeysOf, slugsOfNames } from './lookup-keys.js'
export { generateQrCode, getQRCodeQuerySchema } from './qr/generate-qr-code.js'
export { findIframeable, FindIframeable } from './pages/find-iframeable.js'
export { fetchPreviewImage, PreviewImageQuery, previewImageTypes } from './pages/fetch-preview-image.js'
export { findMetatags, FindMetatags, metatagsTtlMs } from './pages/find-metatags.js'
