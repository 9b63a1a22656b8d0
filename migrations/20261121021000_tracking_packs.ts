// Rollups a third time, all values of a kind in one row: many values are read at once many times as quickly as row by row.
import { Migration } from '@mikro-orm/migrations'

export class TrackingPacks extends Migration {
  override up(): void {
    // How many events made a bucket worth adding up by kind when this was written.
    this.addPacks('click', 'clicks >= 5000')
    this.addPacks('conversion', 'leads + sales >= 2000')
  }

  private addPacks(ledger: string, isLarge: string): void {
    this.addSql(`
      create table ${ledger}_packs (
        workspace integer not null,
        kind smallint not null,
        tier smallint not null,
        bucket timestamptz not null,
        pack bytea not null,
        primary key (workspace, kind, tier, bucket)
      )`)
    // Numbers hardly shrink, and reading them should cost nothing.
    this.addSql(`alter table ${ledger}_packs alter pack set storage external`)
    // False while a closed bucket lacks what the next fold gives it: its packs after a change, or its rollups because it has grown.
    this.addSql(`alter table ${ledger}_totals add column tended boolean not null default true`)
    this.addSql(`update ${ledger}_totals set tended = false where tier > 0 and (dense or ${isLarge})`)
    this.addSql(`create index ${ledger}_totals_untended on ${ledger}_totals (tier, bucket) where not tended`)
  }
}
