import { resolve } from 'node:path'
import test from 'ava'
import { configKeys } from '../../../shared/kernel/config-keys.js'
import type { ConfigKey } from '../../../shared/kernel/config-rules.js'
import { ConfigError, readConfig, requireDatabaseUrl } from '../../../shared/kernel/config.js'

test('an empty environment gives a complete configuration', (t) => {
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

test('an empty value counts as absent', (t) => {
  t.deepEqual(readConfig(Object.fromEntries(Object.keys(configKeys).map((key) => [key, '']))), readConfig({}))
})

test('settings derived from the base URL follow it', (t) => {
  const config = readConfig({ BASE_URL: 'https://api.example.com/v1/' })
  t.is(config.baseUrl, 'https://api.example.com/v1')
  t.is(config.shortDomain, 'api.example.com')
  t.is(config.docsUrl, 'https://api.example.com/v1/docs/errors')
  t.is(readConfig({ PORT: '8080' }).baseUrl, 'http://localhost:8080')
})

test('an address has a host and a port', (t) => {
  t.deepEqual(readConfig({ METRICS_ADDRESS: '0.0.0.0:9464' }).metricsAddress, { host: '0.0.0.0', port: 9464 })
  t.deepEqual(readConfig({ METRICS_ADDRESS: '[::1]:9464' }).metricsAddress, { host: '::1', port: 9464 })
})

test('a database password may have any characters', (t) => {
  const password = `p@ss:w/o?r#d %41+'"é`
  const { databaseUrl = '' } = readConfig({
    DATABASE_URL: 'postgres://me@db.internal:5433/links?sslmode=require',
    DATABASE_PASSWORD: password,
  })
  const url = new URL(databaseUrl)
  t.is(decodeURIComponent(url.password), password)
  t.deepEqual([url.username, url.host, url.pathname, url.search], ['me', 'db.internal:5433', '/links', '?sslmode=require'])
  t.is(readConfig({ DATABASE_PASSWORD: password }).databaseUrl, undefined)
})

test('a replica has the password of the database unless its URL names one', (t) => {
  const replicaOf = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL: 'postgres://me:p%40ss@db.internal/links', ...env }).databaseReplicaUrl
  t.is(replicaOf({}), undefined)
  t.is(replicaOf({ DATABASE_REPLICA_URL: 'postgres://me@replica.internal/links' }), 'postgres://me:p%40ss@replica.internal/links')
  t.is(replicaOf({ DATABASE_REPLICA_URL: 'postgres://me:own@replica.internal/links' }), 'postgres://me:own@replica.internal/links')
})

test('lists are split at commas and trimmed', (t) => {
  t.deepEqual(readConfig({ WORKER_QUEUES: 'clicks, events,' }).workerQueues, ['clicks', 'events'])
  t.deepEqual(readConfig({ DNS_SERVERS: '1.1.1.1, 9.9.9.9:5353,::1,[::1],[::1]:53' }).dnsServers, [
    '1.1.1.1',
    '9.9.9.9:5353',
    '::1',
    '[::1]',
    '[::1]:53',
  ])
  t.deepEqual(readConfig({ BLOCKED_HOSTS: 'Bad.example, müll.example,10.0.0.1' }).blockedHosts, [
    'bad.example',
    'xn--mll-hoa.example',
    '10.0.0.1',
  ])
  t.deepEqual(readConfig({ RESERVED_KEYS: ' Admin,,/billing ' }).reservedKeys, ['admin', 'billing'])
})

