// An entry beside a sale may also add to the count of sales: what was given back in full, and came again.
import { Migration } from '@mikro-orm/migrations'

export class TrackingSalesThatComeAgain extends Migration {
  override up(): void {
    this.addSql(
      'alter table sale_events drop constraint sale_events_check, add constraint sale_events_check check (refund_of is not null or sales = 1)',
    )
  }
}
