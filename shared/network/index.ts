/**
 * The network: programs that look for partners, in the order and with the texts that the operator chose, and the material that programs
 * give their partners.
 */
export {
  countNetworkPartnersQuerySchema,
  getNetworkPartnersQuerySchema,
  ignorePartnerSchema,
  inviteNetworkPartnerSchema,
  NetworkDecision,
  NetworkInvitesUsage,
  NetworkPartnerCount,
  NetworkPartnerParams,
  NetworkPartnerSchema,
  starPartnerSchema,
} from './discovery/network-partner.schema.js'
export {
  countNetworkPartners,
  ignorePartner,
  inviteNetworkPartner,
  listNetworkPartners,
  networkInvitesUsage,
  starPartner,
} from './discovery/network-partners.js'
export {
  addToMarketplace,
  addToMarketplaceSchema,
  listListings,
  ListingSchema,
  listMarketplaceQuerySchema,
  MarketplaceListing,
  rankMarketplace,
  rankMarketplaceSchema,
  removeFromMarketplace,
  updateListing,
  updateListingSchema,
} from './marketplace/manage-marketplace.js'
export {
  countNetworkProgramsQuerySchema,
  getMarketplaceQuerySchema,
  getNetworkProgramsQuerySchema,
  MarketplaceProgramSchema,
  NetworkProgramCount,
  NetworkProgramSchema,
  NetworkSummarySchema,
} from './marketplace/network-program.schema.js'
export { countNetworkPrograms, listMarketplace, listNetworkPrograms } from './marketplace/network-programs.js'
export { networkSummary } from './marketplace/network-summary.js'
export {
  changeLeadSchema,
  countLeadsQuerySchema,
  countOwnLeadsQuerySchema,
  getLeadsQuerySchema,
  getOwnLeadsQuerySchema,
  LeadCount,
  LeadParams,
  submitLeadSchema,
  SubmittedLeadSchema,
} from './submitted-leads/submitted-lead.schema.js'
export { changeLead, countLeads, countOwnLeads, getLead, listLeads, listOwnLeads, submitLead } from './submitted-leads/submitted-leads.js'
export { refreshPlatforms } from './platforms/refresh-platforms.js'
export { computeSimilarities } from './similarities/compute-similarities.js'
export { followMergedPartner } from './follow-merged-partner.queries.js'
export { createResourceSchema, ResourceParams, ResourceSchema, ResourcesSchema, updateResourceSchema } from './resources/resource.schema.js'
export {
  createResource,
  deleteResource,
  listProgramResources,
  listOwnResources,
  prepareResource,
  prepareResourceUpdate,
  updateResource,
} from './resources/resources.js'
