/** Imports of links from CSV files. */
import test from 'ava'
import { splitCsv } from '../../../shared/kernel/split-csv.js'
import { type TestApi, testApi } from '../../support/api.js'
import { failJobByName, runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { programOwner, unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

async function tenant() {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const domain = await api.make.domain(workspace)
  const path = `/workspaces/${workspace.id}`
  const start = (csv: string, query = '') => api.call(`POST ${path}/import/csv${query}`, { key, body: { csv } })
  /** Sends a file as it is. */
  const send = async (file: Buffer | string, end = '') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
    const response = await fetch(`${api.url}${path}/import/csv${end}`, { method: 'POST', headers, body: file })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }
  const jobOf = async (id: string) => (await api.call(`GET /jobs/${id}`, { key })).body
  const links = async () =>
    (
      await api.resources.database.pool.query(
        `select key, url, title, opening_clicks::float8 as clicks, source_created_at as "createdAt",
           array(select name from tags join link_tags on tag_id = tags.id where link_id = links.id order by name) as tags
         from links join imported_links on link_id = links.id where workspace_id = $1 order by key`,
        [workspace.id],
      )
    ).rows
  return { workspace, key, path, start, send, jobOf, links, domain: domain.slug }
}

const record = (text: string, size = text.length) => {
  const splitter = splitCsv()
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
}

for (const { title, text, records } of [
  {
    title: 'cells in quotation marks',
    text: 'a,b\r\n"x, ""y""","1\n2"\r\n',
    records: [
      ['a', 'b'],
      ['x, "y"', '1\n2'],
    ],
  },
  {
    title: 'a separator before the header',
    text: 'sep=;\r\na,b,c;d\r\n1;2\r\n',
    records: [
      ['a,b,c', 'd'],
      ['1', '2'],
    ],
  },
  {
    title: 'semicolons and empty lines',
    text: 'a;b\n\n1;2,5\n  \n3;',
    records: [
      ['a', 'b'],
      ['1', '2,5'],
      ['3', ''],
    ],
  },
  {
    title: 'tabs',
    text: 'a\tb\n1\t2',
    records: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  {
    title: 'quotation marks within cells',
    text: 'a,b\n12" pizza,x\n1;"2,"""x"\n3,4',
    records: [
      ['a', 'b'],
      ['12" pizza', 'x'],
      ['1;"2', '"x'],
      ['3', '4'],
    ],
  },
  {
    title: 'carriage returns as line breaks',
    text: 'a,b\r1,"2\r3"\r"4",5\r',
    records: [
      ['a', 'b'],
      ['1', '2\r3'],
      ['4', '5'],
    ],
  },
  {
    title: 'neutralised formulas',
    text: "a,b\n'=1+1,'plain",
    records: [
      ['a', 'b'],
      ['=1+1', "'plain"],
    ],
  },
])
  test(`a CSV file with ${title} is split alike at once and by character`, (t) => {
    t.deepEqual(record(text), records)
    t.deepEqual(record(text, 1), records)
  })

test.serial('a file whose last quotation mark is not closed is refused, and a preview of a part of it is not', async (t) => {
  const { start, domain, path, key } = await tenant()
  const csv = `link,url,title\n${domain}/a,https://example.com/a,"open\n${domain}/b,https://example.com/b,x`
  const { status, body } = await start(csv)
  t.is(status, 400)
  t.is(
    body.error.message,
    `A quotation mark is not closed in the row that begins with: ${csv.split('\n').slice(1).join('\n').slice(0, 100)}`,
  )
  t.like((await api.call(`POST ${path}/import/csv/preview`, { key, body: { csv } })).body, { rows: 1 })
})

test.serial(
  'counts and dates of a file are read as people write them, and those that cannot be are left out without the row',
  async (t) => {
    const { send, jobOf, links, domain } = await tenant()
    const values = [
      ['1,234', '2024-05-01 10:00:00'],
      ['1.234.567', '1 May 2024 10:00'],
      ['12 345', '2024-05-01T12:00:00+02:00'],
      ['2,5', '45296'],
      ['1e30', '+275000-01-01T00:00:00Z'],
      ['many', '0001-01-01'],
    ]
    const rows = values.map(([clicks, created], index) => `${domain}/v${index};https://example.com/;ti\0tle;${clicks};${created}`)
    const { body } = await send(['link;url;title;clicks;created at', ...rows].join('\n'))
    await runQueuedJobs(api.resources)
    t.like(await jobOf(body.id), { state: 'completed', done: 6, failed: 0 })
    t.deepEqual(
      (await links()).map(({ clicks }) => clicks),
      [1234, 1_234_567, 12_345, 2, Number.MAX_SAFE_INTEGER, 0],
    )
    const at = new Date('2024-05-01T10:00:00Z')
    t.deepEqual(
      (await links()).map(({ createdAt }) => createdAt),
      [at, at, at, null, null, null],
    )
  },
)

test.serial('a file of column names without rows is refused because it has no rows', async (t) => {
  const { start, send, path, key } = await tenant()
  const { workspace, key: owner } = await programOwner(api, { plan: 'enterprise' })
  const answers = [
    await start('link,url'),
    await send('\uFEFFlink,url\r\n'),
    await api.call(`POST /workspaces/${workspace.id}/import/csv/partners`, { key: owner, body: { csv: 'email\n\n' } }),
  ]
  for (const { status, body } of answers) {
    t.is(status, 400)
    t.is(body.error.message, 'The file has no rows. Add them below its first line, which names the columns.')
  }
  t.deepEqual((await api.call(`GET ${path}/imports`, { key })).body, [])
})

test.serial('a file in UTF-16 is read, and one in another encoding is refused with a way out', async (t) => {
  const { send, domain, links } = await tenant()
  const csv = `link\turl\ttitle\n${domain}/a\thttps://example.com/a\tKäse 🧀`
  const littleEndian = Buffer.from(`\uFEFF${csv}`, 'utf16le')
  t.like((await send(littleEndian, '/preview')).body, { headers: ['link', 'url', 'title'], invalid: 0 })
  t.is((await send(littleEndian)).status, 202)
  const bigEndian = Buffer.from(`\uFEFF${csv.replace('/a', '/b')}`, 'utf16le').swap16()
  t.is((await send(bigEndian)).status, 202)
  for (const end of ['', '/preview']) {
    const { status, body } = await send(Buffer.from(csv, 'latin1'), end)
    t.is(status, 400)
    t.is(body.error.message, 'The file is neither UTF-8 nor UTF-16. Save it as "CSV UTF-8".')
  }
  await runQueuedJobs(api.resources)
  t.deepEqual(
    (await links()).map(({ key: ofLink, title }) => [ofLink, title]),
    [
      ['a', 'Käse 🧀'],
      ['b', 'Käse 🧀'],
    ],
  )
})

test.serial('rows become links with tags, opening clicks and dates; each bad row is named; the import can be undone', async (t) => {
  const { start, jobOf, links, domain, path, key } = await tenant()
  const csv = [
    'Short link,Destination URL,Title,Tags,Clicks,Created at,Other',
    `https://${domain}/a,https://example.com/a,"One, two","Spring, Summer",12,2024-05-01T10:00:00Z,x`,
    `${domain}/b,https://example.com/b,,spring,,,`,
    `,https://example.com/c`,
    `${domain}/d,`,
    `nowhere,https://example.com/e`,
    `${domain}/f,no url`,
    `${domain}/a,https://example.com/again`,
  ].join('\r\n')
  const { body: counted } = await start(csv, '?dryRun=true')
  await runQueuedJobs(api.resources)
  t.like(await jobOf(counted.id), { type: 'imports.preview', source: 'csv', state: 'completed', total: 7, done: 2, failed: 5 })
  t.deepEqual(await links(), [])

  const { status, body } = await start(csv)
  t.is(status, 202, JSON.stringify(body))
  await Promise.all([1, 2].map(() => runJobByName(api.resources, 'imports.csv', { operationId: body.id })))
  t.like(await jobOf(body.id), { type: 'imports.run', state: 'completed', done: 2, failed: 5 })
  t.deepEqual(await links(), [
    {
      key: 'a',
      url: 'https://example.com/a',
      title: 'One, two',
      clicks: 12,
      createdAt: new Date('2024-05-01T10:00:00Z'),
      tags: ['Spring', 'Summer'],
    },
    { key: 'b', url: 'https://example.com/b', title: null, clicks: 0, createdAt: null, tags: ['Spring'] },
  ])
  const [latest] = (await api.call(`GET ${path}/imports`, { key })).body
  t.like(latest, { provider: 'csv', dryRun: false, links: 2, openingClicks: 12, jobId: body.id })
  t.true(latest.finishedAt !== null)
  const errors = ((await api.call(`GET ${path}/import/${latest.id}/download`, { key })).body as string).split('\r\n')
  t.deepEqual(
    errors.slice(1, -1).map((line) => [line.split(',')[0], line.split(',')[2]]),
    [
      ['3', ''],
      ['4', `${domain}/d`],
      ['5', 'nowhere'],
      ['6', `${domain}/f`],
      ['7', `${domain}/a`],
    ],
  )
  const tags = async () => ((await api.call('GET /tags', { key })).body as { name: string }[]).map(({ name }) => name).toSorted()
  t.deepEqual(await tags(), ['Spring', 'Summer'])
  t.is((await api.call('POST /links', { key, body: { url: 'https://example.com/own', domain, tagNames: ['Summer'] } })).status, 200)
  t.is((await api.call(`POST ${path}/imports/${latest.id}/undo`, { key, body: {} })).status, 202)
  await runQueuedJobs(api.resources)
  t.deepEqual(await links(), [])
  t.deepEqual(await tags(), ['Summer'], 'a tag that another link uses stays')
})

test.serial('an exported file of links has the same links after an import', async (t) => {
  const { start, jobOf, domain, key } = await tenant()
  const rows = [`${domain}/b,https://example.com/b,yes,`, `${domain}/a,https://example.com/a,,2024-05-01T10:00:00Z`]
  const { body } = await start(['link,url,archived,created at', ...rows].join('\n'))
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { state: 'completed', done: 2, failed: 0 })
  const columns = 'link,url,clicks,createdAt,tags,archived'
  const exported = async () =>
    (await api.call(`GET /links/export?columns=${columns}&interval=all&showArchived=true`, { key })).body as string
  const before = await exported()
  t.regex(before, /\/b,https:\/\/example\.com\/b,0,[^,]+,,true\r\n/)
  t.regex(before, /\/a,https:\/\/example\.com\/a,0,2024-05-01T10:00:00\.000Z,,false\r\n$/)
  for (const linkKey of ['a', 'b']) {
    const { id } = (await api.call(`GET /links/info?domain=${domain}&key=${linkKey}`, { key })).body
    await api.call(`DELETE /links/${id}`, { key })
  }
  await start(before)
  await runQueuedJobs(api.resources)
  t.is(await exported(), before)
})

test.serial('the link of a bare domain, with and without a destination, is the same after an import of the exported file', async (t) => {
  const source = await tenant()
  const addDomain = async (key: string, slug: string) => t.is((await api.call('POST /domains', { key, body: { slug } })).status, 201)
  const rootOf = async (key: string, slug: string) => (await api.call(`GET /links/info?domain=${slug}&key=_root`, { key })).body
  const [empty, filled] = [`${unique('empty-')}.example`, `${unique('filled-')}.example`]
  for (const slug of [empty, filled]) await addDomain(source.key, slug)
  const url = 'https://example.com/home'
  t.is((await api.call(`PATCH /links/${(await rootOf(source.key, filled)).id}`, { key: source.key, body: { url } })).status, 200)
  const file = (await api.call('GET /links/export?columns=link,url&interval=all', { key: source.key })).body as string
  const target = await tenant()
  const [newEmpty, newFilled] = [`${unique('empty-')}.example`, `${unique('filled-')}.example`]
  await addDomain(target.key, newEmpty)
  for (const query of ['?dryRun=true', '']) {
    const { body } = await target.start(file.replaceAll(empty, newEmpty).replaceAll(filled, newFilled), query)
    await runQueuedJobs(api.resources)
    t.like(await target.jobOf(body.id), { state: 'completed', done: 2, failed: 0 }, query)
  }
  const { body: imports } = await api.call(`GET ${target.path}/imports`, { key: target.key })
  for (const { counts } of imports) t.deepEqual(counts.link, { created: 0, existing: 2, refused: 0 })
  t.is((await rootOf(target.key, newFilled)).url, url)
  t.is((await rootOf(target.key, newEmpty)).url, '')
})

test.serial('a destination of a bare domain is not replaced, and a key without a destination is refused', async (t) => {
  const { start, jobOf, key } = await tenant()
  const slug = `${unique('root-')}.example`
  t.is((await api.call('POST /domains', { key, body: { slug } })).status, 201)
  const run = async (rows: string[], query = '') => {
    const { body } = await start(['link,url', ...rows].join('\n'), query)
    await runQueuedJobs(api.resources)
    return jobOf(body.id)
  }
  const url = async () => (await api.call(`GET /links/info?domain=${slug}&key=_root`, { key })).body.url
  t.like(await run([`${slug},https://example.com/a`, `${slug}/_root,https://example.com/b`, `${slug}/key,`]), { done: 1, failed: 2 })
  t.is(await url(), 'https://example.com/a')
  t.like(await run([`${slug},https://example.com/c`]), { done: 0, failed: 1 })
  t.like(await run([`${slug},`]), { done: 1, failed: 0 })
  t.like(await run([`${slug},`], '?overwrite=true'), { done: 1, failed: 0 })
  t.is(await url(), 'https://example.com/a')
  t.like(await run([`${slug},https://example.com/c`], '?overwrite=true'), { done: 1, failed: 0 })
  t.is(await url(), 'https://example.com/c')
})

test.serial('a short link with an escaped NUL character is refused, and the other rows are imported', async (t) => {
  const { start, jobOf, links, domain } = await tenant()
  const { body } = await start(['link,url', `${domain}/a%00b,https://example.com/`, `${domain}/ok,https://example.com/`].join('\n'))
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { state: 'completed', done: 1, failed: 1 })
  t.deepEqual(
    (await links()).map(({ key }) => key),
    ['ok'],
  )
})

