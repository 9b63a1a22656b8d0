/** The list of endpoint tables, in the order of the description, and the permissions and plans that rows may name. */
import { permissions, plans } from '../../shared/accounts/index.js'
import { DiscountCodeSchema } from '../../shared/earnings/index.js'
import { DomainSchema, FolderSchema, LinkErrorSchema, LinkSchema, LinkTagSchema } from '../../shared/links/index.js'
import { measureVerification } from '../../shared/maintenance/index.js'
import { partnerPermissions } from '../../shared/partner-accounts/index.js'
import { measureQueuedClicks } from '../../shared/tracking/index.js'
import { webhookEventSchema } from '../../shared/webhooks/index.js'
import type { Tables } from '../app.js'
import type { Endpoint } from '../endpoint.js'
import { administration } from './administration.js'
import { analytics } from './analytics.js'
import { applicationPages } from './application-pages.js'
import { applications } from './applications.js'
import { attribution } from './attribution.js'
import { authPages } from './auth-pages.js'
import { auth } from './auth.js'
import { bounties } from './bounties.js'
import { bulkLinks } from './bulk-links.js'
import { bulkPartners } from './bulk-partners.js'
import { campaignEmails } from './campaign-emails.js'
import { campaigns } from './campaigns.js'
import { commissions } from './commissions.js'
import { customers } from './customers.js'
import { dashboards } from './dashboards.js'
import { deepLinks } from './deep-links.js'
import { discounts } from './discounts.js'
import { domainRegistration } from './domain-registration.js'
import { domains } from './domains.js'
import { embed } from './embed.js'
import { events } from './events.js'
import { exports } from './exports.js'
import { figures } from './figures.js'
import { files } from './files.js'
import { folders } from './folders.js'
import { fraud } from './fraud.js'
import { groups } from './groups.js'
import { imports } from './imports.js'
import { integrationDeliveries } from './integration-deliveries.js'
import { integrations } from './integrations.js'
import { jobs } from './jobs.js'
import { linkPages } from './link-pages.js'
import { links } from './links.js'
import { logs } from './logs.js'
import { members } from './members.js'
import { memories } from './memories.js'
import { memoryClient } from './memory-client.js'
import { messages } from './messages.js'
import { networkPartners } from './network-partners.js'
import { network } from './network.js'
import { oauth } from './oauth.js'
import { operations } from './operations.js'
import { partnerAccounts } from './partner-accounts.js'
import { partnerAdministration } from './partner-administration.js'
import { partnerComments } from './partner-comments.js'
import { partnerInvites } from './partner-invites.js'
import { partnerLinks } from './partner-links.js'
import { partnerPayouts } from './partner-payouts.js'
import { partnerPrograms } from './partner-programs.js'
import { partnerStatistics } from './partner-statistics.js'
import { partnerTags } from './partner-tags.js'
import { partnerUsers } from './partner-users.js'
import { partners } from './partners.js'
import { payoutSettings } from './payout-settings.js'
import { payouts } from './payouts.js'
import { postbacks } from './postbacks.js'
import { programs } from './programs.js'
import { qr } from './qr.js'
import { rewards } from './rewards.js'
import { savedViews } from './saved-views.js'
import { script } from './script.js'
import { submittedLeads } from './submitted-leads.js'
import { tags } from './tags.js'
import { tokens } from './tokens.js'
import { track } from './track.js'
import { account } from './user.js'
import { utm } from './utm.js'
import { webhookDeliveries } from './webhook-deliveries.js'
import { webhooks } from './webhooks.js'
import { workflows } from './workflows.js'
import { workspaceAdministration } from './workspace-administration.js'
import { workspaces } from './workspaces.js'

const rows: Endpoint[] = [
  ...links,
  ...bulkLinks,
  ...linkPages,
  ...analytics,
  ...events,
  ...tags,
  ...folders,
  ...domains,
  ...domainRegistration,
  ...utm,
  ...dashboards,
  ...savedViews,
  ...track,
  ...script,
  ...deepLinks,
  ...files,
  ...customers,
  ...applications,
  ...applicationPages,
  ...partnerInvites,
  ...partnerTags,
  ...bulkPartners,
  ...partners,
  ...partnerLinks,
  ...partnerComments,
  ...partnerAccounts,
  ...partnerUsers,
  ...partnerPrograms,
  ...partnerStatistics,
  ...partnerPayouts,
  ...network,
  ...administration,
  ...figures,
  ...partnerAdministration,
  ...workspaceAdministration,
  ...networkPartners,
  ...submittedLeads,
  ...programs,
  ...groups,
  ...commissions,
  ...payoutSettings,
  ...payouts,
  ...discounts,
  ...rewards,
  ...fraud,
  ...bounties,
  ...campaigns,
  ...campaignEmails,
  ...workflows,
  ...messages,
  ...embed,
  ...qr,
  ...jobs,
  ...webhooks,
  ...webhookDeliveries,
  ...postbacks,
  ...memories,
  ...memoryClient,
  ...integrations,
  ...integrationDeliveries,
  ...imports,
  ...exports,
  ...workspaces,
  ...attribution,
  ...members,
  ...tokens,
  ...oauth,
  ...logs,
  ...account,
  ...auth,
  ...authPages,
  ...operations,
]

/** Public schemas that the description contains even if no operation uses them. */
const published = [LinkSchema, LinkTagSchema, FolderSchema, DomainSchema, DiscountCodeSchema, webhookEventSchema, LinkErrorSchema]

export const tables: Tables = {
  rows,
  published,
  // Endpoints of platform administrators require a role instead of a permission.
  permissions: [...permissions, ...partnerPermissions, 'owner'],
  plans,
  measures: [measureVerification, measureQueuedClicks],
}
