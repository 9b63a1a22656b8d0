// The facts of busy hours a third time, kind by kind: a question that no rollup answers reads the two or three kinds that it is about.
import { Migration } from '@mikro-orm/migrations'

const kinds = ['client', 'country', 'utm', 'referer', 'link', 'base_url', 'market', 'place', 'referer_url', 'url']

export class TrackingClickColumns extends Migration {
  override up(): void {
    // `at` is the beginning of the hour. An hour has several parts if it has very many facts.
    this.addSql(`
      create table click_columns (
        workspace integer not null,
        at timestamptz not null,
        part smallint not null,
        facts integer not null,
        ${kinds.map((kind) => `${kind} bytea not null`).join(', ')},
        primary key (workspace, at, part) include (facts)
      ) partition by range (at)`)
    // They are read whole, and hardly become smaller: not compressed.
    for (const kind of kinds) this.addSql(`alter table click_columns alter ${kind} set storage external`)
    this.letPartitionsStoreAlike()
    // Which hours ought to have columns.
    this.addSql(`create index click_totals_busy on click_totals (bucket) where tier = 1 and clicks >= 1000`)
  }

  // As before, but a partition stores its columns in the way its parent does.
  private letPartitionsStoreAlike(): void {
    this.addSql(`
      create or replace function ensure_month_partition(parent text, at timestamptz) returns void language plpgsql as $$
      declare
        first timestamptz := date_trunc('month', at, 'UTC');
        following timestamptz := date_trunc('month', first + interval '32 days', 'UTC');
        name text := parent || '_' || to_char(first at time zone 'UTC', 'YYYYMM');
      begin
        if to_regclass(quote_ident(name)) is not null then return; end if;
        perform pg_advisory_xact_lock(hashtext('ensure_month_partition'));
        -- Not to_regclass: it may answer from what was remembered before the lock was waited for.
        if exists (select from pg_class where relname = name and relnamespace = current_schema()::regnamespace) then return; end if;
        execute format('create table %I (like %I including defaults including constraints including storage)', name, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first, following);
      end $$`)
  }
}
