import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runNamed } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const texts = ({ body }: { body: { results: { memory: string }[] } }) => body.results.map(({ memory }) => memory)
// The nightly job runs beside these tests, and takes what has expired for long.
const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)
async function somebody(memories: (string | object)[]) {
  const { key, workspace } = await api.make.caller()
  await api.call('POST /memories', {
    key,
    body: { user_id: 'ann', memories: memories.map((one) => (typeof one === 'string' ? { text: one } : one)) },
  })
  const search = (query: string, more: object = {}) => api.call('POST /memories/search', { key, body: { query, user_id: 'ann', ...more } })
  return { key, workspace, search }
}

test('a question finds what answers it, whatever the order and the ending of its words', async (t) => {
  const { search } = await somebody(['Ann drinks green tea in the morning', 'Ann works at a bank', 'Bob drinks coffee'])
  const answer = await search('What tea does she drink in the mornings?')
  t.is(answer.status, 200)
  t.deepEqual(texts(answer), ['Ann drinks green tea in the morning', 'Bob drinks coffee'])
  t.is(answer.body.results[0].score, 1)
  t.true(answer.body.results[1].score < 1)
  t.false('score_details' in answer.body.results[0])
  t.deepEqual(texts(await search('Where is the airport?')), [])
})

test('a rare word decides over common ones', async (t) => {
  const common = Array.from({ length: 40 }, (_, at) => `Ann likes to work on project ${at}`)
  const { search } = await somebody([...common, 'The zeppelin is late'])
  t.is(texts(await search('Does Ann like to work on the zeppelin project?'))[0], 'The zeppelin is late')
})

test('of many memories with the same word the one that is most about it comes first, however old', async (t) => {
  const { search } = await somebody([
    { text: 'Zeppelin, zeppelin and zeppelin again', timestamp: '2020-01-01' },
    ...Array.from({ length: 400 }, (_, at) => `Yesterday number ${at} of all the people at work spoke of a zeppelin`),
  ])
  t.is(texts(await search('zeppelin'))[0], 'Zeppelin, zeppelin and zeppelin again')
})

test('of two memories that say the same, the newer comes first', async (t) => {
  const { search } = await somebody([
    { text: 'Ann lives in Rome now', timestamp: '2026-06-01' },
    { text: 'Ann lives in Oslo now', timestamp: '2026-10-01' },
    { text: 'Ann lives in Kyiv now', timestamp: '2020-01-01' },
  ])
  t.deepEqual(texts(await search('Where does Ann live?')), ['Ann lives in Oslo now', 'Ann lives in Rome now', 'Ann lives in Kyiv now'])
})

test('a misspelt word finds the right one, and explain says how', async (t) => {
  const { search } = await somebody(['We met at the restaurant', 'Her id is ORD8842', 'Nothing of the kind'])
  t.deepEqual(texts(await search('resturant')), ['We met at the restaurant'])
  t.deepEqual(texts(await search('restauarnts')), ['We met at the restaurant'])
  t.deepEqual(texts(await search('ord8824')), ['Her id is ORD8842'])
  t.deepEqual((await search('the resturant', { explain: true })).body.results[0].score_details, {
    word_rank: null,
    bm25: null,
    matched: [],
    spelling_rank: 1,
    meaning_rank: null,
    similarity: null,
  })
  t.like((await search('met', { explain: true })).body.results[0].score_details, { word_rank: 1, matched: ['met'], spelling_rank: null })
})

