// What a dollar is worth in other currencies, as last heard; and of which day the rate was that a sale was converted by.
import { Migration } from '@mikro-orm/migrations'

export class TrackingExchangeRates extends Migration {
  override up(): void {
    this.addSql(`
      create table exchange_rates (
        currency text primary key check (currency = lower(currency)),
        per_dollar double precision not null check (per_dollar > 0),
        day date not null
      )`)
    this.addSql(`alter table sale_events add column rate_day date`)
  }
}
