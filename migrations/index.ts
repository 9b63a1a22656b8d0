/** The migrations in the order in which they run. */
import { KernelOutboxAndShortLivedState } from './20261121000100_kernel_outbox_and_short_lived_state.js'
import { AccountsWorkspacesUsersTokens } from './20261121000200_accounts_workspaces_users_tokens.js'
import { LinksLinksTagsFoldersDomains } from './20261121000300_links_links_tags_folders_domains.js'
import { TrackingClickEvents } from './20261121000400_tracking_click_events.js'
import { TrackingVisitsAndBatches } from './20261121000500_tracking_visits_and_batches.js'
import { LinksDetachedTagsAndFoldersUtmDashboards } from './20261121001100_links_detached_tags_and_folders_utm_dashboards.js'
import { LinksDomainChecksAndMoves } from './20261121001200_links_domain_checks_and_moves.js'
import { AccountsPasswordsAndSessions } from './20261121002000_accounts_passwords_and_sessions.js'
import { AccountsWorkspaceSettings } from './20261121002100_accounts_workspace_settings.js'
import { TrackingClickRollups } from './20261121003000_tracking_click_rollups.js'
import { AccountsRequestLogs } from './20261121004000_accounts_request_logs.js'
import { AccountsOauth } from './20261121004100_accounts_oauth.js'
import { ErrandsErrands } from './20261121005000_errands_errands.js'
import { KernelKeptAnswers } from './20261121005100_kernel_kept_answers.js'
import { LinksIndexesInTheOrderOfLists } from './20261121005200_links_indexes_in_the_order_of_lists.js'
import { CustomersCustomers } from './20261121006000_customers_customers.js'
import { TrackingLeadAndSaleEvents } from './20261121006100_tracking_lead_and_sale_events.js'
import { TrackingExchangeRates } from './20261121006200_tracking_exchange_rates.js'
import { TrackingRefunds } from './20261121006300_tracking_refunds.js'
import { MemoriesMemoriesAndHistory } from './20261121007000_memories_memories_and_history.js'
import { MemoriesSearch } from './20261121007100_memories_search.js'
import { TrackingBrinSummaries } from './20261121008000_tracking_brin_summaries.js'

export const migrations = [
  { name: '20261121000100_kernel_outbox_and_short_lived_state', class: KernelOutboxAndShortLivedState },
  { name: '20261121000200_accounts_workspaces_users_tokens', class: AccountsWorkspacesUsersTokens },
  { name: '20261121000300_links_links_tags_folders_domains', class: LinksLinksTagsFoldersDomains },
  { name: '20261121000400_tracking_click_events', class: TrackingClickEvents },
  { name: '20261121000500_tracking_visits_and_batches', class: TrackingVisitsAndBatches },
  { name: '20261121001100_links_detached_tags_and_folders_utm_dashboards', class: LinksDetachedTagsAndFoldersUtmDashboards },
  { name: '20261121001200_links_domain_checks_and_moves', class: LinksDomainChecksAndMoves },
  { name: '20261121002000_accounts_passwords_and_sessions', class: AccountsPasswordsAndSessions },
  { name: '20261121002100_accounts_workspace_settings', class: AccountsWorkspaceSettings },
  { name: '20261121003000_tracking_click_rollups', class: TrackingClickRollups },
  { name: '20261121004000_accounts_request_logs', class: AccountsRequestLogs },
  { name: '20261121004100_accounts_oauth', class: AccountsOauth },
  { name: '20261121005000_errands_errands', class: ErrandsErrands },
  { name: '20261121005100_kernel_kept_answers', class: KernelKeptAnswers },
  { name: '20261121005200_links_indexes_in_the_order_of_lists', class: LinksIndexesInTheOrderOfLists },
  { name: '20261121006000_customers_customers', class: CustomersCustomers },
  { name: '20261121006100_tracking_lead_and_sale_events', class: TrackingLeadAndSaleEvents },
  { name: '20261121006200_tracking_exchange_rates', class: TrackingExchangeRates },
  { name: '20261121006300_tracking_refunds', class: TrackingRefunds },
  { name: '20261121007000_memories_memories_and_history', class: MemoriesMemoriesAndHistory },
  { name: '20261121007100_memories_search', class: MemoriesSearch },
  { name: '20261121008000_tracking_brin_summaries', class: TrackingBrinSummaries },
]
