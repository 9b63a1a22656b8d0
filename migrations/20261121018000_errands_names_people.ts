// Which files of jobs may say who customers are, so that they go when one is deleted.
import { Migration } from '@mikro-orm/migrations'

export class ErrandsNamesPeople extends Migration {
  override up(): void {
    this.addSql('alter table errands add column names_people boolean not null default false')
    this.addSql(`update errands set names_people = true where type in ('customers.export', 'events.export')`)
  }
}
