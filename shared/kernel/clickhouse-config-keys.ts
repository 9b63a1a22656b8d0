/** Environment variables of the event store in ClickHouse. */
import { z } from 'zod'
import { type ConfigKey, url } from './config-rules.js'

const clickHouseName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be 1 to 64 letters, digits or underscores')

export const clickHouseKeys = {
  CLICKHOUSE_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'events in PostgreSQL',
    description: 'URL of the HTTP interface of a ClickHouse server, for events and analytics. See docs/scaling.md',
    secret: true,
  },
  CLICKHOUSE_USER: { schema: z.string().default('default'), defaultText: 'default', description: 'User of CLICKHOUSE_URL' },
  CLICKHOUSE_PASSWORD: { schema: z.string().default(''), defaultText: 'none', description: 'Password of CLICKHOUSE_USER', secret: true },
  CLICKHOUSE_DATABASE: {
    schema: clickHouseName.default('tributary'),
    defaultText: 'tributary',
    description: 'ClickHouse database of the event tables, created if it is missing',
  },
  CLICKHOUSE_CLUSTER: {
    schema: clickHouseName.optional(),
    defaultText: 'one server',
    description: 'Name of a ClickHouse cluster: tables are replicated, and sharded by workspace',
  },
} satisfies Record<string, ConfigKey>
