import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const texts = ({ body }: { body: { results: { memory: string }[] } }) => body.results.map(({ memory }) => memory)
// Only just expired, because a concurrent test runs the nightly job, which deletes older memories.
const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)
async function setUp(memories: (string | object)[]) {
  const { key, workspace } = await api.make.caller()
  await api.call('POST /memories', {
    key,
    body: { user_id: 'ann', memories: memories.map((memory) => (typeof memory === 'string' ? { text: memory } : memory)) },
  })
  const search = (query: string, options: object = {}) =>
    api.call('POST /memories/search', { key, body: { query, user_id: 'ann', ...options } })
  return { key, workspace, search }
}

test('finds memories by the words of a question, regardless of order and inflection', async (t) => {
  const { search } = await setUp(['Ann drinks green tea in the morning', 'Ann works at a bank', 'Bob drinks coffee'])
  const response = await search('What tea does she drink in the mornings?')
  t.is(response.status, 200)
  t.deepEqual(texts(response), ['Ann drinks green tea in the morning', 'Bob drinks coffee'])
  t.is(response.body.results[0].score, 1)
  t.true(response.body.results[1].score < 1)
  t.false('score_details' in response.body.results[0])
  t.deepEqual(texts(await search('Where is the airport?')), [])
})

test('a rare word outweighs common ones', async (t) => {
  const common = Array.from({ length: 40 }, (_, at) => `Ann likes to work on project ${at}`)
  const { search } = await setUp([...common, 'The zeppelin is late'])
  t.is(texts(await search('Does Ann like to work on the zeppelin project?'))[0], 'The zeppelin is late')
})

test('every word of a long query counts, wherever it is in the alphabet', async (t) => {
  const { search } = await setUp(['The zeppelin is late', 'Nothing of the kind'])
  const words = Array.from({ length: 800 }, (_, at) => `above${at}`)
  t.deepEqual(texts(await search(['the', 'of', 'and', ...words, 'zeppelin'].join(' '))), ['The zeppelin is late'])
})

test('of many memories with the same word, the one with the highest term frequency ranks first, also if it is old', async (t) => {
  const { search } = await setUp([
    { text: 'Zeppelin, zeppelin and zeppelin again', timestamp: '2020-01-01' },
    ...Array.from({ length: 400 }, (_, at) => `Yesterday number ${at} of all the people at work spoke of a zeppelin`),
  ])
  t.is(texts(await search('zeppelin'))[0], 'Zeppelin, zeppelin and zeppelin again')
})

test('of equally relevant memories, newer ones rank higher', async (t) => {
  const { search } = await setUp([
    { text: 'Ann lives in Rome now', timestamp: '2026-06-01' },
    { text: 'Ann lives in Oslo now', timestamp: '2026-10-01' },
    { text: 'Ann lives in Kyiv now', timestamp: '2020-01-01' },
  ])
  t.deepEqual(texts(await search('Where does Ann live?')), ['Ann lives in Oslo now', 'Ann lives in Rome now', 'Ann lives in Kyiv now'])
})

test('corrects misspelt words, and explain shows it', async (t) => {
  const { search } = await setUp(['We met at the restaurant', 'Her id is ORD8842', 'Nothing of the kind'])
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

test('a search can be filtered by every field of a memory', async (t) => {
  const { search } = await setUp([
    { text: 'tea one', expiration_date: '2099-12-31' },
    { text: 'tea two', expiration_date: '2098-12-31' },
  ])
  t.deepEqual(texts(await search('tea', { filters: { expiration_date: '2099-12-31' } })), ['tea one'])
  const fields = ['id', 'memory', 'hash', 'agent_id', 'run_id', 'actor_id', 'role', 'customer_id', 'link_id', 'partner_id', 'plan']
  for (const field of fields) t.is((await search('tea', { filters: { [field]: 'none' } })).status, 200, field)
  const future = { gt: '2090-01-01' }
  for (const field of ['created_at', 'updated_at']) t.deepEqual(texts(await search('tea', { filters: { [field]: future } })), [], field)
  t.is(texts(await search('tea', { filters: { expires_at: future } })).length, 2)
})

test('a search is limited by workspace, identifiers, filters and expiry', async (t) => {
  const { key, search } = await setUp([
    { text: 'tea one', metadata: { n: 1 } },
    { text: 'tea two', metadata: { n: 2 } },
    { text: 'tea three', user_id: 'bob' },
    { text: 'tea four', expiration_date: yesterday() },
  ])
  const foreign = await setUp(['tea five'])
  t.deepEqual(texts(await search('tea')).sort(), ['tea one', 'tea two'])
  t.deepEqual(texts(await search('tea', { filters: { n: { gt: 1 } } })), ['tea two'])
  t.deepEqual(texts(await search('tea', { show_expired: true })).sort(), ['tea four', 'tea one', 'tea two'])
  t.deepEqual(
    texts(
      await api.call('POST /search', { key, body: { query: 'tea', filters: { OR: [{ user_id: 'bob' }, { n: 1, user_id: 'ann' }] } } }),
    ).sort(),
    ['tea one', 'tea three'],
  )
  t.deepEqual(texts(await foreign.search('tea')), ['tea five'])
})

test('top_k and threshold limit the results', async (t) => {
  const { search } = await setUp(Array.from({ length: 30 }, (_, at) => `tea number ${at}`))
  t.is(texts(await search('tea')).length, 20)
  t.is(texts(await search('tea', { top_k: 3 })).length, 3)
  t.is(texts(await search('tea', { top_k: 0 })).length, 0)
  t.is(texts(await search('tea', { threshold: 1 })).length, 1)
})

for (const [what, body, status] of [
  ['a blank query', { query: '  ', user_id: 'ann' }, 400],
  ['no identifier', { query: 'tea' }, 400],
  ['a filter that does not require an identifier', { query: 'tea', filters: { n: 1 } }, 400],
  ['an unknown operator', { query: 'tea', user_id: 'ann', filters: { n: { near: 1 } } }, 400],
  ['a threshold above 1', { query: 'tea', user_id: 'ann', threshold: 2 }, 422],
  ['no query', { user_id: 'ann' }, 422],
] as const) {
  test(`a search with ${what} answers ${status}`, async (t) => {
    const { key } = await api.make.caller()
    t.is((await api.call('POST /memories/search', { key, body })).status, status)
  })
}

test('a query of only punctuation, quotes or stop words returns no results', async (t) => {
  const { search } = await setUp(['tea'])
  for (const query of ['the of and', `'"\\ & | ! <-> :* ()`, 'a'.repeat(5000), '\u{1F600}'])
    t.deepEqual([(await search(query)).status, texts(await search(query))], [200, []])
})

test('a changed memory is found by its new words, and the nightly job deletes unused words', async (t) => {
  const { key, workspace, search } = await setUp(['Likes zucchini', 'Likes tea'])
  const { id } = (await search('zucchini')).body.results[0]
  await api.call(`PATCH /memories/${id}`, { key, body: { text: 'Likes aubergine' } })
  t.deepEqual(texts(await search('aubergines')), ['Likes aubergine'])
  t.deepEqual(texts(await search('zucchini')), [])
  await runJobByName(api.resources, 'memories.delete-expired')
  const { rows } = await api.resources.database.pool.query('select word from memory_words where workspace_id = $1 order by 1', [
    workspace.id,
  ])
  t.deepEqual(
    rows.map(({ word }) => word),
    ['aubergine', 'likes'],
  )
})

test('finds all matches of a selective filter in a large scope', async (t) => {
  const { key, workspace, search } = await setUp([])
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
