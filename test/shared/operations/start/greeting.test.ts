import test from 'ava'
import { readConfig } from '../../../../shared/kernel/config.js'
import { greeting } from '../../../../shared/operations/start/greeting.js'

const credentials = {
  apiKey: 'svc_key',
  publishableKey: 'svc_pk_key',
  adminApiKey: 'admin',
  cronSecret: 'cron',
  encryptionKey: 'seal',
  workspace: { id: 'ws_1', slug: 'acme' },
}
const greet = (env: Record<string, string>) => greeting(readConfig({ DATA_DIR: '/data', ...env }), credentials, env)

test('the greeting says where everything is, and the keys', (t) => {
  const text = greet({ PORT: '3100' })
  t.regex(text, /API +http:\/\/localhost:3100\n/)
  t.regex(text, /Reference +http:\/\/localhost:3100\/docs\n/)
  t.regex(text, /Queues +http:\/\/localhost:3100\/admin\/queues/)
  t.regex(text, /Short links +http:\/\/localhost:3100\/KEY/)
  t.regex(text, /API key +svc_key\n/)
  t.regex(text, /Publishable key +svc_pk_key\n/)
  t.regex(text, /Admin key +admin\n/)
  t.regex(text, /Kept in +\/data\/credentials\.json/)
})

test('the greeting names what a default serves, and nothing else', (t) => {
  t.regex(greet({}), /No DATABASE_URL +embedded PostgreSQL below DATA_DIR/)
  t.regex(greet({}), /No REDIS_URL/)
  t.notRegex(greet({ DATABASE_URL: 'postgres://a/b', REDIS_URL: 'redis://a', GEOIP_DATABASE: '/x' }), /No [A-Z]/)
})

test('behind a proxy, short links have no port', (t) => {
  t.regex(greet({ BASE_URL: 'https://api.example.com', SHORT_DOMAIN: 'go.example' }), /Short links +https:\/\/go\.example\/KEY/)
})
