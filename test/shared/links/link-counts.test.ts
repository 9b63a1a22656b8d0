/** Counts are kept as sums. Whatever happens to links and their tags, in whatever order and at once, the sums say what the rows say. */
import test from 'ava'
import fc from 'fast-check'
import { countLinksMatching, isKeptAsSum, linkCountsBy } from '../../../shared/links/link-count.queries.js'
import type { LinkFilter } from '../../../shared/links/link-list.queries.js'
import { runNamed } from '../../support/jobs.js'
import { person, type Person } from '../../support/scope.js'
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

/** Of a few links, so that steps meet: every fourth is the one that a step is about. */
const some =
  'id in (select id from (select id, row_number() over (order by id) as at from links where workspace_id = $1) l where at % 4 = $2)'
/** The third parameter is the id of what the step leads to. */
const changes = {
  delete: `delete from links where ${some} and $3::text is not null`,
  click: `update links set clicks = clicks + 1 where ${some} and $3::text is not null`,
  archive: `update links set archived = not archived where ${some} and $3::text is not null`,
  rename: `update links set domain = 'b.example' where ${some} and $3::text is not null`,
  file: `update links set folder_id = (select id from folders where id = $3) where ${some}`,
  'hand over': `update links set user_id = (select id from users where id = $3) where ${some}`,
  tag: `insert into link_tags (link_id, tag_id, position) select l.id, t.id, 9 from links l join tags t on t.id = $3 where l.${some} on conflict do nothing`,
  untag: `delete from link_tags where tag_id = $3 and link_id in (select id from links where ${some} order by id for share)`,
} as const
const dropped = ['folders', 'users', 'tags'] as const

const step = fc.oneof(
  fc.record({ insert: fc.array(link, { minLength: 1, maxLength: 5 }) }),
  fc.record({ change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])), of: fc.nat(3), to: fc.nat(2) }),
  fc.record({ drop: fc.constantFrom(...dropped), of: fc.nat(2) }),
  fc.constant({ fold: true as const }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Things {
  who: Person
  folders: string[]
  users: string[]
  tags: string[]
}

async function things(): Promise<Things> {
  const who = await person(service)
  const three = <Made>(make: () => Promise<Made & { id: string }>) =>
    Promise.all([make(), make(), make()].map(async (one) => (await one).id))
  return {
    who,
    folders: await three(() => service.make.folder(who.workspace)),
    users: await three(() => service.make.user()),
    tags: await three(() => service.make.tag(who.workspace)),
  }
}

let made = 0
async function insert(
  { who, folders, users, tags }: Things,
  links: (typeof link extends fc.Arbitrary<infer Value> ? Value : never)[],
): Promise<void> {
  const { pool } = service.resources.database
  const rows = links.map((one) => ({ ...one, key: `key-${made++}` }))
  const { rows: stored } = await pool.query<{ id: string }>(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, folder_id, user_id, archived, created_at, updated_at)
     select 'link_' || key, $1, domain, key, key, 'https://example.com', 'https://x', (select id from folders where id = folder), (select id from users where id = "user"), archived, now(), now()
     from jsonb_to_recordset($2) as given (domain text, key text, folder text, "user" text, archived boolean) returning id`,
    [
      who.workspace.id,
      JSON.stringify(
        rows.map(({ folder, user, ...row }) => ({
          ...row,
          folder: folder === null ? null : folders[folder],
          user: user === null ? null : users[user],
        })),
      ),
    ],
  )
  const given = stored.flatMap(({ id }, at) => (rows[at]?.tags ?? []).map((tag) => ({ id, tag: tags[tag] })))
  await pool.query(
    `insert into link_tags (link_id, tag_id, position) select l.id, t.id, 1 from jsonb_to_recordset($1) as given (id text, tag text) join links l using (id) join tags t on t.id = given.tag on conflict do nothing`,
    [JSON.stringify(given)],
  )
}

async function take(all: Things, one: Step): Promise<void> {
  const { pool } = service.resources.database
  if ('insert' in one) return insert(all, one.insert)
  if ('fold' in one) await runNamed(service.resources, 'links.fold-counts')
  else if ('drop' in one) await pool.query(`delete from ${one.drop} where id = $1`, [all[one.drop][one.of]])
  else
    await pool.query(changes[one.change], [
      all.who.workspace.id,
      one.of,
      (one.change === 'file' ? all.folders : one.change === 'hand over' ? all.users : all.tags)[one.to],
    ])
}

const kinds = `domain, coalesce(folder_id, '') as folder, coalesce(user_id, '') as "user", archived`
async function kept(workspaceId: string) {
  const { rows } = await service.resources.database.pool.query(
    `select tag_id as tag, ${kinds}, sum(count)::int as count from link_counts_now where workspace_id = $1 group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5`,
    [workspaceId],
  )
  return rows
}
async function counted(workspaceId: string) {
  const { rows } = await service.resources.database.pool.query(
    `select tag_id as tag, ${kinds}, count(*)::int as count from (select l.*, '' as tag_id from links l union all select l.*, a.tag_id from links l join link_tags a on a.link_id = l.id) l
     where workspace_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    [workspaceId],
  )
  return rows
}