test('a search is bound to its workspace, identifiers, filters and to what has not expired', async (t) => {
  const { key, search } = await somebody([
    { text: 'tea one', metadata: { n: 1 } },
    { text: 'tea two', metadata: { n: 2 } },
    { text: 'tea three', user_id: 'bob' },
    { text: 'tea four', expiration_date: yesterday() },
  ])
  const stranger = await somebody(['tea five'])
  t.deepEqual(texts(await search('tea')).sort(), ['tea one', 'tea two'])
  t.deepEqual(texts(await search('tea', { filters: { n: { gt: 1 } } })), ['tea two'])
  t.deepEqual(texts(await search('tea', { show_expired: true })).sort(), ['tea four', 'tea one', 'tea two'])
  t.deepEqual(
    texts(
      await api.call('POST /search', { key, body: { query: 'tea', filters: { OR: [{ user_id: 'bob' }, { n: 1, user_id: 'ann' }] } } }),
    ).sort(),
    ['tea one', 'tea three'],
  )
  t.deepEqual(texts(await stranger.search('tea')), ['tea five'])
})

test('top_k and threshold cut the answer', async (t) => {
  const { search } = await somebody(Array.from({ length: 30 }, (_, at) => `tea number ${at}`))
  t.is(texts(await search('tea')).length, 20)
  t.is(texts(await search('tea', { top_k: 3 })).length, 3)
  t.is(texts(await search('tea', { top_k: 0 })).length, 0)
  t.is(texts(await search('tea', { threshold: 1 })).length, 1)
})

for (const [what, body, status] of [
  ['a blank query', { query: '  ', user_id: 'ann' }, 400],
  ['no identifier', { query: 'tea' }, 400],
  ['a filter that may mean everybody', { query: 'tea', filters: { n: 1 } }, 400],
  ['an unknown operator', { query: 'tea', user_id: 'ann', filters: { n: { near: 1 } } }, 400],
  ['a threshold above 1', { query: 'tea', user_id: 'ann', threshold: 2 }, 422],
  ['no query', { user_id: 'ann' }, 422],
] as const) {
  test(`a search with ${what} is refused with ${status}`, async (t) => {
    const { key } = await api.make.caller()
    t.is((await api.call('POST /memories/search', { key, body })).status, status)
  })
}

test('a question of punctuation, quotes and stop words alone is answered with nothing', async (t) => {
  const { search } = await somebody(['tea'])
  for (const query of ['the of and', `'"\\ & | ! <-> :* ()`, 'a'.repeat(5000), '\u{1F600}'])
    t.deepEqual([(await search(query)).status, texts(await search(query))], [200, []])
})

test('a changed memory is found by its new words, and the old ones are forgotten in the night', async (t) => {
  const { key, workspace, search } = await somebody(['Likes zucchini', 'Likes tea'])
  const { id } = (await search('zucchini')).body.results[0]
  await api.call(`PATCH /memories/${id}`, { key, body: { text: 'Likes aubergine' } })
  t.deepEqual(texts(await search('aubergines')), ['Likes aubergine'])
  t.deepEqual(texts(await search('zucchini')), [])
  await runNamed(api.resources, 'memories.drop-old')
  const { rows } = await api.resources.database.pool.query('select word from memory_words where workspace_id = $1 order by 1', [
    workspace.id,
  ])
  t.deepEqual(
    rows.map(({ word }) => word),
    ['aubergine', 'likes'],
  )
})

test('in a large scope a filter that leaves little still finds all of it', async (t) => {
  const { key, workspace, search } = await somebody([])
  await api.resources.database.pool.query(
    `insert into memories (id, workspace_id, user_id, text, hash, content_key, metadata, created_at, updated_at)
     select 'memory_l' || n, $1, 'ann', 'likes work and music number ' || n, '', n, jsonb_build_object('n', n), now(), now() from generate_series(1, 6000) n`,
    [workspace.id],
  )
  await api.call('POST /memories', { key, body: { user_id: 'ann', messages: 'music of a rare harpsichord' } })
  t.is(texts(await search('harpsichord music'))[0], 'music of a rare harpsichord')
  t.deepEqual(texts(await search('harpsichord music', { filters: { n: { lte: 2 } } })).sort(), [
    'likes work and music number 1',
    'likes work and music number 2',
  ])
})
