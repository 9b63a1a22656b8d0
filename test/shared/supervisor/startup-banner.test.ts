import test from 'ava'
import { readConfig } from '../../../shared/kernel/config.js'
import { startupBanner } from '../../../shared/supervisor/startup-banner.js'

const credentials = {
  apiKey: 'svc_key',
  publishableKey: 'svc_pk_key',
  adminApiKey: 'admin',
  cronSecret: 'cron',
  encryptionKey: 'seal',
  workspace: { id: 'ws_1', slug: 'acme' },
}
const signInUrl = 'http://localhost:3000/auth/sign-in?token=once'
const banner = (env: Record<string, string>, isTerminal = true) =>
  startupBanner({ config: readConfig({ DATA_DIR: '/data', ...env }), credentials, signInUrl, env, isTerminal })

test('the banner shows all addresses and keys', (t) => {
  const text = banner({ PORT: '3100' })
  t.regex(text, /Sign in +http:\/\/localhost:3000\/auth\/sign-in\?token=once /)
  t.regex(text, /API +http:\/\/localhost:3100\n/)
  t.regex(text, /Reference +http:\/\/localhost:3100\/docs\n/)
  t.regex(text, /Queues +http:\/\/localhost:3100\/admin\/queues/)
  t.regex(text, /Short links +http:\/\/localhost:3100\/KEY/)
  t.regex(text, /API key +svc_key\n/)
  t.regex(text, /Publishable key +svc_pk_key\n/)
  t.regex(text, /Admin key +admin\n/)
  t.regex(text, /Stored in +\/data\/credentials\.json/)
})

test('the banner names the file instead of the keys when the output is not a terminal', (t) => {
  const text = banner({}, false)
  t.regex(text, /Keys +\/data\/credentials\.json/)
  t.regex(text, /Console +http:\/\/localhost:3000\/console\n/)
  t.regex(text, /Portal +http:\/\/localhost:3000\/portal /)
  for (const key of ['svc_key', 'svc_pk_key', 'admin\n', 'token=']) t.false(text.includes(key), key)
})

test('the banner says that an API key is not known', (t) => {
  const { apiKey: _, ...known } = credentials
  const text = startupBanner({ config: readConfig({}), credentials: known, signInUrl, env: {}, isTerminal: true })
  t.regex(text, /API key +unchanged, stored where it was generated\n/)
})

test('the banner lists the settings that use a built-in default', (t) => {
  t.regex(banner({}), /No DATABASE_URL +embedded PostgreSQL in DATA_DIR/)
  t.regex(banner({}), /No REDIS_URL/)
  t.notRegex(banner({ DATABASE_URL: 'postgres://a/b', REDIS_URL: 'redis://a', GEOIP_DATABASE: '/x' }), /No [A-Z]/)
})

test('short links have no port behind a proxy', (t) => {
  t.regex(banner({ BASE_URL: 'https://api.example.com', SHORT_DOMAIN: 'go.example' }), /Short links +https:\/\/go\.example\/KEY/)
})
