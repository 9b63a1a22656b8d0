/** The configuration contract: every environment key, parsed once at start. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isQueueName, queueNames } from './queue-kinds.js'
import { StartRefusal } from './start-refusal.js'

const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}
const oneOf = <const Words extends readonly string[]>(...words: Words) => z.enum(words, `must be one of ${words.join(', ')}`)
const flag = oneOf('true', 'false', '1', '0').transform((text) => text === 'true' || text === '1')
const key = (prefix: string) => z.string().min(16, 'must have at least 16 characters').startsWith(prefix, `must start with ${prefix}`)
const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be a URL beginning with ${schemes.map((one) => `${one}//`).join(' or ')}`,
    )
const hostName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, 'must be a host name without scheme, port or path')

export interface ConfigKey {
  schema: z.ZodType
  /** What serves when the key is absent, in words. */
  fallback: string
  meaning: string
  secret?: boolean
}

/** In the order in which `docs/operating.md` lists them. */
export const configKeys = {
  PORT: { schema: whole(1, 65535).default(3000), fallback: '3000', meaning: 'Port of the API and of the redirects' },
  HOST: { schema: z.string().default('0.0.0.0'), fallback: '0.0.0.0', meaning: 'Address to listen on' },
  BASE_URL: {
    schema: url('http:', 'https:').optional(),
    fallback: 'http://localhost:PORT',
    meaning: 'Public address of the API, `{base_url}` of the description',
  },
  SHORT_DOMAIN: {
    schema: hostName.optional(),
    fallback: 'host of BASE_URL',
    meaning: 'The default short domain, served to every workspace',
  },
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:').optional(),
    fallback: 'embedded PostgreSQL below DATA_DIR',
    meaning: 'PostgreSQL to use',
    secret: true,
  },
  REDIS_URL: {
    schema: url('redis:', 'rediss:').optional(),
    fallback: 'queues and short-lived state in PostgreSQL',
    meaning: 'Redis for queues and short-lived state',
    secret: true,
  },
  REDIS_PREFIX: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 lower-case letters, digits or dashes')
      .default('tributary'),
    fallback: 'tributary',
    meaning: 'Beginning of every Redis key, so that installations can share a server',
  },
  DATA_DIR: { schema: z.string().default('.data'), fallback: '.data', meaning: 'Embedded database, click spool, `credentials.json`' },
  BOOTSTRAP_WORKSPACE: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{2,48}$/, 'must be 2 to 48 lower-case letters, digits or dashes')
      .default('acme'),
    fallback: 'acme',
    meaning: 'Slug of the first workspace',
  },
  BOOTSTRAP_PLAN: {
    schema: oneOf('free', 'pro', 'business', 'business plus', 'business extra', 'business max', 'advanced', 'enterprise').default(
      'enterprise',
    ),
    fallback: 'enterprise',
    meaning: 'Plan of new workspaces, the first one included',
  },
  BOOTSTRAP_API_KEY: {
    schema: key('svc_').optional(),
    fallback: 'generated, kept in credentials.json',
    meaning: "The first workspace's owner key",
    secret: true,
  },
  BOOTSTRAP_PUBLISHABLE_KEY: {
    schema: key('svc_pk_').optional(),
    fallback: 'generated, kept in credentials.json',
    meaning: "The first workspace's publishable key",
    secret: true,
  },
  ADMIN_API_KEY: {
    schema: key('').optional(),
    fallback: 'generated, kept in credentials.json',
    meaning: 'Credential of the admin surface and of the queue pages',
    secret: true,
  },
  CRON_SECRET: {
    schema: key('').optional(),
    fallback: 'generated, kept in credentials.json',
    meaning: 'Credential of the scheduled-job surface',
    secret: true,
  },
  ENCRYPTION_KEY: {
    schema: z
      .string()
      .refine((text) => list(text).every((one) => one.length >= 16), 'must be keys of at least 16 characters, comma-separated')
      .default(''),
    fallback: 'generated, kept in credentials.json',
    meaning: 'Seals the secrets of webhooks and integrations in the database; after a comma former keys, which still open what they sealed',
    secret: true,
  },
  TRUST_PROXY: {
    schema: whole(0, 16).default(0),
    fallback: '0',
    meaning: 'Number of trusted proxies in front; 0 believes no forwarding or place header',
  },
  GEOIP_DATABASE: {
    schema: z.string().optional(),
    fallback: 'places stay Unknown without proxy headers',
    meaning: 'Path of an MMDB file with places of addresses',
  },
  DNS_SERVERS: {
    schema: z
      .string()
      .refine((text) => list(text).every(isSocketAddress), 'must be addresses with or without a port, comma-separated')
      .default(''),
    fallback: "the machine's own",
    meaning: 'DNS servers that are asked about short domains, comma-separated',
  },
  SHORT_DOMAIN_ADDRESSES: {
    schema: z
      .string()
      .refine((text) => list(text).every((one) => isIP(one) > 0), 'must be IP addresses, comma-separated')
      .default(''),
    fallback: 'those of SHORT_DOMAIN',
    meaning: 'Addresses that domains must point at which can have no CNAME record, comma-separated',
  },
  CLICK_ID_PARAM: {
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9_]{1,31}$/, 'must be 2 to 32 lower-case letters, digits or underscores')
      .default('svc_id'),
    fallback: 'svc_id',
    meaning: 'Name of the click-id query parameter and cookie',
  },
  RESERVED_KEYS: {
    schema: z.string().default(''),
    fallback: 'none beyond the built-in list',
    meaning: 'Further keys, comma-separated, that nobody may use on the default short domain',
  },
  BLOCKED_HOSTS: {
    schema: z.string().default(''),
    fallback: 'none',
    meaning: 'Hosts, comma-separated, that links on the default short domain may not lead to; their sub-domains included',
  },
  ALLOW_PRIVATE_TARGETS: {
    schema: flag.default(false),
    fallback: 'false',
    meaning: 'Lets outgoing requests reach loopback and private addresses (development only)',
  },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:').optional(),
    fallback: 'letters become files in DATA_DIR/outbox',
    meaning: 'Mail server, `smtp://user:password@host:587` or `smtps://...`',
    secret: true,
  },
  MAIL_FROM: {
    schema: z.string().regex(/@/, 'must be an e-mail address').optional(),
    fallback: 'Tributary <no-reply@host of BASE_URL>',
    meaning: 'Sender of letters',
  },
  CONTACT_EMAIL: {
    schema: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
      .optional(),
    fallback: 'the description names none',
    meaning: 'Whom users of the interface may write to',
  },
  EXCHANGE_RATES_URL: {
    schema: url('http:', 'https:').optional(),
    fallback: 'built-in rates of 2025-10-01',
    meaning: 'Where exchange rates are fetched daily, answering JSON with `base`, `date` and `rates`',
  },
  MEMORY_EMBEDDINGS_URL: {
    schema: url('http:', 'https:').optional(),
    fallback: 'memories are found by their words',
    meaning: 'OpenAI-compatible endpoint, up to `/v1`, that turns memories into vectors',
  },
  MEMORY_EMBEDDINGS_KEY: { schema: key('').optional(), fallback: 'none is sent', meaning: 'Its key', secret: true },
  MEMORY_EMBEDDINGS_MODEL: {
    schema: z.string().default('text-embedding-3-small'),
    fallback: 'text-embedding-3-small',
    meaning: 'Its model; after a change all vectors are made anew',
  },
  MEMORY_CHAT_URL: {
    schema: url('http:', 'https:').optional(),
    fallback: 'memories are kept word for word',
    meaning: 'OpenAI-compatible endpoint, up to `/v1`, for memories with `infer`',
  },
  MEMORY_CHAT_KEY: { schema: key('').optional(), fallback: 'none is sent', meaning: 'Its key', secret: true },
  MEMORY_CHAT_MODEL: { schema: z.string().default('gpt-4o-mini'), fallback: 'gpt-4o-mini', meaning: 'Its model' },
  DOCS_URL: {
    schema: url('http:', 'https:').optional(),
    fallback: 'BASE_URL/docs/errors',
    meaning: 'Page that `doc_url` of an error points at',
  },
  LOG_LEVEL: {
    schema: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    fallback: 'info',
    meaning: 'Least level that is logged',
  },
  WORKER_QUEUES: {
    schema: z
      .string()
      .refine((text) => namesQueues(list(text)), `must be all, or some of ${queueNames.join(', ')}, comma-separated`)
      .default('all'),
    fallback: 'all',
    meaning: 'Queues that a worker process serves, comma-separated',
  },
  NODE_ENV: {
    schema: oneOf('development', 'production', 'test').default('production'),
    fallback: 'production',
    meaning: 'Outside production an answer that breaks its own schema fails loudly',
  },
} satisfies Record<string, ConfigKey>

