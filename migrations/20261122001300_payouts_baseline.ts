// Payment of payouts: invoices, transfers, accounts at payment providers, and how a workspace pays single partners.
import { Migration } from '@mikro-orm/migrations'

export class PayoutsBaseline extends Migration {
  override up(): void {
    this.addInvoices()
    this.addTransfers()
    this.addAccounts()
    this.addSettings()
  }

  private addInvoices(): void {
    // What a confirmation of payouts costs. The rate is hundredths of a percent; waiver is what was left of the waiver before it.
    this.addSql(`
      create table invoices (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        program_id text not null references programs on delete cascade,
        user_id text references users on delete set null,
        sequence integer not null,
        amount bigint not null,
        external_amount bigint not null,
        fee bigint not null,
        total bigint not null,
        fee_rate integer not null,
        waiver bigint not null,
        waived bigint not null,
        cutoff_period text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (workspace_id, sequence)
      )`)
    this.addSql(`create index invoices_program_id on invoices (program_id, id)`)
    this.addSql(`create index invoices_user_id on invoices (user_id) where user_id is not null`)
    this.addSql(`create index invoices_created_at on invoices (workspace_id, created_at)`)
    this.addSql(`create index invoices_time on invoices using brin (created_at)`)
    // Who pays the payout: null before it is confirmed.
    this.addSql(`alter table payouts add provider text check (provider in ('manual', 'stripe', 'paypal', 'external'))`)
  }

  private addTransfers(): void {
    // One attempt to pay a payout through a provider. Its id is the idempotency key of every request about it. requested_at is set before
    // the first request whose outcome is unknown: from then on money may have left. next_at is when the provider is asked again.
    this.addSql(`
      create table payout_transfers (
        id text primary key,
        payout_id text not null references payouts on delete cascade,
        provider text not null check (provider in ('stripe', 'paypal')),
        destination text not null,
        amount bigint not null check (amount > 0),
        currency text not null,
        state text not null check (state in ('open', 'accepted', 'succeeded', 'failed', 'canceled')),
        requested_at timestamptz,
        tries integer not null default 0,
        reference text,
        error text,
        next_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`)
    // A payout has at most one transfer that is under way or succeeded.
    this.addSql(`
      create unique index payout_transfers_live on payout_transfers (payout_id) where state in ('open', 'accepted', 'succeeded')`)
    this.addSql(`create index payout_transfers_payout_id on payout_transfers (payout_id)`)
    this.addSql(`create index payout_transfers_next_at on payout_transfers (next_at) where next_at is not null`)
    this.addSql(`create index payout_transfers_reference on payout_transfers (reference) where reference is not null`)
    this.addSql(`create index payout_transfers_destination on payout_transfers (destination) where state = 'accepted'`)
  }

  private addAccounts(): void {
    // The account of a workspace at a provider. The credentials are encrypted. The id is part of the webhook address.
    this.addSql(`
      create table payout_accounts (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        provider text not null check (provider in ('stripe', 'paypal')),
        credentials text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (workspace_id, provider)
      )`)
  }

  private addSettings(): void {
    // How the workspace pays a partner of its program, instead of how the partner wants to be paid. details is encrypted.
    this.addSql(`
      create table partner_payout_settings (
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        method text not null check (method in ('manual', 'connect', 'paypal')),
        destination text,
        details text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (program_id, partner_id)
      )`)
    this.addSql(`create index partner_payout_settings_partner_id on partner_payout_settings (partner_id)`)
  }
}
