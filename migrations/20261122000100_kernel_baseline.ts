// Infrastructure that every domain uses: outbox, short-lived values, rate limits, idempotent responses and monthly partitions.
import { Migration } from '@mikro-orm/migrations'

export class KernelBaseline extends Migration {
  override up(): void {
    this.addOutbox()
    this.addShortLivedState()
    this.addIdempotentResponses()
    this.addMonthlyPartitions()
    this.addEncryptionKeys()
  }

  private addOutbox(): void {
    // Jobs and events are written in the transaction that causes them, and sent after it commits.
    this.addSql(`
      create table outbox (
        id text primary key,
        kind text not null check (kind in ('job', 'event')),
        name text not null,
        payload jsonb not null,
        workspace_id text,
        created_at timestamptz not null default now()
      )`)
  }

  // Both tables are unlogged: a crash may empty them, and writing them skips the write-ahead log.
  private addShortLivedState(): void {
    this.addSql(`
      create unlogged table short_lived (
        key text primary key,
        value text not null,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index short_lived_expires_at on short_lived (expires_at)`)

    // Sliding windows: each row counts the requests of a key by slices of time. Rows change with every request, so each page keeps
    // half of its space free and the new version of a row stays in its page.
    this.addSql(`
      create unlogged table rate_windows (
        key text primary key,
        slice bigint not null,
        counts integer[] not null,
        allowed boolean not null,
        ends_at timestamptz not null
      ) with (fillfactor = 50)`)
  }

  private addIdempotentResponses(): void {
    // The response to each request that carries an idempotency key, so that a repeated request is not carried out twice.
    this.addSql(`
      create table idempotency_keys (
        id text primary key,
        fingerprint text not null,
        response bytea not null,
        created_at timestamptz not null
      )`)
    this.addSql(`create index idempotency_keys_created_at on idempotency_keys (created_at)`)
  }

  private addMonthlyPartitions(): void {
    // Creates the partition for the month (UTC) that contains the instant, unless it exists. The table is created on its own and
    // then attached: attaching takes a weaker lock, so reads and writes of the other months continue.
    this.addSql(`
      create function ensure_month_partition(parent text, at timestamptz) returns void language plpgsql as $$
      declare
        first timestamptz := date_trunc('month', at, 'UTC');
        following timestamptz := date_trunc('month', first + interval '32 days', 'UTC');
        name text := parent || '_' || to_char(first at time zone 'UTC', 'YYYYMM');
      begin
        if to_regclass(quote_ident(name)) is not null then return; end if;
        perform pg_advisory_xact_lock(hashtext('ensure_month_partition'));
        -- Reads the catalog, because to_regclass may answer from a cache that is older than the lock.
        if exists (select from pg_class where relname = name and relnamespace = current_schema()::regnamespace) then return; end if;
        execute format('create table %I (like %I including defaults including constraints including storage)', name, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first, following);
      end $$`)

    // The instant from which each partitioned table is complete. A table without a row is complete from its beginning.
    this.addSql(`
      create table event_retention (
        parent text primary key,
        retained_from timestamptz not null
      )`)

    // Drops the partitions of all months before the one that contains the instant, and returns their names. Drops the oldest month
    // first, so that one instant always describes what is left. Aggregates still count the dropped events.
    this.addSql(`
      create function drop_events_before(parent text, at timestamptz) returns setof text language plpgsql as $$
      declare
        until timestamptz := date_trunc('month', at, 'UTC');
        name text;
      begin
        for name in
          select child.relname
          from pg_inherits
          join pg_class child on child.oid = inhrelid
          where inhparent = to_regclass(quote_ident(parent))
            and child.relname < parent || '_' || to_char(until at time zone 'UTC', 'YYYYMM')
          order by 1
        loop
          execute format('drop table %I', name);
          return next name;
        end loop;
        insert into event_retention values (parent, until)
        on conflict on constraint event_retention_pkey
          do update set retained_from = greatest(event_retention.retained_from, excluded.retained_from);
      end $$`)
  }

  private addEncryptionKeys(): void {
    // The keys that have sealed secrets of this database: a fingerprint, and a known text sealed with the key.
    this.addSql(`
      create table encryption_keys (
        id text primary key,
        check_value text not null,
        created_at timestamptz not null
      )`)
  }
}
