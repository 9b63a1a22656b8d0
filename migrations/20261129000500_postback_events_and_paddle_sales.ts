/** Ids of postback events that sort by time, and sales of Paddle without tax. */
import { Migration } from '@mikro-orm/migrations'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Only former ids sort after this one: ids by time start with `evt_0` for the next centuries. */
const isFormer = (column: string) => `${column} > 'evt_1' and ${column} ~ '^evt_[0-9A-Za-z]{16}$'`

export class PostbackEventsAndPaddleSales extends Migration {
  override up(): void {
    this.renamePostbackEvents()
    // Refunds are counted without tax from now on.
    this.addSql(`
      update integration_sales set gross = amount, refunded = round(refunded::numeric * amount / gross)
      where provider = 'paddle' and gross > 0 and gross <> amount`)
  }

  private renamePostbackEvents(): void {
    // Those of leads and sales were in another base: they sorted after all others, and were never deleted. They get the ids that they
    // would get now, so that a job that runs again finds them.
    this.addSql(`
      create function event_id_by_time(former text) returns text language sql immutable as $$
        with cause as (select substr(former, 5) as id),
        created as (
          select sum((strpos('${base62}', substr(id, digit, 1)) - 1) * (62 ^ (7 - digit))::bigint)::bigint as milliseconds
          from cause, generate_series(1, 7) as digit
        )
        select 'evt_' || (
            select string_agg(substr('${crockford}', (milliseconds >> (5 * (10 - digit)) & 31)::int + 1, 1), '' order by digit)
            from created, generate_series(1, 10) as digit
          ) || upper(substr(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 1, 16))
        from cause
      $$`)
    this.addSql(`
      update webhook_event_batches batch set event_ids = renamed.ids, first_event = renamed.first, last_event = renamed.last
      from (
        select id, array_agg(event_id order by ordinal) as ids, min(event_id) as first, max(event_id) as last
        from (
          select id, ordinal, case when ${isFormer('former')} then event_id_by_time(former) else former end as event_id
          from webhook_event_batches, unnest(event_ids) with ordinality as queued (former, ordinal) where last_event > 'evt_1'
        ) event group by id
      ) renamed
      where batch.id = renamed.id`)
    this.addSql(`update webhook_deliveries set event_id = event_id_by_time(event_id) where ${isFormer('event_id')}`)
    this.addSql(`
      update webhook_events set id = event_id_by_time(id), body = replace(body, '"id":"' || id || '"', '"id":"' || event_id_by_time(id) || '"')
      where ${isFormer('id')}`)
    this.addSql('drop function event_id_by_time')
  }
}
