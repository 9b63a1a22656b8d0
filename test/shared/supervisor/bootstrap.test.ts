import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import { workspace } from '../../../api/access/workspace.js'
import { deleteWorkspace, unlimited, User, Workspace } from '../../../shared/accounts/index.js'
import { Member } from '../../../shared/accounts/member.entity.js'
import { Token } from '../../../shared/accounts/token.entity.js'
import type { Config } from '../../../shared/kernel/config.js'
import { credentialsPath } from '../../../shared/kernel/credentials.js'
import { inTransaction } from '../../../shared/kernel/scope.js'
import { openVault } from '../../../shared/kernel/vault.js'
import { Domain } from '../../../shared/links/domain.entity.js'
import { bootstrap } from '../../../shared/supervisor/bootstrap.js'
import { bearer, authRequest } from '../../support/auth-request.js'
import { testService } from '../../support/service.js'

async function newInstallation(t: ExecutionContext, env: Record<string, string> = {}) {
  const service = await testService({ ADMIN_API_KEY: '', CRON_SECRET: '', ...env })
  t.teardown(() => service.close())
  const { resources, config } = service
  const start = (change: Partial<Config> = {}) => bootstrap(resources.database, { ...config, encryptionKeys: [], ...change })
  const isAccepted = (key = '') =>
    workspace('tokens.write')
      .authenticate(authRequest(resources, { headers: bearer(key) }))
      .then(
        () => true,
        () => false,
      )
  const em = () => resources.database.orm.em.fork()
  const closeWorkspace = async (key = '') => {
    const scope = await workspace('workspaces.write').authenticate(authRequest(resources, { headers: bearer(key) }))
    await inTransaction(scope, () => deleteWorkspace(scope))
  }
  return { config, start, isAccepted, em, closeWorkspace, file: credentialsPath(config.dataDir) }
}

test('the first start creates an owner, a workspace, its keys and the short domain, and stores the keys readable by the owner only', async (t) => {
  const { start, isAccepted, em, file, config } = await newInstallation(t, { SHORT_DOMAIN: 'go.example' })
  const credentials = await start()
  t.regex(credentials.apiKey ?? '', /^svc_[0-9A-Za-z]{24}$/)
  t.regex(credentials.publishableKey, /^svc_pk_[0-9A-Za-z]{24}$/)
  t.regex(credentials.adminApiKey, /^[0-9A-Za-z]{32}$/)
  t.regex(credentials.cronSecret, /^[0-9A-Za-z]{32}$/)
  t.regex(credentials.encryptionKey, /^[0-9A-Za-z]{32}$/)
  t.is(credentials.workspace.slug, config.bootstrap.workspace)
  t.true(await isAccepted(credentials.apiKey))
  t.like(await em().findOneOrFail(Workspace, credentials.workspace.id), {
    plan: 'enterprise',
    publishableKey: credentials.publishableKey,
    linksLimit: unlimited,
    usageLimit: unlimited,
  })
  t.like(await em().findOneOrFail(Domain, { slug: 'go.example' }), { workspaceId: null, verified: true })
  t.deepEqual(JSON.parse(await readFile(file, 'utf8')), credentials)
  t.is((await stat(file)).mode & 0o777, 0o600)
})

test('a second start changes nothing', async (t) => {
  const { start, em } = await newInstallation(t)
  const first = await start()
  t.deepEqual(await start(), first)
  for (const entity of [User, Workspace, Member, Token, Domain]) t.is(await em().count(entity as typeof User), 1)
})

test('concurrent starts agree', async (t) => {
  const { start, em } = await newInstallation(t)
  const [one, two] = await Promise.all([start(), start()])
  t.deepEqual(one, two)
  t.is(await em().count(Workspace), 1)
})

