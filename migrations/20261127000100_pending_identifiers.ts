/** Deliveries wait for a customer by every identifier of their event, no longer by the first one only. */
import { Migration } from '@mikro-orm/migrations'

export class PendingIdentifiers extends Migration {
  override up(): void {
    // `pending_on` remains the first identifier, for processes of the earlier version.
    this.addSql(`alter table integration_deliveries add pending_identifiers text[]`)
    this.addSql(`
      create index integration_deliveries_pending_identifiers on integration_deliveries using gin (pending_identifiers)
      where pending_identifiers is not null`)
  }
}
