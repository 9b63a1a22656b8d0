/** When a commission was recorded, so that emails also report those for something earlier. */
import { Migration } from '@mikro-orm/migrations'

export class RecordedCommissions extends Migration {
  override up(): void {
    // Null for imported ones.
    this.addSql('alter table commissions add column recorded_at timestamptz')
    // The next emails report commissions of the last day.
    this.addSql(`update commissions set recorded_at = created_at where created_at > now() - interval '25 hours'`)
  }
}
