// Bounties, their audience, submissions and uploaded files, and the partners whose performance has to be counted again.
import { Migration } from '@mikro-orm/migrations'

export class BountiesBaseline extends Migration {
  override up(): void {
    this.addBounties()
    this.addSubmissions()
    this.addPendingCounts()
  }

  private addBounties(): void {
    // opened_at and closed_at are when the service noticed the start and the end. Partners up to notified_through were notified.
    this.addSql(`
      create table bounties (
        id text primary key,
        program_id text not null references programs on delete cascade,
        name text,
        description text,
        type text not null check (type in ('performance', 'submission')),
        start_mode text not null default 'absolute' check (start_mode in ('absolute', 'relative')),
        starts_at timestamptz,
        ends_at timestamptz,
        ends_after_days integer check (ends_after_days > 0),
        submissions_open_at timestamptz,
        submission_frequency text check (submission_frequency in ('day', 'week', 'month')),
        max_submissions smallint not null default 1 check (max_submissions between 1 and 50),
        reward_amount integer check (reward_amount > 0),
        reward_description text,
        performance_condition jsonb,
        performance_disabled_at timestamptz,
        performance_scope text check (performance_scope in ('new', 'lifetime')),
        submission_requirements jsonb,
        social_metrics_last_synced_at timestamptz,
        notifies_partners boolean not null default false,
        notified_through text,
        opened_at timestamptz,
        closed_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((start_mode = 'absolute') = (starts_at is not null)),
        check (ends_at is null or ends_after_days is null)
      )`)
    this.addSql(`create index bounties_program_id on bounties (program_id, id desc)`)
    this.addSql(`create index bounties_to_open on bounties (starts_at) where opened_at is null`)
    this.addSql(`create index bounties_to_close on bounties (ends_at) where closed_at is null and ends_at is not null`)
    // A bounty without groups and tags is for every partner.
    this.addSql(`
      create table bounty_groups (
        bounty_id text not null references bounties on delete cascade,
        group_id text not null references partner_groups on delete cascade,
        primary key (bounty_id, group_id)
      )`)
    this.addSql(`create index bounty_groups_group_id on bounty_groups (group_id)`)
    this.addSql(`
      create table bounty_tags (
        bounty_id text not null references bounties on delete cascade,
        tag_id text not null references partner_tags on delete cascade,
        primary key (bounty_id, tag_id)
      )`)
    this.addSql(`create index bounty_tags_tag_id on bounty_tags (tag_id)`)
  }

  private addSubmissions(): void {
    // commission_id and reviewer_id refer to rows that may be deleted: no foreign keys.
    this.addSql(`
      create table bounty_submissions (
        id text primary key,
        bounty_id text not null references bounties on delete cascade,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        period_number smallint not null default 1 check (period_number >= 1),
        status text not null check (status in ('draft', 'submitted', 'approved', 'rejected')),
        description text,
        urls jsonb,
        files jsonb,
        performance_count bigint,
        social_metric_count bigint,
        social_metrics_last_synced_at timestamptz,
        commission_id text,
        reviewer_id text,
        rejection_reason text,
        rejection_note text,
        completed_at timestamptz,
        reviewed_at timestamptz,
        reminded_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (bounty_id, partner_id, period_number)
      )`)
    this.addSql(`create index bounty_submissions_completed_at on bounty_submissions (bounty_id, completed_at, id)`)
    this.addSql(`create index bounty_submissions_partner_id on bounty_submissions (partner_id, program_id)`)
    this.addSql(`create index bounty_submissions_program_id on bounty_submissions (program_id)`)
    this.addSql(`create index bounty_submissions_to_remind on bounty_submissions (id) where status = 'draft' and reminded_at is null`)

    // Images that partners uploaded for a submission. A submission may only refer to its partner's own.
    this.addSql(`
      create table bounty_files (
        id text primary key,
        bounty_id text not null references bounties on delete cascade,
        partner_id text not null references partners on delete cascade,
        image text not null,
        file_name text not null,
        size integer not null,
        created_at timestamptz not null
      )`)
    this.addSql(`create index bounty_files_bounty_id on bounty_files (bounty_id, partner_id, created_at)`)
    this.addSql(`create index bounty_files_partner_id on bounty_files (partner_id)`)
  }

  // Written in the transaction that changes the totals of an enrolment, if a bounty may count them. Every change has a row of its own, so
  // that no transaction waits for another. No foreign keys: rows of a deleted program are dropped by the job.
  private addPendingCounts(): void {
    this.addSql(`
      create table pending_bounty_counts (
        program_id text not null,
        partner_id text not null,
        retry_at timestamptz
      ) with (
        autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0
      )`)
    this.addSql(`create index pending_bounty_counts_partner on pending_bounty_counts (program_id, partner_id)`)
    this.addSql(`create index bounties_performance on bounties (program_id, ends_at) where type = 'performance'`)
    this.addSql(`
      create function record_pending_bounty_count() returns trigger language plpgsql as $$
      begin
        insert into pending_bounty_counts (program_id, partner_id)
        select new.program_id, new.partner_id where exists (
          select 1 from bounties where program_id = new.program_id and type = 'performance' and (ends_at is null or ends_at > now())
        );
        return null;
      end $$`)
    this.addSql(`
      create trigger record_pending_bounty_count
      after update of total_leads, total_conversions, total_sale_amount, total_commissions on enrolments for each row
      when (
        new.total_leads <> old.total_leads or new.total_conversions <> old.total_conversions
        or new.total_sale_amount <> old.total_sale_amount or new.total_commissions <> old.total_commissions
      ) execute function record_pending_bounty_count()`)
  }
}
