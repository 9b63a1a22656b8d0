/** Both file stores behave alike: the built-in one, and object storage on this machine. */
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { exportPrefix } from '../../../shared/files/index.js'
import { readConfig } from '../../../shared/kernel/config.js'
import { maxSignedMs } from '../../../shared/kernel/file-store.js'
import { openFileStore } from '../../../shared/kernel/open-file-store.js'
import { StartupError } from '../../../shared/kernel/startup-error.js'
import { days, minutes } from '../../../shared/kernel/time.js'
import { moveFiles } from '../../../shared/maintenance/files/move-files.js'
import { testApi, type TestApi } from '../../support/api.js'
import { runJobByName } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { objectStorage, type StoredObject } from '../../support/object-storage.js'

const formerKey = 'a-former-key-of-the-tests'
let api: TestApi
test.before(async () => {
  api = await testApi({ ENCRYPTION_KEY: `encryption-key-of-the-tests,${formerKey}` })
})
test.after.always(() => api?.close())

interface Opened {
  store: ReturnType<typeof openFileStore>
  /** Makes a file look as if it had been written before. */
  age(name: string, to: Date): Promise<void>
  /** What an interrupted write left. */
  remains(): Promise<string[]>
}

const kinds: Record<string, (t: ExecutionContext) => Promise<Opened>> = {
  async 'the built-in store'() {
    const folder = join(api.config.dataDir, 'files')
    return {
      store: openFileStore(api.config),
      age: (name, to) => utimes(join(folder, name), to, to),
      remains: async () => (await readdir(folder)).filter((name) => name.endsWith('.part')),
    }
  },
  async 'object storage'(t) {
    const objects = new Map<string, StoredObject>()
    const uploads = new Map<string, Buffer[]>()
    const { origin } = await loopbackServer(t, objectStorage(objects, uploads))
    const { s3 } = readConfig(s3Env(origin))
    return {
      store: openFileStore({ ...api.config, s3 }),
      age: async (name, to) => void objects.set(`files/own/${name}`, { body: Buffer.from('old'), modified: to }),
      remains: async () => [...uploads.keys()],
    }
  },
}

const s3Env = (origin: string) => ({
  S3_BUCKET: 'files',
  S3_ENDPOINT: origin,
  S3_ACCESS_KEY_ID: 'access',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PREFIX: 'own/',
})

/** 20 MiB in chunks: three parts in object storage. */
async function* large(failsAt = Infinity) {
  for (let at = 0; at < 20; at++) {
    if (at === failsAt) throw new Error('the source failed')
    yield Buffer.alloc(1024 * 1024, at)
  }
}

async function namesIn(list: AsyncIterable<string>): Promise<string[]> {
  const names: string[] = []
  for await (const name of list) names.push(name)
  return names
}

for (const [name, open] of Object.entries(kinds)) {
  test.serial(`${name} returns what was written, whole, in part or as a stream`, async (t) => {
    const { store } = await open(t)
    await store.write('small.png', Buffer.from('small'))
    await store.write('large.csv', large())
    t.is(String(await store.read('small.png')), 'small')
    const whole = Buffer.concat((await (await store.openRead('large.csv'))?.toArray()) ?? [])
    t.is(whole.length, 20 * 1024 * 1024)
    t.deepEqual([whole[0], whole.at(-1)], [0, 19])
    t.is(await store.read('unknown.png'), null)
    t.is(await store.openRead('../credentials.json'), null)
    t.is(String(Buffer.concat((await (await store.openRead('small.png', { start: 1, end: 4 }))?.toArray()) ?? [])), 'mal')
    t.is(await store.size('large.csv'), whole.length)
    t.is(await store.size('unknown.png'), null)
    t.is(await store.size('../credentials.json'), null)
    await t.throwsAsync(store.write('../x.png', Buffer.from('')), { message: /invalid file name/ })
  })

  test.serial(`${name} keeps nothing of a file whose content fails`, async (t) => {
    const { store, remains } = await open(t)
    await t.throwsAsync(store.write('failed.csv', large(12)), { message: 'the source failed' })
    t.is(await store.read('failed.csv'), null)
    t.deepEqual(await remains(), [])
  })

  test.serial(`${name} lists and deletes only files that were not written since`, async (t) => {
    const { store, age } = await open(t)
    const [old, limit] = [new Date(Date.now() - days(3)), new Date(Date.now() - days(2))]
    for (const one of ['old1.png', 'old2.png', 'old3.png', 'new.png']) await store.write(one, Buffer.from('x'))
    for (const one of ['old1.png', 'old2.png', 'old3.png']) await age(one, old)
    t.deepEqual((await namesIn(store.list(limit))).sort(), ['old1.png', 'old2.png', 'old3.png'])
    await store.delete('old1.png', limit)
    await store.delete('new.png', limit)
    await store.delete('unknown.png', limit)
    t.is(await store.read('old1.png'), null)
    t.truthy(await store.read('new.png'))
  })

  test.serial(`a signed address of ${name} downloads the file under its name`, async (t) => {
    const { store } = await open(t)
    await store.write('export_1.csv', Buffer.from('a,b\n'))
    const address = await store.signedUrl('export_1.csv', new Date(Date.now() + maxSignedMs), 'links.csv')
    const response = await fetch(address.replace(api.config.baseUrl, api.url))
    t.is(response.status, 200)
    t.is(await response.text(), 'a,b\n')
    t.regex(response.headers.get('content-disposition') ?? '', /attachment; filename.*links\.csv/)
  })
}