test.serial('an overwritten link gets the URL of the file, without the campaign parameters of its former URL', async (t) => {
  const { start, links, domain } = await tenant()
  const run = async (url: string, query = '') => {
    await start(`link,url\n${domain}/sale,${url}`, query)
    await runQueuedJobs(api.resources)
    return (await links())[0].url
  }
  t.is(await run('https://example.com/a?utm_source=mail&utm_term=x'), 'https://example.com/a?utm_source=mail&utm_term=x')
  const url = 'https://example.com/b?flag&utm_term=y'
  t.is(await run(url, '?overwrite=true'), url)
})

test.serial('of a file with more links than the quota has left, as many are imported as it allows', async (t) => {
  const { start, jobOf, links, domain, workspace } = await tenant()
  await api.resources.database.pool.query('update workspaces set links_limit = links_usage + 300 where id = $1', [workspace.id])
  const csv = ['link,url', ...Array.from({ length: 600 }, (_, at) => `${domain}/k${at},https://example.com/${at}`)].join('\n')
  for (const query of ['?dryRun=true', '']) {
    const { body } = await start(csv, query)
    await Promise.all([1, 2].map(() => runJobByName(api.resources, 'imports.csv', { operationId: body.id })))
    t.like(await jobOf(body.id), { state: 'completed', done: 300, failed: 300 }, query)
  }
  t.is((await links()).length, 300)
})

