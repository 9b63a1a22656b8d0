// Fraud: rules of programs, suspicions of partners with their events, held commissions, reports to the operator.
import { Migration } from '@mikro-orm/migrations'

const types = `('customerEmailMatch', 'customerEmailSuspiciousDomain', 'referralSourceBanned', 'paidTrafficDetected',
          'partnerCrossProgramBan', 'partnerDuplicateAccount')`

export class FraudBaseline extends Migration {
  override up(): void {
    this.addRules()
    this.addGroupsAndEvents()
    this.addAlerts()
    this.addSummaries()
    this.addDuplicateChecks()
    // Fetched from the list that the operator configured; the built-in list is code.
    this.addSql(`create table disposable_email_domains (domain text primary key)`)
  }

  private addRules(): void {
    // A program without a row for a rule has its default.
    this.addSql(`
      create table fraud_rules (
        id text primary key,
        program_id text not null references programs on delete cascade,
        type text not null check (type in ${types}),
        config jsonb,
        disabled_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (program_id, type)
      )`)
  }

  private addGroupsAndEvents(): void {
    // A partner has at most one pending group of each type; event_count is the number of its events.
    this.addSql(`
      create table fraud_groups (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        type text not null check (type in ${types}),
        status text not null check (status in ('pending', 'resolved', 'expired')),
        last_event_at timestamptz not null,
        event_count integer not null default 0,
        user_id text references users on delete set null,
        resolution_reason text,
        resolved_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index fraud_groups_pending on fraud_groups (program_id, partner_id, type) where status = 'pending'`)
    this.addSql(`create index fraud_groups_last_event_at on fraud_groups (program_id, status, last_event_at, id)`)
    this.addSql(`create index fraud_groups_expiry on fraud_groups (last_event_at) where status = 'pending'`)
    this.addSql(`create index fraud_groups_partner_id on fraud_groups (partner_id, program_id)`)
    this.addSql(`create index fraud_groups_user_id on fraud_groups (user_id) where user_id is not null`)

    // No foreign keys to links, customers, commissions and other programs: an event stays when what it is about is deleted. subject is
    // what the event is about; it happens once in a group.
    this.addSql(`
      create table fraud_events (
        id text primary key,
        group_id text not null references fraud_groups on delete cascade,
        subject text not null,
        link_id text,
        customer_id text,
        commission_id text,
        event_id text,
        source_program_id text,
        duplicate_partner_id text,
        metadata jsonb,
        created_at timestamptz not null,
        unique (group_id, subject)
      )`)
    this.addSql(`create index fraud_events_customer_id on fraud_events (customer_id) where customer_id is not null`)
    this.addSql(`create index fraud_events_source on fraud_events (source_program_id) where source_program_id is not null`)
    // Finds other customers of a partner with the same email domain.
    this.addSql(`
      create index customers_email_domain on customers (partner_id, split_part(lower(email), '@', 2))
      where partner_id is not null and email is not null`)
  }

  private addAlerts(): void {
    this.addSql(`
      create table fraud_alerts (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        reason text not null,
        status text not null check (status in ('pending', 'confirmed', 'dismissed')),
        review_note text,
        reviewed_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    this.addSql(`create unique index fraud_alerts_pending on fraud_alerts (program_id, partner_id) where status = 'pending'`)
    this.addSql(`create index fraud_alerts_program_id on fraud_alerts (program_id, id)`)
    this.addSql(`create index fraud_alerts_partner_id on fraud_alerts (partner_id)`)
    this.addSql(`create index fraud_alerts_status on fraud_alerts (status, created_at)`)
  }

  // The day of the last summary of each program, so that its owners get one email a day.
  private addSummaries(): void {
    this.addSql(`
      create table fraud_summaries (
        program_id text primary key references programs on delete cascade,
        sent_on date not null
      )`)
  }

  // Partners whose payout details or verified accounts changed, written in the transaction of the change, whatever changed them.
  private addDuplicateChecks(): void {
    this.addSql(`
      create table pending_duplicate_checks (
        partner_id text primary key references partners on delete cascade,
        created_at timestamptz not null default now()
      )`)
    for (const column of ['payout_method_hash', 'crypto_wallet_address', 'lower(tremendous_email)'])
      this.addSql(`create index on partners (${column}) where ${column} is not null`)
    this.addSql(`create index partner_platforms_identifier on partner_platforms (type, lower(identifier)) where verified_at is not null`)
    this.addSql(`
      create function request_duplicate_check() returns trigger language plpgsql as $$
      begin
        insert into pending_duplicate_checks (partner_id) values (to_jsonb(new) ->> tg_argv[0]) on conflict do nothing;
        return null;
      end $$`)
    const identity = 'new.payout_method_hash, new.crypto_wallet_address, new.tremendous_email'
    this.addSql(`
      create trigger request_duplicate_check after insert on partners
      for each row when (coalesce(${identity}) is not null) execute function request_duplicate_check('id')`)
    this.addSql(`
      create trigger request_duplicate_check_of_changed after update of payout_method_hash, crypto_wallet_address, tremendous_email on partners
      for each row when (
        coalesce(${identity}) is not null
        and (${identity}) is distinct from (${identity.replaceAll('new.', 'old.')})
      ) execute function request_duplicate_check('id')`)
    this.addSql(`
      create trigger request_duplicate_check after insert or update of verified_at, identifier on partner_platforms
      for each row when (new.verified_at is not null) execute function request_duplicate_check('partner_id')`)
  }
}
