// When the end of an A/B test was acted upon, so that it happens once; another end is another test.
import { Migration } from '@mikro-orm/migrations'

export class LinksEndsOfAbTests extends Migration {
  override up(): void {
    this.addSql(`alter table links add column test_decided_at timestamptz`)
    this.addSql(
      `create index links_undecided_tests on links (test_completed_at) where test_variants is not null and test_completed_at is distinct from test_decided_at`,
    )
    // Tests that ended before are left as they ended.
    this.addSql(`update links set test_decided_at = test_completed_at where test_variants is not null and test_completed_at < now()`)
  }
}