test.serial('only rows with a tag beyond the limit of the plan are refused', async (t) => {
  const { start, jobOf, links, domain, workspace, path, key } = await tenant()
  await api.resources.database.pool.query('update workspaces set tags_limit = 1 where id = $1', [workspace.id])
  const row = (name: string, tags: string) => `${domain}/${name},https://example.com/${name},"${tags}"`
  const { body } = await start(['link,url,tags', row('a', 'One'), row('b', 'one, Two'), row('c', '')].join('\n'))
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { state: 'completed', done: 2, failed: 1 })
  t.deepEqual(
    (await links()).map((link) => [link.key, link.tags]),
    [
      ['a', ['One']],
      ['c', []],
    ],
  )
  const { body: again } = await start(['link,url,tags', row('a', 'Three'), row('c', 'One')].join('\n'), '?overwrite=true')
  await runQueuedJobs(api.resources)
  t.like(await jobOf(again.id), { state: 'completed', done: 1, failed: 1 })
  const [{ id }] = (await api.call(`GET ${path}/imports`, { key })).body
  t.regex((await api.call(`GET ${path}/import/${id}/download`, { key })).body, /\/a,exceeded_limit/)
})

test.serial('an overwritten link gets the tags of the file, also new ones', async (t) => {
  const { start, jobOf, links, domain, key } = await tenant()
  const file = (tag: string) => `link,url,tags\n${domain}/a,https://example.com/a,${tag}`
  await start(file('Spring'))
  await runQueuedJobs(api.resources)
  const tags = async () => ((await api.call('GET /tags', { key })).body as { name: string }[]).map(({ name }) => name).toSorted()
  const overwrite = async (query: string) => {
    const { body } = await start(file('Summer'), `?overwrite=true${query}`)
    await runQueuedJobs(api.resources)
    t.like(await jobOf(body.id), { done: 1, failed: 0 })
  }
  await overwrite('&dryRun=true')
  t.deepEqual(await tags(), ['Spring'])
  await overwrite('')
  t.deepEqual((await links())[0].tags, ['Summer'])
  t.deepEqual(await tags(), ['Spring', 'Summer'])
})

