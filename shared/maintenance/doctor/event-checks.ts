/** Which store holds the events, and whether ClickHouse answers. */
import { connectClickHouse } from '../../clickhouse/index.js'
import type { ClickHouseAddress } from '../../kernel/config.js'
import { connectionMessage } from '../../kernel/connection-message.js'
import { type EventDatabase, readEventStore, type StoreState } from '../../tracking/index.js'
import type { DoctorContext, Finding } from './checks.js'

/** The oldest version that docs/scaling.md names. */
const oldestVersion = '25.8'

const labels: Record<EventDatabase, string> = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' }

/** Creates missing tables in ClickHouse, as every process does that uses it. */
export async function checkEvents({ config, pool }: DoctorContext): Promise<Finding[]> {
  const store = await readEventStore(pool)
  if (config.clickHouse) return [await serverFinding(config.clickHouse), placeFinding(store)]
  if (store?.name !== 'clickhouse') return [{ state: 'good', found: 'in PostgreSQL' }]
  return [{ state: 'bad', found: 'in ClickHouse, whose address is not known', advice: 'Set CLICKHOUSE_URL for all processes.' }]
}

async function serverFinding(address: ClickHouseAddress): Promise<Finding> {
  const clickHouse = connectClickHouse(address)
  try {
    const [server] = await clickHouse.query<{ version: string }>({ text: 'select version() as version' })
    const version = server?.version ?? 'of an unknown version'
    const isSupported = version.localeCompare(oldestVersion, 'en', { numeric: true }) >= 0
    const found = `ClickHouse ${version} answers`
    return isSupported ? { state: 'good', found } : { state: 'bad', found, advice: `Run ClickHouse ${oldestVersion} or newer.` }
  } catch (error) {
    return {
      state: 'bad',
      found: `ClickHouse does not answer: ${connectionMessage((error as Error).cause ?? error)}`,
      advice: 'Start it, or correct CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.',
    }
  } finally {
    await clickHouse.close()
  }
}

function placeFinding(store: StoreState | undefined): Finding {
  if (!store) return { state: 'good', found: 'in PostgreSQL if there are any, because no process has used ClickHouse yet' }
  const { name, movingTo } = store
  if (!movingTo) return { state: 'good', found: `in ${labels[name]}` }
  return {
    state: 'warning',
    found: `in ${labels[name]}, and moving to ${labels[movingTo]}`,
    advice: `Unless the move is running, run \`npm run events:move -- ${movingTo}\` again; \`npm run events:move -- cancel\` gives it up.`,
  }
}
