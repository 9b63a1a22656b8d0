/** Configuration from environment variables, parsed once at start. */
import { resolve } from 'node:path'
import type { z } from 'zod'
import { configKeys, type ParsedEnv } from './config-keys.js'
import { splitHosts, splitList, withoutSlash } from './config-rules.js'
import { importAddresses, type ImportAddresses } from './import-config.js'
import { type SocialConfig, socialConfig } from './social-config.js'
import { StartupError } from './startup-error.js'

/** An OpenAI-compatible endpoint. */
export interface ModelEndpoint {
  /** Without a trailing slash. */
  url: string
  key: string | undefined
  model: string
}

/** A bucket of S3-compatible object storage. */
export interface ObjectStorage {
  bucket: string
  /** In front of the names of all files. */
  prefix: string
  /** Undefined: Amazon S3. */
  endpoint: string | undefined
  region: string
  /** Without keys, the client finds those of the machine. */
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** Whether the bucket is in the path of addresses instead of the host. */
  pathStyle: boolean
}

/** A ClickHouse server that stores events. */
export interface ClickHouseAddress {
  url: string
  user: string
  password: string
  database: string
  /** Undefined: one server without replicas. */
  cluster: string | undefined
}

export interface Config extends SocialConfig {
  importAddresses: ImportAddresses
  port: number
  host: string
  /** Without a trailing slash. */
  baseUrl: string
  shortDomain: string
  databaseUrl: string | undefined
  /** Undefined: analytics are read from the database. */
  databaseReplicaUrl: string | undefined
  redisUrl: string | undefined
  redisPrefix: string
  /** Undefined: events are in PostgreSQL. */
  clickHouse: ClickHouseAddress | undefined
  dataDir: string
  /** Object storage for files. Undefined: files are in the data directory. */
  s3: ObjectStorage | undefined
  backupPassphrase: string | undefined
  bootstrap: { workspace: string; plan: ParsedEnv['BOOTSTRAP_PLAN']; apiKey: string | undefined; publishableKey: string | undefined }
  adminApiKey: string | undefined
  platformWorkspace: string | undefined
  cronSecret: string | undefined
  /** The first one encrypts. Empty when none exists yet. */
  encryptionKeys: string[]
  trustProxy: number
  anonymousLinks: boolean
  geoipDatabase: string | undefined
  /** Empty for the system resolvers. */
  dnsServers: string[]
  /** Empty for the addresses of the default short domain. */
  shortDomainAddresses: string[]
  clickIdParam: string
  reservedKeys: string[]
  blockedHosts: string[]
  allowPrivateTargets: boolean
  smtpUrl: string | undefined
  mailFrom: string
  contactEmail: string | undefined
  disposableDomainsUrl: string | undefined
  exchangeRatesUrl: string | undefined
  /** Without a trailing slash. */
  stripeApiUrl: string
  /** Without a trailing slash. */
  paypalApiUrl: string
  /** Null: each shop has an address of its own. */
  shopifyApiUrl: string | null
  /** The fee in hundredths of a percent, and the cents that are free of it. */
  payoutFee: { rate: number; waiver: number }
  dynadot: { apiKey: string | undefined; apiUrl: string }
  slack: { token: string | undefined; apiUrl: string }
  veriff: { apiKey: string | undefined; sharedSecret: string | undefined; apiUrl: string }
  /** APIs of social platforms, for bounties. */
  memoryEmbeddings: ModelEndpoint | undefined
  memoryChat: ModelEndpoint | undefined
  docsUrl: string
  logLevel: ParsedEnv['LOG_LEVEL']
  /** Undefined: depends on whether standard output is a terminal. */
  logFormat: ParsedEnv['LOG_FORMAT']
  /** Undefined: one per core. */
  apiProcesses: number | undefined
  linkCacheSize: number
  metricsAddress: { host: string; port: number } | undefined
  workerQueues: string[]
  environment: ParsedEnv['NODE_ENV']
}

/** An invalid setting. The message is a sentence for the operator. */
export class ConfigError extends StartupError {
  override name = 'ConfigError'
}