test.serial('links on a domain that is written with any letters or with www. are imported on the domain of the workspace', async (t) => {
  const { workspace, start, jobOf, domain } = await tenant()
  const { slug: ascii } = await api.make.domain(workspace, { slug: `xn--mnchen-3ya.${domain}` })
  const links = ['https://MÜNCHEN.%/a', 'münchen.%/b', 'www.%/c'].map((link) => link.replace('%', domain))
  const { body } = await start(['link,url', ...links.map((link) => `${link},https://example.com/`)].join('\n'), '?addDomains=false')
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { done: 3, failed: 0 })
  const { rows } = await api.resources.database.pool.query(
    `select domain, key from links where workspace_id = $1 and key <> '_root' order by key`,
    [workspace.id],
  )
  t.deepEqual(
    rows.map((row) => [row.domain, row.key]),
    [
      [ascii, 'a'],
      [ascii, 'b'],
      [domain, 'c'],
    ],
  )
})

test.serial('links on a domain that cannot be added are refused, also in a trial run', async (t) => {
  const { start, jobOf, domain, key } = await tenant()
  const { slug: foreign } = await api.make.domain((await tenant()).workspace)
  t.is((await api.call(`DELETE /domains/${domain}`, { key })).status, 200)
  for (const [query, name] of ['?dryRun=true', ''].flatMap((query) => [domain, foreign].map((name) => [query, name]))) {
    const { body } = await start(`link,url\n${name}/gone,https://example.com/gone`, query)
    await runJobByName(api.resources, 'imports.csv', { operationId: body.id })
    t.like(await jobOf(body.id), { done: 0, failed: 1 }, query)
  }
})

