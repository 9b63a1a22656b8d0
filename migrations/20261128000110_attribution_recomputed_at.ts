/** When a recomputation last moved leads or sales of a workspace to other links: they need no commission there. */
import { Migration } from '@mikro-orm/migrations'

export class AttributionRecomputedAt extends Migration {
  override up(): void {
    this.addSql(`alter table workspaces add column attribution_recomputed_at timestamptz`)
  }
}