test('keys from the environment win, and the replaced keys no longer work', async (t) => {
  const { start, isAccepted, config } = await newInstallation(t)
  const first = await start()
  const configured = { apiKey: 'svc_given0123456789', publishableKey: 'svc_pk_given0123456789' }
  const second = await start({
    bootstrap: { ...config.bootstrap, ...configured },
    adminApiKey: 'admin-given-0123456',
    cronSecret: 'cron-given-01234567',
    encryptionKeys: ['seal-given-01234567', first.encryptionKey],
  })
  t.deepEqual(second, {
    ...first,
    ...configured,
    adminApiKey: 'admin-given-0123456',
    cronSecret: 'cron-given-01234567',
    encryptionKey: 'seal-given-01234567',
  })
  t.true(await isAccepted(configured.apiKey))
  t.false(await isAccepted(first.apiKey))
  t.deepEqual(await start({ encryptionKeys: ['seal-given-01234567', first.encryptionKey] }), second)
})

test('a start without the encryption key of the database is refused and names the key, and changes nothing', async (t) => {
  const { start, isAccepted, file } = await newInstallation(t)
  const first = await start()
  await rm(file)
  for (const encryptionKeys of [[], ['another-key-0123456789']]) {
    const error = await t.throwsAsync(start({ encryptionKeys }), { name: 'ConfigError' })
    const { sealingKeyId } = openVault([first.encryptionKey])
    t.regex(error?.message ?? '', new RegExp(`^ENCRYPTION_KEY is incomplete: [^\\n]*fingerprint ${sealingKeyId}, [^\\n]*\\.$`))
  }
  t.true(await isAccepted(first.apiKey))
  await t.throwsAsync(readFile(file), { code: 'ENOENT' })
})

test('without the file, existing keys stay valid and only keys that the database does not hold are generated', async (t) => {
  const { start, isAccepted, file } = await newInstallation(t)
  const first = await start()
  await rm(file)
  const second = await start({ encryptionKeys: [first.encryptionKey] })
  t.deepEqual(second.workspace, first.workspace)
  t.is(second.publishableKey, first.publishableKey)
  t.not(second.adminApiKey, first.adminApiKey)
  t.is(second.apiKey, undefined)
  t.true(await isAccepted(first.apiKey))
  t.deepEqual(await start(), second)
})

test('a stored key that the database does not hold replaces nothing', async (t) => {
  const { start, isAccepted, file } = await newInstallation(t)
  const first = await start()
  await writeFile(file, JSON.stringify({ ...first, apiKey: 'svc_other0123456789' }))
  t.is((await start()).apiKey, undefined)
  t.true(await isAccepted(first.apiKey))
  t.false(await isAccepted('svc_other0123456789'))
})

test('all keys that ever sealed must be given', async (t) => {
  const { start } = await newInstallation(t)
  const { encryptionKey: former } = await start()
  const added = 'added-0123456789abcdef'
  t.is((await start({ encryptionKeys: [added, former] })).encryptionKey, added)
  for (const one of [added, former]) {
    await t.throwsAsync(start({ encryptionKeys: [one] }), { message: /^ENCRYPTION_KEY is incomplete/ })
  }
  t.is((await start({ encryptionKeys: [former, added] })).encryptionKey, former)
})

test('a key of the environment does not replace the stored one, which former secrets need', async (t) => {
  const { start, file } = await newInstallation(t)
  const { encryptionKey: generated } = await start()
  const added = 'added-0123456789abcdef'
  t.is((await start({ encryptionKeys: [added, generated] })).encryptionKey, added)
  t.is(JSON.parse(await readFile(file, 'utf8')).encryptionKey, generated)
})

test('a data directory that cannot be written is accepted when the environment contains all keys', async (t) => {
  const { start, config, isAccepted } = await newInstallation(t)
  const keys = {
    dataDir: '/proc/tributary',
    bootstrap: { ...config.bootstrap, apiKey: 'svc_given0123456789', publishableKey: 'svc_pk_given0123456789' },
    adminApiKey: 'admin-given-0123456',
    cronSecret: 'cron-given-01234567',
    encryptionKeys: ['seal-given-01234567'],
  }
  t.is((await start(keys)).apiKey, 'svc_given0123456789')
  t.true(await isAccepted('svc_given0123456789'))
  for (const missing of [{ adminApiKey: undefined }, { cronSecret: undefined }, { bootstrap: config.bootstrap }])
    await t.throwsAsync(start({ ...keys, ...missing }), { message: /^DATA_DIR is invalid: / })
})

