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
    this.addSql(`
      create index programs_added_to_marketplace_at on programs (marketplace_ranking, added_to_marketplace_at)
      where added_to_marketplace_at is not null`)
  }
}
