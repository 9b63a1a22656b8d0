// Hours are added up by every kind now: those of many values began with six hours, and the ends of a range were read fact by fact.
import { Migration } from '@mikro-orm/migrations'

const kinds = `(values (6::smallint, fact.base_url), (7, fact.market), (8, fact.place), (9, fact.referer_url), (10, fact.url)) as counted(kind, value)`

export class TrackingHoursOfAllKinds extends Migration {
  override up(): void {
    // No hour may be closed meanwhile: these are what folds of clicks, and of leads and sales, wait for.
    this.addSql(`select pg_advisory_xact_lock(7104202), pg_advisory_xact_lock(hashtext('fold_conversions'))`)
    this.addHours('click', { clicks: 'count(*)' })
    this.addHours('conversion', { leads: 'sum(fact.leads)', sales: 'sum(fact.sales)', amount: 'sum(fact.amount)' })
  }

  // Hour by hour: sums of a whole month at once would not fit into memory.
  private addHours(ledger: string, counters: Record<string, string>): void {
    const names = Object.keys(counters)
    this.addSql(`
      insert into ${ledger}_rollups (tier, bucket, workspace, kind, value, ${names.join(', ')})
      select 1, bucket, total.workspace, kind, value, ${names.map((name) => `counted.${name}`).join(', ')}
      from (select * from ${ledger}_totals where tier = 1 and dense order by bucket) as total cross join lateral (
        select kind, value, ${Object.entries(counters)
          .map(([name, sum]) => `${sum} as ${name}`)
          .join(', ')}
        from ${ledger}_facts as fact cross join lateral ${kinds}
        where fact.workspace = total.workspace and at >= bucket and at < bucket + interval '1 hour' and hour = floor(extract(epoch from bucket) / 3600)::integer
        group by 1, 2 offset 0
      ) as counted`)
  }
}