test('sums follow every change of links, tags, folders and users', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const all = await things()
      for (const one of steps) await take(all, one)
      t.deepEqual(await kept(all.who.workspace.id), await counted(all.who.workspace.id))
    }),
    { numRuns: 25, includeErrorInReport: true },
  )
})

test('sums follow changes that happen at once', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const all = await things()
      await insert(
        all,
        Array.from({ length: 12 }, (_, at) => ({ domain: 'a.example', folder: at % 3, user: at % 2, archived: false, tags: [at % 3] })),
      )
      // Of two that wait for each other the database lets one go; it changed nothing.
      const ends = await Promise.allSettled(steps.map((one) => take(all, one)))
      for (const one of ends) if (one.status === 'rejected' && !['40P01', '23503'].includes(one.reason.code)) throw one.reason
      t.deepEqual(await kept(all.who.workspace.id), await counted(all.who.workspace.id))
    }),
    { numRuns: 10, includeErrorInReport: true },
  )
})

test('what is counted from sums is what is counted from rows, for every filter that both know', async (t) => {
  const all = await things()
  const { who, folders, users, tags } = all
  await insert(all, fc.sample(link, { numRuns: 60, seed: 7 }))
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
  const reach = fc.constantFrom<LinkFilter['folders']>(
    'everything',
    'unsorted',
    { folderId: folders[0] as string },
    { folderIds: [folders[1] as string] },
    { folderIds: [] },
  )
  const scope = await who.scope()
  await fc.assert(
    fc.asyncProperty(filter, reach, async (asked, where) => {
      const bySums: LinkFilter = { ...asked, folders: where }
      const byRows: LinkFilter = { ...bySums, createdBefore: new Date('2100-01-01') }
      t.deepEqual([isKeptAsSum(bySums), isKeptAsSum(byRows)], [true, false])
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

test.serial('folding leaves a row for each kind of link, and none where no links are left', async (t) => {
  const all = await things()
  const { pool } = service.resources.database
  const links = Array.from({ length: 10 }, (_, at) => ({ domain: 'a.example', folder: null, user: at % 2, archived: false, tags: [] }))
  for (const one of links) await insert(all, [one])
  const rows = async () =>
    (await pool.query('select count from link_counts where workspace_id = $1 order by count', [all.who.workspace.id])).rows
  t.deepEqual(await rows(), [])
  await runNamed(service.resources, 'links.fold-counts')
  t.deepEqual(await rows(), [{ count: 5 }, { count: 5 }])
  await pool.query('delete from links where workspace_id = $1 and user_id = $2', [all.who.workspace.id, all.users[0]])
  await runNamed(service.resources, 'links.fold-counts')
  t.deepEqual(await rows(), [{ count: 5 }])
})
