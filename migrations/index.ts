/** The migrations in the order in which they run. Their files and the library behind them are loaded only when one has to run. */
import type { Migration } from '@mikro-orm/migrations'

export const migrations = [
  '20261122000100_kernel_baseline',
  '20261122000200_accounts_baseline',
  '20261122000300_background_operations_baseline',
  '20261122000400_links_baseline',
  '20261122000500_customers_baseline',
  '20261122000600_rollups_baseline',
  '20261122000700_tracking_baseline',
  '20261122000800_memories_baseline',
  '20261122000900_integrations_baseline',
  '20261122001000_webhooks_baseline',
  '20261122001100_partners_baseline',
  '20261122001150_partner_accounts_baseline',
  '20261122001200_earnings_baseline',
  '20261122001300_payouts_baseline',
  '20261122001400_fraud_baseline',
  '20261122001500_applications_baseline',
  '20261122001600_bounties_baseline',
  '20261122001700_campaigns_baseline',
  '20261122001900_embed_baseline',
  '20261122002000_network_baseline',
  '20261122002100_postbacks_baseline',
  '20261122002200_imports_baseline',
  '20261122002300_administration_baseline',
  '20261122002400_exports_baseline',
  '20261124000100_network_similarities',
  '20261124000150_import_counts',
  '20261124000200_events_in_clickhouse',
  '20261124000300_completed_jobs',
  '20261124000350_rollup_packs',
  '20261124000400_saved_views',
  '20261124000500_event_moves',
  '20261125000100_commission_figures',
  '20261125000200_facts_by_link',
  '20261126000100_referrers_by_program',
  '20261126000200_external_payout_events',
  '20261126000300_click_rewards_since',
  '20261126000400_nickname_codes',
  '20261127000100_pending_identifiers',
  '20261127000200_repeated_duplicate_checks',
  '20261127000310_bounty_audiences',
  '20261127000320_late_bounty_counts',
  '20261127000600_codes_of_deleted_links',
  '20261127004310_impersonated_sessions',
  '20261127004320_customers_of_deleted_memories',
  '20261127004600_payout_account_ids',
  '20261128000100_customer_erasures',
  '20261128000110_attribution_recomputed_at',
  '20261128000200_customers_of_commission_events',
  '20261129000100_partner_ended_links',
  '20261129000200_background_operation_progress',
  '20261129000300_clicks_of_merged_customers',
  '20261129000400_restored_partners',
  '20261129000500_postback_events_and_paddle_sales',
  '20261129000600_refund_metadata',
  '20261129000700_metadata_of_earlier_refunds',
  '20261129000800_addresses_of_merged_customers',
  '20261129000900_former_click_rewards',
  '20261130000100_link_change_notifications',
  '20261130000200_codes_of_transferred_links',
  '20261130001030_deleted_discount_codes',
]

type Step = new (...needs: ConstructorParameters<typeof Migration>) => Migration

/** Each file exports one class. */
export async function loadMigration(name: string): Promise<{ name: string; class: Step }> {
  const [step] = Object.values<Step>(await import(`./${name}.js`))
  if (!step) throw new Error(`migrations/${name}.ts exports no class`)
  return { name, class: step }
}
