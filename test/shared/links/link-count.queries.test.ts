/** Link counts are stored as sums. They must equal the counted rows after any sequence of changes, also concurrent ones. */
import test from 'ava'
import fc from 'fast-check'
import { countLinksMatching, isCountedFromSums, linkCountsBy } from '../../../shared/links/link-count.queries.js'
import type { LinkFilter } from '../../../shared/links/link-list.queries.js'
import { testMember, type TestMember } from '../../support/callers.js'
import { runJobByName } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const domains = ['a.example', 'b.example']
const link = fc.record({
  domain: fc.constantFrom(...domains),
  folder: fc.option(fc.nat(2)),
  user: fc.option(fc.nat(2)),
  archived: fc.boolean(),
  tags: fc.subarray([0, 1, 2]),
})

/** Selects every fourth link, so that steps often affect the same links. */
const everyFourth =
  'id in (select id from (select id, row_number() over (order by id) as row_index from links where workspace_id = $1) l where row_index % 4 = $2)'
/** The third parameter is the id of the folder, user or tag that is set. */
const changes = {
  delete: `delete from links where ${everyFourth} and $3::text is not null`,
  click: `update links set clicks = clicks + 1 where ${everyFourth} and $3::text is not null`,
  archive: `update links set archived = not archived where ${everyFourth} and $3::text is not null`,
  rename: `update links set domain = 'b.example' where ${everyFourth} and $3::text is not null`,
  'set folder': `update links set folder_id = (select id from folders where id = $3) where ${everyFourth}`,
  'set user': `update links set user_id = (select id from users where id = $3) where ${everyFourth}`,
  tag: `insert into link_tags (link_id, tag_id, position)
    select l.id, t.id, 9 from links l join tags t on t.id = $3 where l.${everyFourth} on conflict do nothing`,
  untag: `delete from link_tags where tag_id = $3 and link_id in (select id from links where ${everyFourth} order by id for share)`,
} as const
const deletedTables = ['folders', 'users', 'tags'] as const

const step = fc.oneof(
  fc.record({ insert: fc.array(link, { minLength: 1, maxLength: 5 }) }),
  fc.record({ change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])), of: fc.nat(3), to: fc.nat(2) }),
  fc.record({ deleteFrom: fc.constantFrom(...deletedTables), of: fc.nat(2) }),
  fc.constant({ rollUp: true as const }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Fixture {
  owner: TestMember
  folders: string[]
  users: string[]
  tags: string[]
}

async function createFixture(): Promise<Fixture> {
  const owner = await testMember(service)
  const three = (make: () => Promise<{ id: string }>) => Promise.all([make(), make(), make()].map(async (row) => (await row).id))
  return {
    owner,
    folders: await three(() => service.make.folder(owner.workspace)),
    users: await three(() => service.make.user()),
    tags: await three(() => service.make.tag(owner.workspace)),
  }
}

let created = 0
async function insert(
  { owner, folders, users, tags }: Fixture,
  links: (typeof link extends fc.Arbitrary<infer Value> ? Value : never)[],
): Promise<void> {
  const { pool } = service.resources.database
  const rows = links.map((values) => ({ ...values, key: `key-${created++}` }))
  const { rows: stored } = await pool.query<{ id: string }>(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, folder_id, user_id, archived, created_at, updated_at)
     select 'link_' || key, $1, domain, key, key, 'https://example.com', 'https://x', (select id from folders where id = folder),
       (select id from users where id = "user"), archived, now(), now()
     from jsonb_to_recordset($2) as input (domain text, key text, folder text, "user" text, archived boolean) returning id`,
    [
      owner.workspace.id,
      JSON.stringify(
        rows.map(({ folder, user, ...row }) => ({
          ...row,
          folder: folder === null ? null : folders[folder],
          user: user === null ? null : users[user],
        })),
      ),
    ],
  )
  const linkTags = stored.flatMap(({ id }, index) => (rows[index]?.tags ?? []).map((tag) => ({ id, tag: tags[tag] })))
  await pool.query(
    `insert into link_tags (link_id, tag_id, position)
     select l.id, t.id, 1 from jsonb_to_recordset($1) as input (id text, tag text)
     join links l using (id) join tags t on t.id = input.tag on conflict do nothing`,
    [JSON.stringify(linkTags)],
  )
}

async function runStep(fixture: Fixture, nextStep: Step): Promise<void> {
  const { pool } = service.resources.database
  if ('insert' in nextStep) return insert(fixture, nextStep.insert)
  if ('rollUp' in nextStep) await runJobByName(service.resources, 'links.roll-up-counts')
  else if ('deleteFrom' in nextStep)
    await pool.query(`delete from ${nextStep.deleteFrom} where id = $1`, [fixture[nextStep.deleteFrom][nextStep.of]])
  else
    await pool.query(changes[nextStep.change], [
      fixture.owner.workspace.id,
      nextStep.of,
      (nextStep.change === 'set folder' ? fixture.folders : nextStep.change === 'set user' ? fixture.users : fixture.tags)[nextStep.to],
    ])
}

const groupColumns = `domain, coalesce(folder_id, '') as folder, coalesce(user_id, '') as "user", archived`
async function storedCounts(workspaceId: string) {
  const { rows } = await service.resources.database.pool.query(
    `select tag_id as tag, ${groupColumns}, sum(count)::int as count from link_counts_now
     where workspace_id = $1 group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5`,
    [workspaceId],
  )
  return rows
}
async function countedRows(workspaceId: string) {
  const { rows } = await service.resources.database.pool.query(
    `select tag_id as tag, ${groupColumns}, count(*)::int as count
     from (select l.*, '' as tag_id from links l union all select l.*, a.tag_id from links l join link_tags a on a.link_id = l.id) l
     where workspace_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    [workspaceId],
  )
  return rows
}

