// For recounting figures from events: since when a link's figures count, since when events are kept, and what recounts found.
import { Migration } from '@mikro-orm/migrations'

export class TrackingWhatARecountNeeds extends Migration {
  override up(): void {
    // Set when a link goes to another workspace: what happened before is not counted there.
    this.addSql(`alter table links add column begun_anew_at timestamptz`)
    this.addSql(`create table kept_events (parent text primary key, kept_from timestamptz not null)`)
    this.addPartitionDropper()
    this.addSql(`
      create table verification_reports (
        id integer generated always as identity primary key,
        started_at timestamptz not null,
        finished_at timestamptz not null,
        differences bigint not null,
        report jsonb not null
      )`)
  }

  // Figures go on to count what is dropped. The oldest month goes first, so that one instant says what is left.
  private addPartitionDropper(): void {
    this.addSql(`
      create function drop_events_before(parent text, at timestamptz) returns setof text language plpgsql as $$
      declare
        until timestamptz := date_trunc('month', at, 'UTC');
        name text;
      begin
        for name in
          select child.relname from pg_inherits join pg_class child on child.oid = inhrelid
          where inhparent = to_regclass(quote_ident(parent)) and child.relname < parent || '_' || to_char(until at time zone 'UTC', 'YYYYMM') order by 1
        loop
          execute format('drop table %I', name);
          return next name;
        end loop;
        insert into kept_events values (parent, until) on conflict on constraint kept_events_pkey do update set kept_from = greatest(kept_events.kept_from, excluded.kept_from);
      end $$`)
  }
}
