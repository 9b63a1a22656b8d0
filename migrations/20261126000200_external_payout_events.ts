/** Binds an external payout to the webhook event of its current attempt. */
import { Migration } from '@mikro-orm/migrations'

export class ExternalPayoutEvents extends Migration {
  override up(): void {
    // Null before the confirmation, for payouts that this service pays, and for those that an earlier version announced: any event of
    // their invoice is their current attempt.
    this.addSql(`alter table payouts add external_event_id text`)
  }
}