test.serial('on a domain that distinguishes capital letters, keys that differ by them are two links', async (t) => {
  const { workspace, start, jobOf, links } = await tenant()
  const { slug: domain } = await api.make.domain(workspace, { caseSensitive: true })
  const file = (...keys: string[]) =>
    ['link,url', ...keys.map((key) => `${domain}/${key},https://example.com/${key}-${keys.length}`)].join('\n')
  const run = async (csv: string, query = '') => {
    const { body } = await start(csv, query)
    await runQueuedJobs(api.resources)
    return jobOf(body.id)
  }
  const file3 = file('Sale', 'sale', 'Sale')
  t.like(await run(file3, '?dryRun=true'), { done: 2, failed: 1 })
  t.like(await run(file3), { done: 2, failed: 1 })
  t.like(await run(file('SALE', 'sale'), '?dryRun=true'), { done: 1, failed: 1 })
  t.like(await run(file('sale'), '?overwrite=true'), { done: 1, failed: 0 })
  t.deepEqual((await links()).map(({ url }) => url).toSorted(), ['https://example.com/Sale-3', 'https://example.com/sale-1'])
})

test.serial('on such a domain, partners of a file get links whose keys differ by capital letters', async (t) => {
  const { call, key, workspace, program, email } = await programOwner(api, { plan: 'enterprise' })
  const { slug: domain } = await api.make.domain(workspace, { caseSensitive: true })
  t.is((await call(`PATCH /programs/${program.id}`, { domain })).status, 200)
  const path = `/workspaces/${workspace.id}`
  const [ada, other] = [email(), email()]
  const run = async (...rows: string[]) => {
    await api.call(`POST ${path}/import/csv/partners`, { key, body: { csv: ['email,key', ...rows].join('\n') } })
    await runQueuedJobs(api.resources)
    return (await call(`GET ${path}/imports`)).body[0].counts.partnerLink
  }
  t.deepEqual(await run(`${ada},ada`), { created: 1, existing: 0, refused: 0 })
  t.deepEqual(await run(`${other},Ada`), { created: 1, existing: 0, refused: 0 })
  t.deepEqual(await run(`${ada},ada`, `${other},Ada`), { created: 0, existing: 2, refused: 0 })
})