type Parsed = { [Key in keyof typeof configKeys]: z.infer<(typeof configKeys)[Key]['schema']> }

/** Something that speaks the OpenAI dialect. */
export interface ModelEndpoint {
  /** Without a trailing slash. */
  url: string
  key: string | undefined
  model: string
}

export interface Config {
  port: number
  host: string
  /** Without a trailing slash. */
  baseUrl: string
  shortDomain: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  redisPrefix: string
  dataDir: string
  bootstrap: { workspace: string; plan: Parsed['BOOTSTRAP_PLAN']; apiKey: string | undefined; publishableKey: string | undefined }
  adminApiKey: string | undefined
  cronSecret: string | undefined
  /** The first one seals. Empty when nobody has made one yet. */
  encryptionKeys: string[]
  trustProxy: number
  geoipDatabase: string | undefined
  /** Empty for the machine's own. */
  dnsServers: string[]
  /** Empty for those of the default short domain. */
  shortDomainAddresses: string[]
  clickIdParam: string
  reservedKeys: string[]
  blockedHosts: string[]
  allowPrivateTargets: boolean
  smtpUrl: string | undefined
  mailFrom: string
  contactEmail: string | undefined
  exchangeRatesUrl: string | undefined
  memoryEmbeddings: ModelEndpoint | undefined
  memoryChat: ModelEndpoint | undefined
  docsUrl: string
  logLevel: Parsed['LOG_LEVEL']
  workerQueues: string[]
  environment: Parsed['NODE_ENV']
}

