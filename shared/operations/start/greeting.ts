/** What the terminal shows when everything runs. */
import { type Config, configKeys } from '../../kernel/config.js'
import { type Credentials, credentialsPath } from '../../kernel/credentials.js'

/** Keys without which a built-in default serves that a bigger installation replaces. */
const replaceable = ['DATABASE_URL', 'REDIS_URL', 'GEOIP_DATABASE'] as const

export function greeting(config: Config, credentials: Credentials, env: Record<string, string | undefined>): string {
  const sections: [string, string][][] = [
    [
      ['API', config.baseUrl],
      ['Reference', `${config.baseUrl}/docs`],
      ['Description', `${config.baseUrl}/api`],
      ['Queues', `${config.baseUrl}/admin/queues (any user name, the admin key as password)`],
      ['Short links', shortLinks(config)],
    ],
    [
      ['Workspace', `${credentials.workspace.slug} (${credentials.workspace.id})`],
      ['API key', credentials.apiKey],
      ['Publishable key', credentials.publishableKey],
      ['Admin key', credentials.adminApiKey],
      ['Kept in', credentialsPath(config.dataDir)],
    ],
    replaceable.filter((key) => !env[key]).map((key): [string, string] => [`No ${key}`, configKeys[key].fallback]),
  ]
  const width = Math.max(...sections.flat().map(([label]) => label.length))
  const texts = sections
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n'))
  return ['Tributary is ready. Ctrl-C stops it.', ...texts].join('\n\n')
}

/** The default short domain is reached at the port of the API, unless a proxy stands in front. */
function shortLinks({ baseUrl, shortDomain }: Config): string {
  const { protocol, hostname, port } = new URL(baseUrl)
  return `${protocol}//${shortDomain}${shortDomain === hostname && port ? `:${port}` : ''}/KEY`
}