test.serial('columns are mapped by the caller, a preview shows how, and a missing column is named', async (t) => {
  const { start, jobOf, links, domain, path, key } = await tenant()
  const csv = `Kurz;Ziel\n${domain}/x;https://example.com/x\n;https://example.com/y`
  const preview = (query: string) => api.call(`POST ${path}/import/csv/preview${query}`, { key, body: { csv } })
  t.deepEqual((await preview('')).body.missing, ['link', 'url'])
  const file = await api.call(`POST ${path}/import/csv/preview`, { key, body: csv, headers: { 'Content-Type': 'text/csv' } })
  t.deepEqual(file.body, (await preview('')).body, 'the file itself, as the import takes it')
  t.like((await preview('?link=kurz&url=Ziel')).body, { columns: { link: 'Kurz', url: 'Ziel' }, missing: [], rows: 2, invalid: 1 })
  const refused = await start(csv, '?link=Kurz')
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /^The file has no column for url\. Its columns are: Kurz, Ziel\./)
  t.is((await start('\n')).status, 400)
  const { body } = await start(csv, '?link=Kurz&url=Ziel')
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { done: 1, failed: 1 })
  t.is((await links()).length, 1)
})

test.serial('a file of several parts is received as text/csv; concurrent parts add a new domain and a new tag once', async (t) => {
  const { key, path, jobOf, links, workspace } = await tenant()
  const rows = Array.from({ length: 600 }, (_, at) => `old.example/k${at},https://example.com/${at},Fresh`)
  const response = await fetch(`${api.url}${path}/import/csv?domains=old.example:new-${workspace.id.slice(-8).toLowerCase()}.example`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/csv' },
    body: ['\uFEFFlink,url,tags', ...rows].join('\n'),
  })
  t.is(response.status, 202)
  const { id } = (await response.json()) as { id: string }
  await Promise.all([1, 2].map(() => runJobByName(api.resources, 'imports.csv', { operationId: id })))
  t.like(await jobOf(id), { state: 'completed', total: 600, done: 600, failed: 0 })
  const stored = await links()
  t.is(stored.length, 600)
  t.true(stored.every(({ tags }) => tags.join() === 'Fresh'))
})

test.serial('a key is a link on the default domain or that of its column, and exported links on localhost are understood', async (t) => {
  const { workspace, start, jobOf, links, domain } = await tenant()
  await api.make.domain(workspace, { slug: 'localhost' })
  const [own, local] = [unique('own-'), unique('local-')]
  const { body } = await start(
    `Key,Domain,URL\n${own},${domain},https://example.com/a\n/${own},,https://example.com/b\n,,https://example.com/c`,
    `?defaultDomain=${domain}`,
  )
  const { body: exported } = await start(`Short link,URL\nhttp://localhost:3000/${local},https://example.com/d`)
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { state: 'completed', done: 1, failed: 2 })
  t.like(await jobOf(exported.id), { state: 'completed', done: 1, failed: 0 })
  t.deepEqual(
    (await links()).map(({ key }) => key),
    [local, own],
  )
})

test.serial('partners who are banned, here or in the file, are named and stay so', async (t) => {
  const { call, key, workspace, partner, email } = await programOwner(api, { plan: 'enterprise' })
  const path = `/workspaces/${workspace.id}`
  const [ada, grace, mary] = [email(), email(), email()]
  const { id: banned } = await partner({ email: ada })
  t.is((await call('POST /partners/ban', { partnerId: banned, reason: 'fraud' })).status, 200)
  const linksOfBanned = async () => (await call(`GET /links?partnerId=${banned}&showArchived=true`)).body.length
  const links = await linksOfBanned()
  const newKey = unique('ada-')
  const csv = ['Email,Status,Link', `${ada},approved,${newKey}`, `${grace},Banned,`, `${mary},Active,`].join('\n')
  const run = async (query: string) => {
    await api.call(`POST ${path}/import/csv/partners${query}`, { key, body: { csv } })
    await runQueuedJobs(api.resources)
    return (await call(`GET ${path}/imports`)).body[0]
  }
  t.deepEqual((await run('?dryRun=true')).counts.partner, { created: 1, existing: 0, refused: 2 })
  const { id, counts } = await run('')
  t.deepEqual(counts, { partner: { created: 1, existing: 0, refused: 2 }, partnerLink: { created: 1, existing: 0, refused: 0 } })
  const errors = (await api.call(`GET ${path}/import/${id}/download`, { key })).body as string
  t.regex(errors, new RegExp(`1,partner,${ada},unprocessable_entity,"${ada} is banned in the program and stays so\\.`))
  t.regex(errors, new RegExp(`2,partner,${grace},unprocessable_entity,"?The status of ${grace} is banned\\.`))
  const partners = (await call('GET /partners')).body as { email: string; status: string }[]
  t.deepEqual(
    partners.map((one) => [one.email, one.status]).toSorted(),
    [
      [ada, 'banned'],
      [mary, 'approved'],
    ].toSorted(),
  )
  t.is(await linksOfBanned(), links)
})

