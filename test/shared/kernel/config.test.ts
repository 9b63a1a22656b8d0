import { resolve } from 'node:path'
import test from 'ava'
import { ConfigError, type ConfigKey, configKeys, readConfig, requireDatabaseUrl } from '../../../shared/kernel/config.js'

test('an empty environment is a complete configuration', (t) => {
  const config = readConfig({})
  t.like(config, {
    port: 3000,
    host: '0.0.0.0',
    baseUrl: 'http://localhost:3000',
    shortDomain: 'localhost',
    databaseUrl: undefined,
    redisUrl: undefined,
    dataDir: resolve('.data'),
    trustProxy: 0,
    clickIdParam: 'svc_id',
    allowPrivateTargets: false,
    docsUrl: 'http://localhost:3000/docs/errors',
    environment: 'production',
  })
  t.deepEqual(config.workerQueues, ['all'])
  t.deepEqual(config.reservedKeys, [])
})

test('an empty value means the same as none', (t) => {
  t.deepEqual(readConfig(Object.fromEntries(Object.keys(configKeys).map((key) => [key, '']))), readConfig({}))
})

test('what others derive from the base address follows it', (t) => {
  const config = readConfig({ BASE_URL: 'https://api.example.com/v1/' })
  t.is(config.baseUrl, 'https://api.example.com/v1')
  t.is(config.shortDomain, 'api.example.com')
  t.is(config.docsUrl, 'https://api.example.com/v1/docs/errors')
  t.is(readConfig({ PORT: '8080' }).baseUrl, 'http://localhost:8080')
})

test('lists are split at commas and trimmed', (t) => {
  t.deepEqual(readConfig({ WORKER_QUEUES: 'clicks, events,' }).workerQueues, ['clicks', 'events'])
  t.deepEqual(readConfig({ RESERVED_KEYS: ' Admin,,billing ' }).reservedKeys, ['admin', 'billing'])
})

/** One wrong value a key, at least; the test below fails when a key that can be wrong is missing here. */
const wrong: [key: string, value: string, says: RegExp][] = [
  ['PORT', 'abc', /whole number from 1 to 65535/],
  ['PORT', '0', /whole number from 1 to 65535/],
  ['PORT', '65536', /whole number from 1 to 65535/],
  ['PORT', '80.5', /whole number from 1 to 65535/],
  ['BASE_URL', 'example.com', /URL beginning with http:\/\/ or https:\/\//],
  ['BASE_URL', 'ftp://example.com', /URL beginning with http/],
  ['SHORT_DOMAIN', 'https://go.example.com', /host name/],
  ['SHORT_DOMAIN', 'go.example.com/x', /host name/],
  ['DATABASE_URL', 'mysql://localhost/x', /URL beginning with postgres:\/\/ or postgresql:\/\//],
  ['REDIS_URL', 'localhost:6379', /URL beginning with redis:\/\/ or rediss:\/\//],
  ['REDIS_PREFIX', 'a b', /lower-case letters, digits or dashes/],
  ['BOOTSTRAP_WORKSPACE', 'Acme!', /lower-case letters, digits or dashes/],
  ['BOOTSTRAP_PLAN', 'gold', /: must be one of free, .*enterprise\.$/],
  ['BOOTSTRAP_API_KEY', 'svc_short', /at least 16 characters/],
  ['BOOTSTRAP_API_KEY', 'another_0123456789', /must start with svc_/],
  ['BOOTSTRAP_PUBLISHABLE_KEY', 'svc_0123456789abcdef', /must start with svc_pk_/],
  ['ADMIN_API_KEY', 'secret', /at least 16 characters/],
  ['CRON_SECRET', 'secret', /at least 16 characters/],
  ['ENCRYPTION_KEY', 'seal', /at least 16 characters/],
  ['TRUST_PROXY', 'true', /whole number from 0 to 16/],
  ['TRUST_PROXY', '-1', /whole number from 0 to 16/],
  ['DNS_SERVERS', 'dns.example', /addresses with or without a port/],
  ['SHORT_DOMAIN_ADDRESSES', '203.0.113.1, go.example', /IP addresses/],
  ['CLICK_ID_PARAM', 'Click-Id', /lower-case letters, digits or underscores/],
  ['ALLOW_PRIVATE_TARGETS', 'maybe', /true.*false/],
  ['SMTP_URL', 'mail.example.com:25', /URL beginning with smtp:\/\/ or smtps:\/\//],
  ['MAIL_FROM', 'nobody', /e-mail address/],
  ['CONTACT_EMAIL', 'nobody', /e-mail address/],
  ['DOCS_URL', '/docs', /URL beginning with http/],
  ['EXCHANGE_RATES_URL', 'latest', /URL beginning with http/],
  ['MEMORY_EMBEDDINGS_URL', 'localhost:11434', /URL beginning with http/],
  ['MEMORY_EMBEDDINGS_KEY', 'secret', /at least 16 characters/],
  ['MEMORY_CHAT_URL', 'api.example.com/v1', /URL beginning with http/],
  ['MEMORY_CHAT_KEY', 'secret', /at least 16 characters/],
  ['LOG_LEVEL', 'loud', /: must be one of trace, .*silent\.$/],
  ['WORKER_QUEUES', 'clicks, foo', /: must be all, or some of clicks, events, .*comma-separated\.$/],
  ['WORKER_QUEUES', ',', /must be all/],
  ['NODE_ENV', 'staging', /development.*test/],
]

/** Any text is right, or what is wrong shows only when it is used. */
const free = new Set([
  'HOST',
  'DATA_DIR',
  'GEOIP_DATABASE',
  'RESERVED_KEYS',
  'BLOCKED_HOSTS',
  'MEMORY_EMBEDDINGS_MODEL',
  'MEMORY_CHAT_MODEL',
])

for (const [key, value, says] of wrong) {
  test(`${key}=${value} stops the start with one sentence that names the key`, (t) => {
    const error = t.throws(() => readConfig({ [key]: value }), { instanceOf: ConfigError })
    t.true(error.message.startsWith(`${key} is wrong: `), error.message)
    t.regex(error.message, says)
    t.regex(error.message, /^[^\n]+\.$/)
  })
}

test('every key that can be wrong is tried above', (t) => {
  const tried = new Set(wrong.map(([key]) => key))
  t.deepEqual(
    Object.keys(configKeys).filter((key) => !tried.has(key) && !free.has(key)),
    [],
  )
})

test('a secret is not repeated in the sentence', (t) => {
  for (const [key, { secret }] of Object.entries<ConfigKey>(configKeys)) {
    if (!secret) continue
    const error = t.throws(() => readConfig({ [key]: 'hush-hush' }), undefined, key)
    t.false(error.message.includes('hush-hush'), key)
  }
})

test('a process that needs a database says how to get one', (t) => {
  t.throws(() => requireDatabaseUrl(readConfig({})), {
    instanceOf: ConfigError,
    message: /^DATABASE_URL is not set: start everything with `npm start`/,
  })
  t.is(requireDatabaseUrl(readConfig({ DATABASE_URL: 'postgres://db/x' })), 'postgres://db/x')
})
