// Windows that slide: requests are counted by slices of time. What was counted before is forgotten with its table.
import { Migration } from '@mikro-orm/migrations'

export class KernelSlidingRates extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table rate_windows (
        key text primary key,
        slice bigint not null,
        counts integer[] not null,
        allowed boolean not null,
        ends_at timestamptz not null
      ) with (fillfactor = 50)`)
    this.addSql('drop table rate_limits')
  }
}