test('sums equal the counted rows after changes of links, tags, folders and users', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const fixture = await createFixture()
      for (const nextStep of steps) await runStep(fixture, nextStep)
      t.deepEqual(await storedCounts(fixture.owner.workspace.id), await countedRows(fixture.owner.workspace.id))
    }),
    { numRuns: 25, includeErrorInReport: true },
  )
})

test('sums equal the counted rows after concurrent changes', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const fixture = await createFixture()
      await insert(
        fixture,
        Array.from({ length: 12 }, (_, index) => ({
          domain: 'a.example',
          folder: index % 3,
          user: index % 2,
          archived: false,
          tags: [index % 3],
        })),
      )
      // PostgreSQL aborts one of two deadlocked statements; the aborted one changes nothing.
      const results = await Promise.allSettled(steps.map((nextStep) => runStep(fixture, nextStep)))
      for (const result of results)
        if (result.status === 'rejected' && !['40P01', '23503'].includes(result.reason.code)) throw result.reason
      t.deepEqual(await storedCounts(fixture.owner.workspace.id), await countedRows(fixture.owner.workspace.id))
    }),
    { numRuns: 10, includeErrorInReport: true },
  )
})

test('counts from sums equal counts from rows for every filter that both support', async (t) => {
  const fixture = await createFixture()
  const { owner, folders, users, tags } = fixture
  await insert(fixture, fc.sample(link, { numRuns: 60, seed: 7 }))
  await service.resources.database.pool.query('update tags set workspace_id = null where id = $1', [tags[2]])
  const filter = fc.record(
    {
      domain: fc.constantFrom(...domains),
      userId: fc.constantFrom(users[0], 'user_none'),
      showArchived: fc.boolean(),
      tagIds: fc.subarray(tags.slice(0, 2)),
    },
    { requiredKeys: [] },
  )
  const folderFilter = fc.constantFrom<LinkFilter['folders']>(
    'all',
    'unsorted',
    { folderId: folders[0] as string },
    { folderIds: [folders[1] as string] },
    { folderIds: [] },
  )
  const scope = await owner.scope()
  await fc.assert(
    fc.asyncProperty(filter, folderFilter, async (otherFilters, inFolders) => {
      const bySums: LinkFilter = { ...otherFilters, folders: inFolders }
      const byRows: LinkFilter = { ...bySums, createdBefore: new Date('2100-01-01') }
      t.deepEqual([isCountedFromSums(bySums), isCountedFromSums(byRows)], [true, false])
      t.is(await countLinksMatching(scope, bySums), await countLinksMatching(scope, byRows))
      for (const grouping of ['domain', 'userId', 'folderId'] as const)
        t.deepEqual(await linkCountsBy(scope, bySums, grouping), await linkCountsBy(scope, byRows, grouping))
      t.deepEqual(
        await linkCountsBy(scope, { ...bySums, tagIds: undefined }, 'tagId'),
        await linkCountsBy(scope, { ...byRows, tagIds: undefined }, 'tagId'),
      )
    }),
    { numRuns: 40 },
  )
})

test.serial('a roll-up leaves one row for each group of links and deletes rows without links', async (t) => {
  const fixture = await createFixture()
  const { pool } = service.resources.database
  const links = Array.from({ length: 10 }, (_, index) => ({
    domain: 'a.example',
    folder: null,
    user: index % 2,
    archived: false,
    tags: [],
  }))
  for (const values of links) await insert(fixture, [values])
  const rows = async () =>
    (await pool.query('select count from link_counts where workspace_id = $1 order by count', [fixture.owner.workspace.id])).rows
  t.deepEqual(await rows(), [])
  await runJobByName(service.resources, 'links.roll-up-counts')
  t.deepEqual(await rows(), [{ count: 5 }, { count: 5 }])
  await pool.query('delete from links where workspace_id = $1 and user_id = $2', [fixture.owner.workspace.id, fixture.users[0]])
  await runJobByName(service.resources, 'links.roll-up-counts')
  t.deepEqual(await rows(), [{ count: 5 }])
})
