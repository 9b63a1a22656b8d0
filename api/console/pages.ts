/** All pages. Navigation, command palette and titles derive from this list. */
import type { FunctionComponent } from 'preact'
import type { OperationId } from './api-client.js'
import type { IconName } from './kit/icon.js'

export interface PageEntry {
  /** Below the address of the workspace. */
  path: string
  title: string
  icon: IconName
  /** Heading in the navigation. */
  section: 'Attribution' | 'Partner program' | 'Workspace' | 'Administration'
  /** Whether the command palette and other pages lead to it, but not the navigation. */
  isHidden?: boolean
  /** The operation that the page cannot do without. Its permissions and plans are those of the page. */
  needs: OperationId
  load: () => Promise<FunctionComponent>
  /** The page about one object, whose id follows the path. */
  loadOne?: () => Promise<FunctionComponent<{ id: string }>>
}

export const pages: PageEntry[] = [
  {
    path: '',
    title: 'Home',
    icon: 'home',
    section: 'Attribution',
    needs: 'retrieveAnalytics',
    load: () => import('./pages/home.js').then(({ HomePage }) => HomePage),
  },
  {
    path: 'links',
    title: 'Links',
    icon: 'links',
    section: 'Attribution',
    needs: 'getLinks',
    load: () => import('./pages/links.js').then(({ LinksPage }) => LinksPage),
  },
  {
    path: 'links/bulk',
    title: 'Create many links',
    icon: 'upload',
    section: 'Attribution',
    isHidden: true,
    needs: 'bulkCreateLinks',
    load: () => import('./pages/bulk-links.js').then(({ BulkLinksPage }) => BulkLinksPage),
  },
  {
    path: 'analytics',
    title: 'Analytics',
    icon: 'analytics',
    section: 'Attribution',
    needs: 'retrieveAnalytics',
    load: () => import('./pages/analytics.js').then(({ AnalyticsPage }) => AnalyticsPage),
  },
  {
    path: 'events',
    title: 'Events',
    icon: 'events',
    section: 'Attribution',
    needs: 'listEvents',
    load: () => import('./pages/events.js').then(({ EventsPage }) => EventsPage),
  },
  {
    path: 'customers',
    title: 'Customers',
    icon: 'customers',
    section: 'Attribution',
    needs: 'getCustomers',
    load: () => import('./pages/customers.js').then(({ CustomersPage }) => CustomersPage),
  },
  {
    path: 'program',
    title: 'Program',
    icon: 'program',
    section: 'Partner program',
    needs: 'countPartners',
    load: () => import('./pages/program/overview.js').then(({ ProgramPage }) => ProgramPage),
  },
  {
    path: 'partners',
    title: 'Partners',
    icon: 'partners',
    section: 'Partner program',
    needs: 'listPartners',
    load: () => import('./pages/partners.js').then(({ PartnersPage }) => PartnersPage),
    loadOne: () => import('./pages/program/partner.js').then(({ PartnerPage }) => PartnerPage),
  },
  {
    path: 'applications',
    title: 'Applications',
    icon: 'applications',
    section: 'Partner program',
    needs: 'listProgramApplications',
    load: () => import('./pages/applications.js').then(({ ApplicationsPage }) => ApplicationsPage),
  },
  {
    path: 'groups',
    title: 'Groups',
    icon: 'groups',
    section: 'Partner program',
    needs: 'listGroups',
    load: () => import('./pages/groups.js').then(({ GroupsPage }) => GroupsPage),
  },
  {
    path: 'rewards',
    title: 'Rewards',
    icon: 'rewards',
    section: 'Partner program',
    needs: 'listRewards',
    load: () => import('./pages/rewards.js').then(({ RewardsPage }) => RewardsPage),
  },
  {
    path: 'commissions',
    title: 'Commissions',
    icon: 'commissions',
    section: 'Partner program',
    needs: 'listCommissions',
    load: () => import('./pages/commissions.js').then(({ CommissionsPage }) => CommissionsPage),
  },
  {
    path: 'payouts',
    title: 'Payouts',
    icon: 'payouts',
    section: 'Partner program',
    needs: 'listPayouts',
    load: () => import('./pages/payouts.js').then(({ PayoutsPage }) => PayoutsPage),
  },
  {
    path: 'domains',
    title: 'Domains',
    icon: 'domains',
    section: 'Workspace',
    needs: 'listDomains',
    load: () => import('./pages/domains.js').then(({ DomainsPage }) => DomainsPage),
  },
  {
    path: 'folders',
    title: 'Folders',
    icon: 'folders',
    section: 'Workspace',
    needs: 'listFolders',
    load: () => import('./pages/folders.js').then(({ FoldersPage }) => FoldersPage),
  },
  {
    path: 'tags',
    title: 'Tags',
    icon: 'tags',
    section: 'Workspace',
    needs: 'getTags',
    load: () => import('./pages/tags.js').then(({ TagsPage }) => TagsPage),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    icon: 'webhooks',
    section: 'Workspace',
    needs: 'listWebhooks',
    load: () => import('./pages/webhooks.js').then(({ WebhooksPage }) => WebhooksPage),
  },
  {
    path: 'jobs',
    title: 'Jobs',
    icon: 'jobs',
    section: 'Workspace',
    needs: 'listJobs',
    load: () => import('./pages/jobs.js').then(({ JobsPage }) => JobsPage),
    loadOne: () => import('./pages/jobs.js').then(({ JobPage }) => JobPage),
  },
  {
    path: 'api-keys',
    title: 'API keys',
    icon: 'keys',
    section: 'Workspace',
    needs: 'listTokens',
    load: () => import('./pages/api-keys.js').then(({ ApiKeysPage }) => ApiKeysPage),
  },
  {
    path: 'members',
    title: 'Members',
    icon: 'members',
    section: 'Workspace',
    needs: 'listMembers',
    load: () => import('./pages/members.js').then(({ MembersPage }) => MembersPage),
  },
  {
    path: 'settings',
    title: 'Settings',
    icon: 'settings',
    section: 'Workspace',
    needs: 'getWorkspace',
    load: () => import('./pages/settings.js').then(({ SettingsPage }) => SettingsPage),
  },
]