test.serial('a partner who has not answered an invite according to the file is not approved by its import', async (t) => {
  const { key, workspace, email } = await programOwner(api, { plan: 'enterprise' })
  const csv = ['Email,Status', ...['invited', 'approved', 'archived'].map((status) => `${email()},${status}`)].join('\n')
  const { body } = await api.call(`POST /workspaces/${workspace.id}/import/csv/partners/preview`, { key, body: { csv } })
  t.deepEqual(
    body.sample.map(({ error }: { error: string | null }) => error === null),
    [false, true, true],
  )
})

test.serial('the country of a partner is a two-letter code, and the name of a country is not taken for the code of another', async (t) => {
  const { call, key, workspace, email } = await programOwner(api, { plan: 'enterprise' })
  const countries = { Germany: null, Ireland: null, AUT: null, 'de ': 'DE' }
  const rows = Object.keys(countries).map((country) => ({ email: email(), country }))
  const csv = ['Email,Country', ...rows.map((row) => `${row.email},${row.country}`)].join('\n')
  t.is((await api.call(`POST /workspaces/${workspace.id}/import/csv/partners`, { key, body: { csv } })).status, 202)
  await runQueuedJobs(api.resources)
  const partners: { email: string; country: string | null }[] = (await call('GET /partners')).body
  const countryOf = new Map(partners.map((partner) => [partner.email, partner.country]))
  t.deepEqual(Object.fromEntries(rows.map((row) => [row.country, countryOf.get(row.email)])), countries)
})

test.serial('partners of a file join the program once, with their group and link, and can be removed again', async (t) => {
  const { call, key, workspace, program, group, email, domain } = await programOwner(api, { plan: 'enterprise' })
  const { slug, id: groupId } = await group()
  const path = `/workspaces/${workspace.id}`
  const [ada, grace] = [email(), email()]
  const csv = [
    'Name,E-mail,Group,Country,Referral link,Visitors',
    `Ada,${ada},${slug},DE,https://acme.example/?via=ada,12`,
    `Grace,${grace},,us,,`,
    `Nobody,,,,,`,
    `Wrong,not an address,,,,`,
    `Lost,${email()},missing,,,`,
    `Ada again,${ada.toUpperCase()},,,,`,
  ].join('\n')
  const preview = await api.call(`POST ${path}/import/csv/partners/preview`, { key, body: { csv } })
  t.like(preview.body, { columns: { email: 'E-mail', key: 'Referral link', clicks: 'Visitors' }, missing: [], rows: 6, invalid: 1 })
  const start = async (query = '') => {
    const { status, body } = await api.call(`POST ${path}/import/csv/partners${query}`, { key, body: { csv } })
    t.is(status, 202, JSON.stringify(body))
    await runQueuedJobs(api.resources)
    return (await call(`GET ${path}/imports`)).body[0]
  }
  const enrolled = async () => (await call('GET /partners?sortBy=createdAt&sortOrder=asc')).body
  const counted = await start('?dryRun=true')
  t.deepEqual(counted.counts.partner, { created: 3, existing: 0, refused: 3 })
  t.deepEqual(await enrolled(), [])

  const first = await start()
  t.deepEqual(first.counts, { partner: { created: 2, existing: 1, refused: 3 }, partnerLink: { created: 2, existing: 0, refused: 0 } })
  const partners = await enrolled()
  t.is(partners.length, 2)
  const imported = partners.find((one: { email: string }) => one.email === ada)
  t.like(imported, { name: 'Ada', groupId, country: 'DE', status: 'approved' })
  t.like((await call(`GET /links/info?domain=${domain}&key=ada`)).body, { partnerId: imported.id, programId: program.id, clicks: 0 })
  t.is(first.openingClicks, 12)
  const errors = ((await api.call(`GET ${path}/import/${first.id}/download`, { key })).body as string).split('\r\n')
  t.deepEqual(
    errors.slice(1, -1).map((line) => line.split(',').slice(0, 2).join()),
    ['3,partner', '4,partner', '5,partner'],
  )
  t.like((await start()).counts, { partner: { created: 0, existing: 3, refused: 3 } })
  await call(`POST ${path}/imports/${first.id}/undo`, {})
  await runQueuedJobs(api.resources)
  t.deepEqual(await enrolled(), [])
})