/** A wrong setting; the message is one sentence for the person who starts the program. */
export class ConfigError extends StartRefusal {
  override name = 'ConfigError'
}

/** Reads every key of the contract. An absent key and an empty one mean the same. Throws `ConfigError` naming the first wrong key. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = {} as Record<string, unknown>
  for (const [name, { schema }] of Object.entries(configKeys)) {
    const result = (schema as z.ZodType).safeParse(env[name] === '' ? undefined : env[name])
    if (!result.success) throw new ConfigError(`${name} is wrong: ${result.error.issues[0]?.message ?? 'not a valid value'}.`)
    parsed[name] = result.data
  }
  return shape(parsed as Parsed)
}

function shape(at: Parsed): Config {
  const baseUrl = (at.BASE_URL ?? `http://localhost:${at.PORT}`).replace(/\/+$/, '')
  return {
    port: at.PORT,
    host: at.HOST,
    baseUrl,
    shortDomain: at.SHORT_DOMAIN ?? new URL(baseUrl).hostname,
    databaseUrl: at.DATABASE_URL,
    redisUrl: at.REDIS_URL,
    redisPrefix: at.REDIS_PREFIX,
    dataDir: resolve(at.DATA_DIR),
    bootstrap: {
      workspace: at.BOOTSTRAP_WORKSPACE,
      plan: at.BOOTSTRAP_PLAN,
      apiKey: at.BOOTSTRAP_API_KEY,
      publishableKey: at.BOOTSTRAP_PUBLISHABLE_KEY,
    },
    adminApiKey: at.ADMIN_API_KEY,
    cronSecret: at.CRON_SECRET,
    encryptionKeys: list(at.ENCRYPTION_KEY),
    trustProxy: at.TRUST_PROXY,
    geoipDatabase: at.GEOIP_DATABASE,
    dnsServers: list(at.DNS_SERVERS),
    shortDomainAddresses: list(at.SHORT_DOMAIN_ADDRESSES),
    clickIdParam: at.CLICK_ID_PARAM,
    reservedKeys: list(at.RESERVED_KEYS.toLowerCase()),
    blockedHosts: list(at.BLOCKED_HOSTS.toLowerCase()),
    allowPrivateTargets: at.ALLOW_PRIVATE_TARGETS,
    smtpUrl: at.SMTP_URL,
    mailFrom: at.MAIL_FROM ?? `Tributary <no-reply@${new URL(baseUrl).hostname}>`,
    contactEmail: at.CONTACT_EMAIL,
    exchangeRatesUrl: at.EXCHANGE_RATES_URL,
    memoryEmbeddings: modelEndpoint(at.MEMORY_EMBEDDINGS_URL, at.MEMORY_EMBEDDINGS_KEY, at.MEMORY_EMBEDDINGS_MODEL),
    memoryChat: modelEndpoint(at.MEMORY_CHAT_URL, at.MEMORY_CHAT_KEY, at.MEMORY_CHAT_MODEL),
    docsUrl: at.DOCS_URL ?? `${baseUrl}/docs/errors`,
    logLevel: at.LOG_LEVEL,
    workerQueues: list(at.WORKER_QUEUES),
    environment: at.NODE_ENV,
  }
}

const modelEndpoint = (url: string | undefined, key: string | undefined, model: string): ModelEndpoint | undefined =>
  url ? { url: url.replace(/\/+$/, ''), key, model } : undefined
const list = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
const namesQueues = (names: string[]) => names.length > 0 && names.every((name) => name === 'all' || isQueueName(name))
const isSocketAddress = (text: string) => isIP(text.replace(/^\[(.*)\](:\d+)?$/, '$1')) > 0 || isIP(text.replace(/:\d+$/, '')) > 0

/** The database address; processes other than the supervisor can't start without one. */
export function requireDatabaseUrl(config: Config): string {
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL is not set: start everything with `npm start`, or name a PostgreSQL database.')
  return config.databaseUrl
}