test.serial('an address of the built-in store is refused when it was altered or has expired, and no proxy stores the file', async (t) => {
  const store = openFileStore(api.config)
  await store.write('export_2.csv', Buffer.from('secret'))
  await store.write('export_3.csv', Buffer.from('other'))
  const request = async (address: string) => (await fetch(address.replace(api.config.baseUrl, api.url))).status
  const valid = await store.signedUrl('export_2.csv', new Date(Date.now() + minutes(5)), 'a.csv')
  const { status, headers } = await fetch(valid.replace(api.config.baseUrl, api.url))
  t.deepEqual([status, headers.get('cache-control')], [200, 'private, no-store'])
  t.is(await request(valid.replace('export_2', 'export_3')), 404)
  t.is(await request(valid.replace(/expires=\d+/, 'expires=99999999999')), 404)
  t.is(await request(valid.replace(/\?.*/, '')), 404, 'without a signature')
  t.is(await request(await store.signedUrl('export_2.csv', new Date(Date.now() - minutes(5)), 'a.csv')), 404)
})

test.serial('the key that signed an address may be replaced', async (t) => {
  const statusWith = async (key: string) => {
    const store = openFileStore({ ...api.config, encryptionKeys: [key] })
    await store.write('export_4.csv', Buffer.from('x'))
    const address = await store.signedUrl('export_4.csv', new Date(Date.now() + minutes(5)), 'a.csv')
    return (await fetch(address.replace(api.config.baseUrl, api.url))).status
  }
  t.is(await statusWith(formerKey), 200)
  t.is(await statusWith('an-unknown-key-of-the-tests'), 404)
})

test.serial('exported files are kept until no address leads to them', async (t) => {
  const store = openFileStore(api.config)
  const folder = join(api.config.dataDir, 'files')
  const ages = { [`${exportPrefix}young.csv`]: days(7), [`${exportPrefix}old.csv`]: days(9), 'upload.csv': days(2) }
  for (const [name, age] of Object.entries(ages)) {
    await store.write(name, Buffer.from('x'))
    await utimes(join(folder, name), new Date(Date.now() - age), new Date(Date.now() - age))
  }
  await runJobByName(api.resources, 'files.delete-unused')
  t.deepEqual(await Promise.all(Object.keys(ages).map(async (name) => (await store.read(name)) !== null)), [true, false, false])
})

test('files move into the object storage, also when an earlier move was interrupted', async (t) => {
  const own = await testApi()
  t.teardown(() => own.close())
  const objects = new Map<string, StoredObject>()
  let isFull = false
  const storage = objectStorage(objects)
  const { origin } = await loopbackServer(t, (request, response) => (isFull ? response.writeHead(403).end() : storage(request, response)))
  await t.throwsAsync(moveFiles(own.config), { message: /S3_BUCKET is not set/ })
  const names = ['a.png', 'b.png', 'c.png']
  for (const name of names) await openFileStore(own.config).write(name, Buffer.from(`content of ${name}`))
  const config = { ...own.config, s3: readConfig(s3Env(origin)).s3 }
  isFull = true
  await t.throwsAsync(moveFiles(config), {
    instanceOf: StartupError,
    message: /^[abc]\.png cannot be stored in the bucket files: .*403.*\nCheck S3_BUCKET/,
  })
  t.is((await readdir(join(own.config.dataDir, 'files'))).length, 3, 'nothing is lost')
  isFull = false
  await writeFile(join(own.config.dataDir, 'files', 'größe 1.png'), 'not stored by the installation')
  t.deepEqual(await moveFiles(config), { moved: 3, left: ['größe 1.png'] })
  t.deepEqual(await moveFiles(config), { moved: 0, left: ['größe 1.png'] })
  for (const name of names) t.is(String(await openFileStore(config).read(name)), `content of ${name}`)
  t.deepEqual(await readdir(join(own.config.dataDir, 'files')), ['größe 1.png'])
})
