// How many links a workspace has, by all that a count may be narrowed to, so that no count reads the links. Nobody waits for
// anybody: what changes is added as rows of the same transaction (one statement, one row for each kind of link it touched), and a
// job folds them into sums. Triggers, because links also change by foreign keys: when a user, a folder or a workspace goes.
import { Migration } from '@mikro-orm/migrations'

const kind = 'workspace_id, tag_id, domain, folder_id, user_id, archived'
const kindColumns = `
  workspace_id text not null,
  tag_id text not null,
  domain text not null,
  folder_id text not null,
  user_id text not null,
  archived boolean not null,
  count integer not null`
// What is absent is an empty text, so that sums have a key. A link counts once by itself, without a tag, and once for each of its tags.
const kindOf = (link: string, tag: string) =>
  `${link}.workspace_id, ${tag}, ${link}.domain, coalesce(${link}.folder_id, ''), coalesce(${link}.user_id, ''), ${link}.archived`

export class LinksCounts extends Migration {
  override up(): void {
    this.addSql(`create table link_counts (${kindColumns}, primary key (${kind}))`)
    this.addSql(`create table link_count_changes (${kindColumns})`)
    this.addSql(`create index link_count_changes_workspace_id on link_count_changes (workspace_id, tag_id)`)
    this.addSql(`
      create view link_counts_now as
      select workspace_id, tag_id, domain, nullif(folder_id, '') as folder_id, nullif(user_id, '') as user_id, archived, count from link_counts
      union all
      select workspace_id, tag_id, domain, nullif(folder_id, ''), nullif(user_id, ''), archived, count from link_count_changes`)
    this.addLinkTriggers()
    this.addTagTriggers()
    this.addSql(
      `insert into link_counts (${kind}, count) select ${kindOf('l', `''`)}, count(*) from links l where workspace_id is not null group by 1, 2, 3, 4, 5, 6`,
    )
    this.addSql(
      `insert into link_counts (${kind}, count) select ${kindOf('l', 'a.tag_id')}, count(*) from links l join link_tags a on a.link_id = l.id where workspace_id is not null group by 1, 2, 3, 4, 5, 6`,
    )
  }

  private addLinkTriggers(): void {
    const ofLinks = (rows: string, sign: string) =>
      `insert into link_count_changes (${kind}, count) select ${kindOf('l', `''`)}, ${sign}count(*) from ${rows} l where workspace_id is not null group by 1, 2, 3, 4, 5, 6;`
    this.addTrigger('links_counted', 'after insert on links referencing new table as made for each statement', ofLinks('made', ''))
    this.addTrigger('links_counted_off', 'after delete on links referencing old table as gone for each statement', ofLinks('gone', '-'))
    // Tags go with their link, before anybody could ask what kind of link it was.
    const tagsOf = `(select a.tag_id from link_tags a where a.link_id = old.id)`
    this.addTrigger(
      'tags_of_links_counted_off',
      'before delete on links for each row when (old.workspace_id is not null)',
      `insert into link_count_changes (${kind}, count) select ${kindOf('old', 't.tag_id')}, -1 from ${tagsOf} t;`,
      'old',
    )
    // Clicks change their link all the time and are none of this: the condition is asked before the function is called.
    const moves = ['workspace_id', 'domain', 'folder_id', 'user_id', 'archived']
    const side = (row: string, count: string) =>
      `select ${kindOf(row, 't.tag_id')}, ${count} from (select '' as tag_id union all ${tagsOf}) t where ${row}.workspace_id is not null`
    this.addTrigger(
      'links_counted_anew',
      `after update of ${moves.join(', ')} on links for each row when (${moves.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})`,
      `insert into link_count_changes (${kind}, count) ${side('old', '-1')} union all ${side('new', '1')};`,
    )
  }

  // The links are held as they are: one that moves to a folder while it loses a tag would otherwise lose it in the folder it left.
  private addTagTriggers(): void {
    const ofTags = (rows: string, sign: string) => `
      insert into link_count_changes (${kind}, count)
      select ${kindOf('l', 'l.tag_id')}, ${sign}count(*) from (select l.*, a.tag_id from ${rows} a join links l on l.id = a.link_id where l.workspace_id is not null order by l.id for share of l) l group by 1, 2, 3, 4, 5, 6;`
    this.addTrigger('link_tags_counted', 'after insert on link_tags referencing new table as made for each statement', ofTags('made', ''))
    this.addTrigger(
      'link_tags_counted_off',
      'after delete on link_tags referencing old table as gone for each statement',
      ofTags('gone', '-'),
    )
  }

  private addTrigger(name: string, when: string, body: string, answer = 'null'): void {
    this.addSql(`create function ${name}() returns trigger language plpgsql as $$ begin ${body} return ${answer}; end $$`)
    this.addSql(`create trigger ${name} ${when} execute function ${name}()`)
  }
}