test('a deleted key stays invalid and is replaced by a new one', async (t) => {
  const { start, isAccepted, em } = await newInstallation(t)
  const first = await start()
  await em().nativeDelete(Token, {})
  const second = await start()
  t.not(second.apiKey, first.apiKey)
  t.false(await isAccepted(first.apiKey))
  t.true(await isAccepted(second.apiKey))
  t.deepEqual(second.workspace, first.workspace)
  t.is(await em().count(User), 1)
})

test('a renamed workspace is recognised', async (t) => {
  const { start, em } = await newInstallation(t)
  const first = await start()
  await em().nativeUpdate(Workspace, first.workspace.id, { slug: 'renamed' })
  t.deepEqual((await start()).workspace, { id: first.workspace.id, slug: 'renamed' })
  t.is(await em().count(Workspace), 1)
})

test('a start while the data of the deleted first workspace is being deleted creates another one', async (t) => {
  const { config, start, isAccepted, em, closeWorkspace } = await newInstallation(t)
  const first = await start()
  await closeWorkspace(first.apiKey)
  const second = await start()
  t.not(second.workspace.id, first.workspace.id)
  t.is(second.workspace.slug, config.bootstrap.workspace)
  t.true(await isAccepted(second.apiKey))
  t.is(await em().count(Member, { workspaceId: first.workspace.id }), 0)
})

test('an empty database is bootstrapped with the stored keys', async (t) => {
  const { start, isAccepted, em } = await newInstallation(t)
  const first = await start()
  await em().nativeDelete(Workspace, {})
  await em().nativeDelete(User, {})
  const second = await start()
  t.like(second, { apiKey: first.apiKey, publishableKey: first.publishableKey, adminApiKey: first.adminApiKey })
  t.true(await isAccepted(first.apiKey))
})

test('a smaller plan sets its limits', async (t) => {
  const { start, em } = await newInstallation(t, { BOOTSTRAP_PLAN: 'pro' })
  const { workspace: space } = await start()
  t.like(await em().findOneOrFail(Workspace, space.id), {
    plan: 'pro',
    linksLimit: 1000,
    usageLimit: 50_000,
    domainsLimit: 10,
    tagsLimit: 25,
  })
})

test('a domain that belongs to a workspace is not taken over', async (t) => {
  const { start, em } = await newInstallation(t, { SHORT_DOMAIN: 'go.example' })
  const { workspace: space } = await start({ shortDomain: 'other.example' })
  await em().nativeUpdate(Domain, { slug: 'other.example' }, { slug: 'go.example', workspaceId: space.id })
  await start()
  t.is((await em().findOneOrFail(Domain, { slug: 'go.example' })).workspaceId, space.id)
})

for (const damage of ['', '{', '[]', '{"apiKey": 1}']) {
  test(`a damaged file (${JSON.stringify(damage)}) stops the start with a message that names it`, async (t) => {
    const { start, file } = await newInstallation(t)
    await writeFile(file, damage)
    const error = await t.throwsAsync(start(), { name: 'ConfigError' })
    t.true(error?.message.includes(file))
  })
}

test('a data directory that is a file stops the start with a message and leaves the database empty', async (t) => {
  const { start, em, config } = await newInstallation(t)
  await rm(config.dataDir, { recursive: true })
  await writeFile(config.dataDir, '')
  await chmod(config.dataDir, 0o600)
  const error = await t.throwsAsync(start(), { name: 'ConfigError' })
  t.regex(error?.message ?? '', /^DATA_DIR is invalid: .+\.$/)
  t.is(await em().count(Workspace), 0)
})