test.serial('the undo of an import of partners needs the permission of the import', async (t) => {
  const { call, key, user, workspace, email } = await programOwner(api, { plan: 'enterprise' })
  const path = `/workspaces/${workspace.id}`
  const { body } = await api.call(`POST ${path}/import/csv/partners`, { key, body: { csv: `Name,E-mail\nAda,${email()}` } })
  await runJobByName(api.resources, 'imports.csv', { operationId: body.id })
  const [{ id }] = (await call(`GET ${path}/imports`)).body
  const undo = async (...scopes: string[]) => {
    const { key: restricted } = await api.make.token(user, workspace, { scopes })
    return (await api.call(`POST ${path}/imports/${id}/undo`, { key: restricted, body: {} })).status
  }
  t.is(await undo('links.write'), 403)
  t.is((await call('GET /partners')).body.length, 1)
  t.is(await undo('links.write', 'groups.write'), 202)
  await runQueuedJobs(api.resources)
  t.deepEqual((await call('GET /partners')).body, [])
})

test.serial('the undo of an import leaves its domains to those who may delete domains, and names them', async (t) => {
  const { start, workspace, path, key, jobOf } = await tenant()
  const slug = `${unique('added')}.example`
  await start(`link,url\n${slug}/a,https://example.com/a`, '?addDomains=true')
  await runQueuedJobs(api.resources)
  const [{ id }] = (await api.call(`GET ${path}/imports`, { key })).body
  const member = await api.make.user()
  await api.make.member(workspace, member, 'owner')
  const restricted = await api.make.token(member, workspace, { scopes: ['links.write'] })
  const { body } = await api.call(`POST ${path}/imports/${id}/undo`, { key: restricted.key, body: {} })
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { state: 'completed', done: 1, failed: 1 })
  t.is((await api.call(`GET /domains?search=${slug}`, { key })).body.length, 1)
})

test.serial('links of an import in folders of others are neither listed nor undone by a member, but named', async (t) => {
  const { start, workspace, path, key, domain, jobOf } = await tenant()
  const { body: folder } = await api.call('POST /folders', { key, body: { name: 'Private', accessLevel: null } })
  await start(`link,url\n${domain}/a,https://example.com/a\n${domain}/b,https://example.com/b`, `?folderId=${folder.id}`)
  await runQueuedJobs(api.resources)
  const [{ id }] = (await api.call(`GET ${path}/imports`, { key })).body
  const shown = async (of: string) => (await api.call(`GET ${path}/imports/${id}/links`, { key: of })).body.length
  const user = await api.make.user()
  await api.make.member(workspace, user, 'member')
  const member = await api.make.token(user, workspace)
  const { body: link } = await api.call(`GET /links/info?domain=${domain}&key=b`, { key })
  await api.call(`PATCH /links/${link.id}`, { key, body: { folderId: null } })
  t.deepEqual([await shown(key), await shown(member.key)], [2, 1])
  const { body } = await api.call(`POST ${path}/imports/${id}/undo`, { key: member.key, body: {} })
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { state: 'completed', done: 1, failed: 1 })
  t.like((await api.call(`GET /jobs/${body.id}`, { key })).body.errors[0], { code: 'forbidden' })
})

test.serial('an imported link that was transferred since is not shown to its former workspace', async (t) => {
  const { start, path, key, domain } = await tenant()
  await start(`link,url,clicks\n${domain}/a,https://example.com/a,7\n${domain}/b,https://example.com/b,5`)
  await runQueuedJobs(api.resources)
  const target = await api.make.workspace({ plan: 'enterprise' })
  // As a transfer does.
  await api.resources.database.pool.query(`update links set workspace_id = $1 where domain = $2 and key = 'a'`, [target.id, domain])
  const [latest] = (await api.call(`GET ${path}/imports`, { key })).body
  t.like(latest, { links: 1, openingClicks: 5 })
  const { body: shown } = await api.call(`GET ${path}/imports/${latest.id}/links`, { key })
  t.deepEqual(
    (shown as { openingClicks: number }[]).map(({ openingClicks }) => openingClicks),
    [5],
  )
})

test('an import whose job fails for good ends and is reported', async (t) => {
  const { start, jobOf, workspace } = await tenant()
  const { body } = await start('Link,Target\nhttps://a.example/1,https://b.example/1\n')
  await failJobByName(api.resources, 'imports.csv', { operationId: body.id })
  t.like(await jobOf(body.id), { state: 'failed', error: 'An internal error occurred.' })
  const { pool } = api.resources.database
  const { rows } = await pool.query('select finished_at is not null as ended from imports where workspace_id = $1', [workspace.id])
  t.deepEqual(rows, [{ ended: true }])
})
