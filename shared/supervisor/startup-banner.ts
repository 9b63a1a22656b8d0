/** The text that `npm start` prints when all processes are ready. */
import { configKeys } from '../kernel/config-keys.js'
import type { Config } from '../kernel/config.js'
import { credentialsPath, type KnownCredentials } from '../kernel/credentials.js'

/** Settings whose built-in defaults larger installations replace. */
const replaceable = ['DATABASE_URL', 'REDIS_URL', 'GEOIP_DATABASE'] as const

export interface BannerOptions {
  config: Config
  credentials: KnownCredentials
  /** Signs the owner in to the console, once. */
  signInUrl: string | null
  env: Record<string, string | undefined>
  /** Whether the output is a terminal. Elsewhere it may be stored, so it contains no keys. */
  isTerminal: boolean
}

export function startupBanner({ config, credentials, signInUrl, env, isTerminal }: BannerOptions): string {
  const sections: [string, string][][] = [
    [
      isTerminal && signInUrl ? ['Sign in', `${signInUrl} (once, within a day)`] : ['Console', `${config.baseUrl}/console`],
      ['Portal', `${config.baseUrl}/portal (of your partners)`],
    ],
    [
      ['API', config.baseUrl],
      ['Reference', `${config.baseUrl}/docs`],
      ['OpenAPI', `${config.baseUrl}/api`],
      ['Queues', `${config.baseUrl}/admin/queues (any user name, admin key as password)`],
      ['Short links', shortLinks(config)],
    ],
    [
      ['Workspace', `${credentials.workspace.slug} (${credentials.workspace.id})`],
      ...(isTerminal ? keys(credentials) : []),
      [isTerminal ? 'Stored in' : 'Keys', credentialsPath(config.dataDir)],
    ],
    replaceable.filter((key) => !env[key]).map((key): [string, string] => [`No ${key}`, configKeys[key].defaultText]),
  ]
  const width = Math.max(...sections.flat().map(([label]) => label.length))
  const paragraphs = sections
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n'))
  return ['Tributary is ready. Ctrl-C stops it.', ...paragraphs].join('\n\n')
}

const keys = ({ apiKey, publishableKey, adminApiKey }: KnownCredentials): [string, string][] => [
  ['API key', apiKey ?? 'unchanged, stored where it was generated'],
  ['Publishable key', publishableKey],
  ['Admin key', adminApiKey],
]

/** The address of short links: the default short domain, at the port of the API unless a proxy is in front. */
function shortLinks({ baseUrl, shortDomain }: Config): string {
  const { protocol, hostname, port } = new URL(baseUrl)
  return `${protocol}//${shortDomain}${shortDomain === hostname && port ? `:${port}` : ''}/KEY`
}
