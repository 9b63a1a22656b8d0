/** All pages. Navigation and titles derive from these lists. */
import type { ComponentType } from 'preact'
import type { OperationId } from '../console/api-client.js'
import type { IconName } from '../console/kit/icon.js'
import { isActive, type ProgramDetails } from './shell/program.js'

interface PageOf {
  /** Below `/portal`, or below the address of a program. */
  path: string
  title: string
  icon: IconName
  /** The operation that the page cannot do without. Its permissions are those of the page. */
  needs: OperationId
  load: () => Promise<ComponentType>
}
/** A page about one program of the partner. */
export interface ProgramPage extends PageOf {
  /** Whether the program offers it. */
  isFor?: (program: ProgramDetails) => boolean
}

export const accountPages: PageOf[] = [
  {
    path: '',
    title: 'Programs',
    icon: 'partners',
    needs: 'listOwnPrograms',
    load: () => import('./pages/programs.js').then(({ ProgramsPage }) => ProgramsPage),
  },
  {
    path: 'marketplace',
    title: 'Marketplace',
    icon: 'search',
    needs: 'listNetworkPrograms',
    load: () => import('./pages/marketplace.js').then(({ MarketplacePage }) => MarketplacePage),
  },
  {
    path: 'payouts',
    title: 'Payouts',
    icon: 'payouts',
    needs: 'listOwnPayouts',
    load: () => import('./pages/payouts.js').then(({ PayoutsPage }) => PayoutsPage),
  },
  {
    path: 'messages',
    title: 'Messages',
    icon: 'events',
    needs: 'listPartnerMessages',
    load: () => import('./pages/messages.js').then(({ MessagesPage }) => MessagesPage),
  },
  {
    path: 'referrals',
    title: 'Referrals',
    icon: 'members',
    needs: 'listReferredPartners',
    load: () => import('./pages/referrals.js').then(({ ReferralsPage }) => ReferralsPage),
  },
  {
    path: 'postbacks',
    title: 'Postbacks',
    icon: 'webhooks',
    needs: 'listPostbacks',
    load: () => import('./pages/postbacks.js').then(({ PostbacksPage }) => PostbacksPage),
  },
  {
    path: 'profile',
    title: 'Profile',
    icon: 'settings',
    needs: 'getPartnerProfile',
    load: () => import('./pages/profile.js').then(({ ProfilePage }) => ProfilePage),
  },
]

export const programPages: ProgramPage[] = [
  {
    path: '',
    title: 'Overview',
    icon: 'home',
    needs: 'getOwnProgram',
    load: () => import('./pages/program-home.js').then(({ ProgramHomePage }) => ProgramHomePage),
  },
  {
    path: 'links',
    title: 'Links',
    icon: 'links',
    needs: 'listOwnLinks',
    load: () => import('./pages/links.js').then(({ LinksPage }) => LinksPage),
  },
  {
    path: 'earnings',
    title: 'Earnings',
    icon: 'commissions',
    needs: 'listOwnEarnings',
    load: () => import('./pages/earnings.js').then(({ EarningsPage }) => EarningsPage),
  },
  {
    path: 'customers',
    title: 'Customers',
    icon: 'customers',
    needs: 'listOwnCustomers',
    load: () => import('./pages/customers.js').then(({ CustomersPage }) => CustomersPage),
  },
  {
    path: 'leads',
    title: 'Submitted leads',
    icon: 'applications',
    needs: 'listOwnLeads',
    isFor: ({ referralFormData }) => referralFormData !== null,
    load: () => import('./pages/leads.js').then(({ LeadsPage }) => LeadsPage),
  },
  {
    path: 'bounties',
    title: 'Bounties',
    icon: 'rewards',
    needs: 'listOwnBounties',
    load: () => import('./pages/bounties.js').then(({ BountiesPage }) => BountiesPage),
  },
  {
    path: 'resources',
    title: 'Resources',
    icon: 'folders',
    needs: 'listOwnResources',
    isFor: isActive,
    load: () => import('./pages/resources.js').then(({ ResourcesPage }) => ResourcesPage),
  },
  {
    path: 'referred-partners',
    title: 'Referred partners',
    icon: 'members',
    needs: 'listReferralsToProgram',
    load: () => import('./pages/program-referrals.js').then(({ ProgramReferralsPage }) => ProgramReferralsPage),
  },
]
