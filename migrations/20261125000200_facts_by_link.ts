// The index of facts by link without the hour: the entries of a link share its number, in a third of the space.
import { Migration } from '@mikro-orm/migrations'

export class FactsByLink extends Migration {
  override up(): void {
    // Existing partitions get the index from a job that blocks no writer and then drops the former one; until then it is not valid.
    this.addSql(`
      do $$ begin
        if exists (select from pg_inherits where inhparent = 'click_facts'::regclass) then
          create index click_facts_of_link on only click_facts (link);
        else
          create index click_facts_of_link on click_facts (link);
          drop index click_facts_link;
        end if;
      end $$`)
  }
}
