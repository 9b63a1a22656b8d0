/** All environment variables: how each is parsed, its default and its meaning. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { clickHouseKeys } from './clickhouse-config-keys.js'
import {
  areHosts,
  type ConfigKey,
  flag,
  hasOnlyOriginAndPath,
  hostName,
  integer,
  isHostAndPort,
  isSocketAddress,
  key,
  namesHost,
  namesQueues,
  oneOf,
  splitList,
  url,
} from './config-rules.js'
import { providerKeys } from './provider-config-keys.js'
import { queueNames } from './queue/queue-kinds.js'
import { storageKeys } from './storage-config-keys.js'

/** In the order of `docs/operating.md`. */
export const configKeys = {
  PORT: { schema: integer(1, 65535).default(3000), defaultText: '3000', description: 'Port of the API and the redirects' },
  HOST: { schema: z.string().default('0.0.0.0'), defaultText: '0.0.0.0', description: 'Address to listen on' },
  BASE_URL: {
    schema: url('http:', 'https:').refine(hasOnlyOriginAndPath, 'must have no user, query or fragment').optional(),
    defaultText: 'http://localhost:PORT',
    description: 'Public URL of the API, `{base_url}` in the OpenAPI document',
  },
  SHORT_DOMAIN: {
    schema: hostName.optional(),
    defaultText: 'the host of BASE_URL',
    description: 'Default short domain, available to every workspace',
  },
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:').optional(),
    defaultText: 'embedded PostgreSQL in DATA_DIR',
    description: 'PostgreSQL connection URL',
    secret: true,
  },
  DATABASE_PASSWORD: {
    schema: z.string().optional(),
    defaultText: 'the password in DATABASE_URL',
    description: 'Password for DATABASE_URL, with any characters: in the URL, special characters must be percent-encoded',
    secret: true,
  },
  DATABASE_REPLICA_URL: {
    schema: url('postgres:', 'postgresql:').optional(),
    defaultText: 'analytics are read from DATABASE_URL',
    description:
      'Streaming replica of DATABASE_URL that analytics and lists of events are read from. Without a password: that of DATABASE_URL',
    secret: true,
  },
  REDIS_URL: {
    schema: url('redis:', 'rediss:').optional(),
    defaultText: 'queues and short-lived state in PostgreSQL',
    description: 'Redis connection URL, for queues and short-lived state',
    secret: true,
  },
  REDIS_PREFIX: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 lower-case letters, digits or dashes')
      .default('tributary'),
    defaultText: 'tributary',
    description: 'Prefix of all Redis keys, so that installations can share a server',
  },
  ...clickHouseKeys,
  DATA_DIR: {
    schema: z.string().default('.data'),
    defaultText: '.data',
    description: 'Directory of the embedded database, the click spool and `credentials.json`',
  },
  ...storageKeys,
  BOOTSTRAP_WORKSPACE: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{2,48}$/, 'must be 2 to 48 lower-case letters, digits or dashes')
      .default('acme'),
    defaultText: 'acme',
    description: 'Slug of the first workspace',
  },
  BOOTSTRAP_PLAN: {
    schema: oneOf('free', 'pro', 'business', 'business plus', 'business extra', 'business max', 'advanced', 'enterprise').default(
      'enterprise',
    ),
    defaultText: 'enterprise',
    description: 'Plan of new workspaces, including the first one',
  },
  BOOTSTRAP_API_KEY: {
    schema: key('svc_')
      .refine((text) => !text.startsWith('svc_pk_'), 'must not start with svc_pk_, the prefix of publishable keys')
      .optional(),
    defaultText: 'generated, stored in credentials.json',
    description: "API key of the first workspace's owner",
    secret: true,
  },
  BOOTSTRAP_PUBLISHABLE_KEY: {
    schema: key('svc_pk_').optional(),
    defaultText: 'generated, stored in credentials.json',
    description: 'Publishable key of the first workspace',
    secret: true,
  },
  ADMIN_API_KEY: {
    schema: key('').optional(),
    defaultText: 'generated, stored in credentials.json',
    description: 'Credential of the admin endpoints and the queue pages',
    secret: true,
  },
  PLATFORM_WORKSPACE: {
    schema: z.string().min(1).max(100).optional(),
    defaultText: 'none',
    description: 'Slug or id of the workspace whose members may use the admin endpoints by their session, in their role there',
  },
  CRON_SECRET: {
    schema: key('').optional(),
    defaultText: 'generated, stored in credentials.json',
    description: 'Credential of the cron endpoints',
    secret: true,
  },
  ENCRYPTION_KEY: {
    schema: z
      .string()
      .refine((text) => splitList(text).every((one) => one.length >= 16), 'must be keys of at least 16 characters, comma-separated')
      .default(''),
    defaultText: 'generated, stored in credentials.json',
    description:
      'Encrypts the secrets of webhooks and integrations and the passwords of links and dashboards in the database. Comma-separated: ' +
      'the first key encrypts, former keys still decrypt',
    secret: true,
  },
  TRUST_PROXY: {
    schema: integer(0, 16).default(0),
    defaultText: '0',
    description: 'Number of trusted reverse proxies; with 0, forwarding and geolocation headers are ignored',
  },
  ANONYMOUS_LINKS: {
    schema: flag.default(true),
    defaultText: 'true',
    description: 'Whether links can be created without a key (ten a day per client network, deleted after half an hour unless claimed)',
  },
  GEOIP_DATABASE: {
    schema: z.string().optional(),
    defaultText: 'locations are Unknown without proxy headers',
    description: 'Path of an MMDB geolocation database',
  },
  DNS_SERVERS: {
    schema: z
      .string()
      .refine((text) => splitList(text).every(isSocketAddress), 'must be addresses with or without a port, comma-separated')
      .default(''),
    defaultText: 'the system resolvers',
    description: 'DNS servers that verify short domains, comma-separated',
  },
  SHORT_DOMAIN_ADDRESSES: {
    schema: z
      .string()
      .refine((text) => splitList(text).every((one) => isIP(one) > 0), 'must be IP addresses, comma-separated')
      .default(''),
    defaultText: 'the addresses of SHORT_DOMAIN',
    description: 'Addresses that domains without a CNAME record must point to, comma-separated',
  },
  CLICK_ID_PARAM: {
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9_]{1,31}$/, 'must be 2 to 32 lower-case letters, digits or underscores')
      .default('svc_id'),
    defaultText: 'svc_id',
    description: 'Name of the click id query parameter and cookie',
  },
  RESERVED_KEYS: {
    schema: z.string().default(''),
    defaultText: 'none beyond the built-in list',
    description: 'Additional reserved keys of the default short domain, comma-separated',
  },
  BLOCKED_HOSTS: {
    schema: z.string().refine(areHosts, 'must be host names without scheme, port or path, comma-separated').default(''),
    defaultText: 'none',
    description: 'Hosts that links on the default short domain must not point to, including subdomains; comma-separated',
  },
  ALLOW_PRIVATE_TARGETS: {
    schema: flag.default(false),
    defaultText: 'false',
    description: 'Allows outgoing requests to loopback and private addresses (development only)',
  },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:').refine(namesHost, 'must name a host').optional(),
    defaultText: 'emails are written to DATA_DIR/outbox',
    description: 'Mail server, `smtp://user:password@host:587` or `smtps://...`',
    secret: true,
  },
  MAIL_FROM: {
    schema: z.string().regex(/@/, 'must be an email address').optional(),
    defaultText: 'Tributary <no-reply@host of BASE_URL>',
    description: 'Sender of emails',
  },
  CONTACT_EMAIL: {
    schema: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
      .optional(),
    defaultText: 'no contact in the OpenAPI document',
    description: 'Contact address for API users',
  },
  ...providerKeys,
  DOCS_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'BASE_URL/docs/errors',
    description: 'Page that `doc_url` of errors points to',
  },
  LOG_LEVEL: {
    schema: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    defaultText: 'info',
    description: 'Minimum log level',
  },
  LOG_FORMAT: {
    schema: oneOf('json', 'pretty').optional(),
    defaultText: 'pretty on a terminal, otherwise json',
    description: 'Log lines as JSON, or as text for people',
  },
  API_PROCESSES: {
    schema: integer(1, 1024).optional(),
    defaultText: 'one per core',
    description: 'Number of API processes started by PM2 and `dist/api/cluster.js`',
  },
  LINK_CACHE_SIZE: {
    schema: integer(1000, 10_000_000).default(200_000),
    defaultText: '200000',
    description: 'Number of links that an API process keeps in memory, of about 0.4 kB each',
  },
  METRICS_ADDRESS: {
    schema: z.string().refine(isHostAndPort, 'must be a host and a port, such as 127.0.0.1:9464').optional(),
    defaultText: 'metrics at /metrics of the API, none of workers',
    description:
      'Host and port at which a process serves `/metrics` and `/health`; the API then has no `/metrics`. ' +
      'The processes of `dist/api/cluster.js` use consecutive ports',
  },
  WORKER_QUEUES: {
    schema: z
      .string()
      .refine((text) => namesQueues(splitList(text)), `must be all, or a comma-separated list of ${queueNames.join(', ')}`)
      .default('all'),
    defaultText: 'all',
    description: 'Queues of a worker process, comma-separated',
  },
  NODE_ENV: {
    schema: oneOf('development', 'production', 'test').default('production'),
    defaultText: 'production',
    description: 'Outside production, a response that violates its schema is an error',
  },
} satisfies Record<string, ConfigKey>

/** The environment after parsing. */
export type ParsedEnv = { [Key in keyof typeof configKeys]: z.infer<(typeof configKeys)[Key]['schema']> }
