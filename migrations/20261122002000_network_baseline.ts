// What programs offer to partners, beside rewards.
import { Migration } from '@mikro-orm/migrations'

export class NetworkBaseline extends Migration {
  override up(): void {
    // `image` is the address of the stored file of a logo or a file, whatever its format: unused files are found by this name.
    this.addSql(`
      create table program_resources (
        id text primary key,
        program_id text not null references programs on delete cascade,
        type text not null check (type in ('logo', 'file', 'color', 'link')),
        name text not null,
        color text,
        url text,
        image text,
        size integer,
        created_at timestamptz not null,
        check ((type = 'color') = (color is not null)),
        check ((type = 'link') = (url is not null)),
        check ((type in ('logo', 'file')) = (image is not null))
      )`)
    this.addSql(`create index program_resources_program_id on program_resources (program_id, id)`)
    // Each address once per program.
    this.addSql(`
      create table submitted_leads (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        name text not null,
        email text not null check (email = lower(email)),
        company text,
        form_data jsonb not null,
        status text not null default 'pending'
          check (status in ('pending', 'qualified', 'meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost')),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (program_id, email)
      )`)
    this.addSql(`create index submitted_leads_program_id on submitted_leads (program_id, id)`)
    this.addSql(`create index submitted_leads_partner_id on submitted_leads (partner_id, program_id, id)`)
    // What programs decided about partners of the network.
    this.addSql(`
      create table discovered_partners (
        id text primary key,
        program_id text not null references programs on delete cascade,
        partner_id text not null references partners on delete cascade,
        starred_at timestamptz,
        ignored_at timestamptz,
        invited_at timestamptz,
        created_at timestamptz not null,
        unique (program_id, partner_id)
      )`)
    this.addSql(`create index discovered_partners_partner_id on discovered_partners (partner_id)`)
    this.addSql(`create index partners_network_status on partners (network_status, id) where network_status in ('approved', 'trusted')`)
    this.addSql(`
      create index programs_added_to_marketplace_at on programs (marketplace_ranking, added_to_marketplace_at)
      where added_to_marketplace_at is not null`)
  }
}