/** At least one invalid value per key. A test below fails when a key is missing here. */
const invalid: [key: string, value: string, message: RegExp][] = [
  ['PORT', 'abc', /integer from 1 to 65535/],
  ['PORT', '0', /integer from 1 to 65535/],
  ['PORT', '65536', /integer from 1 to 65535/],
  ['PORT', '80.5', /integer from 1 to 65535/],
  ['BASE_URL', 'example.com', /URL beginning with http:\/\/ or https:\/\//],
  ['BASE_URL', 'ftp://example.com', /URL beginning with http/],
  ['BASE_URL', 'https://example.com/?v=1', /no user, query or fragment/],
  ['BASE_URL', 'https://example.com?', /no user, query or fragment/],
  ['BASE_URL', 'https://example.com/#top', /no user, query or fragment/],
  ['BASE_URL', 'https://me:secret@example.com', /no user, query or fragment/],
  ['SHORT_DOMAIN', 'https://go.example.com', /host name/],
  ['SHORT_DOMAIN', 'go.example.com/x', /host name/],
  ['DATABASE_URL', 'mysql://localhost/x', /URL beginning with postgres:\/\/ or postgresql:\/\//],
  ['DATABASE_REPLICA_URL', 'mysql://localhost/x', /URL beginning with postgres:\/\/ or postgresql:\/\//],
  ['REDIS_URL', 'redis://:p%@localhost:6379', /must have a user and a password in which `%` is written as `%25`/],
  ['REDIS_URL', 'localhost:6379', /URL beginning with redis:\/\/ or rediss:\/\//],
  ['CLICKHOUSE_URL', 'localhost:8123', /URL beginning with http/],
  ['CLICKHOUSE_DATABASE', 'link events', /letters, digits or underscores/],
  ['CLICKHOUSE_CLUSTER', 'eu-1', /letters, digits or underscores/],
  ['SHORTIO_STATISTICS_API_URL', 'shortio', /URL beginning with http/],
  ['REDIS_PREFIX', 'a b', /lower-case letters, digits or dashes/],
  ['BOOTSTRAP_WORKSPACE', 'Acme!', /lower-case letters, digits or dashes/],
  ['BOOTSTRAP_PLAN', 'gold', /: must be one of free, .*enterprise\.$/],
  ['BOOTSTRAP_API_KEY', 'svc_short', /at least 16 characters/],
  ['BOOTSTRAP_API_KEY', 'another_0123456789', /must start with svc_/],
  ['BOOTSTRAP_API_KEY', 'svc_pk_0123456789abcdef', /must not start with svc_pk_/],
  ['BOOTSTRAP_PUBLISHABLE_KEY', 'svc_0123456789abcdef', /must start with svc_pk_/],
  ['ADMIN_API_KEY', 'secret', /at least 16 characters/],
  ['CRON_SECRET', 'secret', /at least 16 characters/],
  ['ENCRYPTION_KEY', 'seal', /at least 16 characters/],
  ['TRUST_PROXY', 'true', /integer from 0 to 16/],
  ['TRUST_PROXY', '-1', /integer from 0 to 16/],
  ['DNS_SERVERS', 'dns.example', /addresses with or without a port/],
  ['DNS_SERVERS', '1.1.1.1:0', /addresses with or without a port/],
  ['DNS_SERVERS', '[::1]:99999', /addresses with or without a port/],
  ['BLOCKED_HOSTS', 'bad.example, https://worse.example', /host names without scheme, port or path/],
  ['BLOCKED_HOSTS', '*.bad.example', /host names without scheme, port or path/],
  ['SHORT_DOMAIN_ADDRESSES', '203.0.113.1, go.example', /IP addresses/],
  ['CLICK_ID_PARAM', 'Click-Id', /lower-case letters, digits or underscores/],
  ['ALLOW_PRIVATE_TARGETS', 'maybe', /true.*false/],
  ['ANONYMOUS_LINKS', 'maybe', /true.*false/],
  ['SMTP_URL', 'mail.example.com:25', /URL beginning with smtp:\/\/ or smtps:\/\//],
  ['SMTP_URL', 'smtp://', /must name a host/],
  ['MAIL_FROM', 'nobody', /email address/],
  ['CONTACT_EMAIL', 'nobody', /email address/],
  ['DOCS_URL', '/docs', /URL beginning with http/],
  ['DISPOSABLE_EMAIL_DOMAINS_URL', 'list', /URL beginning with http/],
  ['EXCHANGE_RATES_URL', 'latest', /URL beginning with http/],
  ['STRIPE_API_URL', 'api.stripe.com', /URL beginning with http/],
  ['PAYPAL_API_URL', 'api.paypal.com', /URL beginning with http/],
  ['SHOPIFY_API_URL', 'shop.example', /URL beginning with http/],
  ['PLATFORM_WORKSPACE', 'x'.repeat(101), /100/],
  ['S3_BUCKET', 'My_Bucket', /name of a bucket/],
  ['S3_ENDPOINT', 'minio:9000', /URL beginning with http/],
  ['S3_REGION', 'EU Central', /region/],
  ['S3_PREFIX', 'tributary', /end with a slash/],
  ['S3_PATH_STYLE', 'maybe', /true.*false/],
  ['BACKUP_PASSPHRASE', 'short', /at least 16 characters/],
  ['BITLY_API_URL', 'api.example.com', /URL beginning with http/],
  ['REBRANDLY_API_URL', 'api.example.com', /URL beginning with http/],
  ['SHORTIO_API_URL', 'api.example.com', /URL beginning with http/],
  ['KUTT_API_URL', 'api.example.com', /URL beginning with http/],
  ['DUB_API_URL', 'api.example.com', /URL beginning with http/],
  ['REWARDFUL_API_URL', 'api.example.com', /URL beginning with http/],
  ['TOLT_API_URL', 'api.example.com', /URL beginning with http/],
  ['FIRSTPROMOTER_API_URL', 'api.example.com', /URL beginning with http/],
  ['PARTNERSTACK_API_URL', 'api.example.com', /URL beginning with http/],
  ['TAPFILIATE_API_URL', 'api.example.com', /URL beginning with http/],
  ['PAYOUT_FEE', '101', /number from 0 to 100/],
  ['PAYOUT_FEE_WAIVER', '-1', /integer from 0/],
  ['MEMORY_EMBEDDINGS_URL', 'localhost:11434', /URL beginning with http/],
  ['MEMORY_EMBEDDINGS_KEY', 'secret', /at least 16 characters/],
  ['MEMORY_CHAT_URL', 'api.example.com/v1', /URL beginning with http/],
  ['YOUTUBE_API_KEY', 'secret', /at least 16 characters/],
  ['YOUTUBE_API_URL', 'youtube', /URL beginning with http/],
  ['DYNADOT_API_KEY', 'secret', /at least 16 characters/],
  ['DYNADOT_API_URL', 'dynadot', /URL beginning with http/],
  ['SLACK_BOT_TOKEN', 'secret', /at least 16 characters/],
  ['SLACK_API_URL', 'slack', /URL beginning with http/],
  ['VERIFF_API_KEY', 'secret', /at least 16 characters/],
  ['VERIFF_SHARED_SECRET', 'secret', /at least 16 characters/],
  ['VERIFF_API_URL', 'veriff', /URL beginning with http/],
  ['TIKTOK_CLIENT_KEY', 'secret', /at least 16 characters/],
  ['TIKTOK_CLIENT_SECRET', 'secret', /at least 16 characters/],
  ['TIKTOK_API_URL', 'tiktok', /URL beginning with http/],
  ['INSTAGRAM_ACCESS_TOKEN', 'secret', /at least 16 characters/],
  ['INSTAGRAM_ACCOUNT_ID', 'acme', /must be a number/],
  ['INSTAGRAM_API_URL', 'instagram', /URL beginning with http/],
  ['LINKEDIN_ACCESS_TOKEN', 'secret', /at least 16 characters/],
  ['LINKEDIN_API_URL', 'linkedin', /URL beginning with http/],
  ['TWITTER_API_TOKEN', 'secret', /at least 16 characters/],
  ['TWITTER_API_URL', 'x', /URL beginning with http/],
  ['MEMORY_CHAT_KEY', 'secret', /at least 16 characters/],
  ['LOG_LEVEL', 'loud', /: must be one of trace, .*silent\.$/],
  ['API_PROCESSES', '0', /integer from 1 to 1024/],
  ['LINK_CACHE_SIZE', '999', /integer from 1000 to 10000000/],
  ['LOG_FORMAT', 'xml', /: must be one of json, pretty\.$/],
  ['METRICS_ADDRESS', '9464', /host and a port/],
  ['METRICS_ADDRESS', '::1:9464', /host and a port/],
  ['METRICS_ADDRESS', '127.0.0.1:65536', /port/],
  ['WORKER_QUEUES', 'clicks, foo', /: must be all, or a comma-separated list of clicks, events, .*\.$/],
  ['WORKER_QUEUES', ',', /must be all/],
  ['NODE_ENV', 'staging', /development.*test/],
]

/** Keys that accept any text, or whose value is checked only when it is used. */
const unchecked = new Set([
  'HOST',
  'DATABASE_PASSWORD',
  'DATA_DIR',
  'GEOIP_DATABASE',
  'RESERVED_KEYS',
  'CLICKHOUSE_USER',
  'CLICKHOUSE_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MEMORY_EMBEDDINGS_MODEL',
  'MEMORY_CHAT_MODEL',
])

for (const [key, value, message] of invalid) {
  test(`${key}=${value} stops the start with a message that names the key`, (t) => {
    const error = t.throws(() => readConfig({ [key]: value }), { instanceOf: ConfigError })
    t.true(error.message.startsWith(`${key} is invalid: `), error.message)
    t.regex(error.message, message)
    t.regex(error.message, /^[^\n]+\.$/)
  })
}

test('every key that can be invalid is tested above', (t) => {
  const tested = new Set(invalid.map(([key]) => key))
  t.deepEqual(
    Object.keys(configKeys).filter((key) => !tested.has(key) && !unchecked.has(key)),
    [],
  )
})

test('the message does not repeat a secret', (t) => {
  for (const [key, { secret }] of Object.entries<ConfigKey>(configKeys)) {
    if (!secret || unchecked.has(key)) continue
    const error = t.throws(() => readConfig({ [key]: 'hush-hush' }), undefined, key)
    t.false(error.message.includes('hush-hush'), key)
  }
})

test('a process without a database URL says how to set one', (t) => {
  t.throws(() => requireDatabaseUrl(readConfig({})), {
    instanceOf: ConfigError,
    message: /^DATABASE_URL is not set\. Start all processes with `npm start`/,
  })
  t.is(requireDatabaseUrl(readConfig({ DATABASE_URL: 'postgres://db/x' })), 'postgres://db/x')
})