/** Parses the environment. An empty value counts as absent. Throws `ConfigError` for the first invalid key. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = {} as Record<string, unknown>
  for (const [name, { schema }] of Object.entries(configKeys)) {
    const result = (schema as z.ZodType).safeParse(env[name] === '' ? undefined : env[name])
    if (!result.success) throw new ConfigError(`${name} is invalid: ${result.error.issues[0]?.message ?? 'not a valid value'}.`)
    parsed[name] = result.data
  }
  return toConfig(parsed as ParsedEnv)
}

function toConfig(env: ParsedEnv): Config {
  const baseUrl = withoutSlash(env.BASE_URL ?? `http://localhost:${env.PORT}`)
  const databaseUrl = env.DATABASE_URL && withPassword(env.DATABASE_URL, env.DATABASE_PASSWORD)
  return {
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    shortDomain: env.SHORT_DOMAIN ?? new URL(baseUrl).hostname,
    databaseUrl,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL && replicaUrl(env.DATABASE_REPLICA_URL, databaseUrl),
    redisUrl: env.REDIS_URL,
    redisPrefix: env.REDIS_PREFIX,
    clickHouse: clickHouseAddress(env),
    dataDir: resolve(env.DATA_DIR),
    ...storage(env),
    bootstrap: {
      workspace: env.BOOTSTRAP_WORKSPACE,
      plan: env.BOOTSTRAP_PLAN,
      apiKey: env.BOOTSTRAP_API_KEY,
      publishableKey: env.BOOTSTRAP_PUBLISHABLE_KEY,
    },
    adminApiKey: env.ADMIN_API_KEY,
    platformWorkspace: env.PLATFORM_WORKSPACE,
    cronSecret: env.CRON_SECRET,
    encryptionKeys: splitList(env.ENCRYPTION_KEY),
    trustProxy: env.TRUST_PROXY,
    anonymousLinks: env.ANONYMOUS_LINKS,
    geoipDatabase: env.GEOIP_DATABASE,
    dnsServers: splitList(env.DNS_SERVERS),
    shortDomainAddresses: splitList(env.SHORT_DOMAIN_ADDRESSES),
    clickIdParam: env.CLICK_ID_PARAM,
    reservedKeys: splitList(env.RESERVED_KEYS.toLowerCase()).map((key) => key.replace(/^\//, '')),
    blockedHosts: splitHosts(env.BLOCKED_HOSTS),
    allowPrivateTargets: env.ALLOW_PRIVATE_TARGETS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Tributary <no-reply@${new URL(baseUrl).hostname}>`,
    contactEmail: env.CONTACT_EMAIL,
    disposableDomainsUrl: env.DISPOSABLE_EMAIL_DOMAINS_URL,
    exchangeRatesUrl: env.EXCHANGE_RATES_URL,
    stripeApiUrl: withoutSlash(env.STRIPE_API_URL),
    shopifyApiUrl: env.SHOPIFY_API_URL === undefined ? null : withoutSlash(env.SHOPIFY_API_URL),
    paypalApiUrl: withoutSlash(env.PAYPAL_API_URL),
    importAddresses: importAddresses(env),
    dynadot: { apiKey: env.DYNADOT_API_KEY, apiUrl: withoutSlash(env.DYNADOT_API_URL) },
    slack: { token: env.SLACK_BOT_TOKEN, apiUrl: withoutSlash(env.SLACK_API_URL) },
    veriff: { apiKey: env.VERIFF_API_KEY, sharedSecret: env.VERIFF_SHARED_SECRET, apiUrl: withoutSlash(env.VERIFF_API_URL) },
    payoutFee: { rate: Math.round(env.PAYOUT_FEE * 100), waiver: env.PAYOUT_FEE_WAIVER },
    ...socialConfig(env),
    memoryEmbeddings: modelEndpoint(env.MEMORY_EMBEDDINGS_URL, env.MEMORY_EMBEDDINGS_KEY, env.MEMORY_EMBEDDINGS_MODEL),
    memoryChat: modelEndpoint(env.MEMORY_CHAT_URL, env.MEMORY_CHAT_KEY, env.MEMORY_CHAT_MODEL),
    docsUrl: env.DOCS_URL ?? `${baseUrl}/docs/errors`,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    apiProcesses: env.API_PROCESSES,
    linkCacheSize: env.LINK_CACHE_SIZE,
    metricsAddress: env.METRICS_ADDRESS === undefined ? undefined : parseAddress(env.METRICS_ADDRESS),
    workerQueues: splitList(env.WORKER_QUEUES),
    environment: env.NODE_ENV,
  }
}

const clickHouseAddress = (env: ParsedEnv): ClickHouseAddress | undefined =>
  env.CLICKHOUSE_URL
    ? {
        url: withoutSlash(env.CLICKHOUSE_URL),
        user: env.CLICKHOUSE_USER,
        password: env.CLICKHOUSE_PASSWORD,
        database: env.CLICKHOUSE_DATABASE,
        cluster: env.CLICKHOUSE_CLUSTER,
      }
    : undefined

const storage = (env: ParsedEnv) => ({ s3: objectStorage(env), backupPassphrase: env.BACKUP_PASSPHRASE })

function objectStorage(env: ParsedEnv): ObjectStorage | undefined {
  if (!env.S3_BUCKET) {
    if (env.S3_ENDPOINT) throw new ConfigError('S3_BUCKET is not set. Set it to the bucket for files, or remove S3_ENDPOINT.')
    return undefined
  }
  if (!env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY)
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or none to use the keys of the machine.')
  return {
    bucket: env.S3_BUCKET,
    prefix: env.S3_PREFIX,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    pathStyle: env.S3_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  }
}

function withPassword(text: string, password: string | undefined): string {
  if (password === undefined) return text
  const url = new URL(text)
  url.password = encodeURIComponent(password)
  return url.href
}

/** A streaming replica has the users and passwords of its primary. */
function replicaUrl(text: string, primary: string | undefined): string {
  const { password } = new URL(text)
  return password || !primary ? text : withPassword(text, decodeURIComponent(new URL(primary).password))
}

function parseAddress(text: string): { host: string; port: number } {
  const separator = text.lastIndexOf(':')
  return { host: text.slice(0, separator).replace(/^\[(.*)\]$/, '$1'), port: Number(text.slice(separator + 1)) }
}

const modelEndpoint = (url: string | undefined, key: string | undefined, model: string): ModelEndpoint | undefined =>
  url ? { url: withoutSlash(url), key, model } : undefined

/** The database URL. Every process but the supervisor requires one. */
export function requireDatabaseUrl(config: Config): string {
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL is not set. Start all processes with `npm start`, or set DATABASE_URL to a PostgreSQL database.')
  return config.databaseUrl
}
