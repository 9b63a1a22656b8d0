/**
 * The event tables of ClickHouse. Clicks never change and are inserted in blocks, each once. Leads and sales change (they are moved to
 * other links and customers, and deleted), so a row with a higher version replaces the former one; queries read them with `final`.
 */
import { hashedColumns, textHashSql } from './text-hashes.js'

export const eventTableNames = ['clicks', 'leads', 'sales'] as const
export type EventTableName = (typeof eventTableNames)[number]

/** `texts` holds what the hashes of clicks stand for. */
export const tableNames = [...eventTableNames, 'texts'] as const
export type TableName = (typeof tableNames)[number]

interface Table {
  /** Column -> type with codec. */
  columns: Readonly<Record<string, string>>
  /** Expressions that are not inserted. */
  extras?: readonly string[]
  /** Name and parameters of the engine. */
  engine: readonly ['MergeTree'] | readonly ['ReplacingMergeTree', ...string[]]
  partition?: string
  order: string
}

const byTime = { partition: 'toYYYYMM(timestamp)', order: 'workspace_id, timestamp, id' }
const latestVersion = ['ReplacingMergeTree', 'version', 'is_deleted'] as const

const repeated = 'LowCardinality(String)'
const text = 'String codec(ZSTD(3))'
/** All queries read the timestamps of a span: T64 is decoded twice as fast as Delta with ZSTD, for 2 to 3 bytes more. */
const instant = "DateTime64(3, 'UTC') codec(T64)"

/** Columns that clicks, leads and sales have. */
const commonColumns = {
  workspace_id: repeated,
  domain: repeated,
  key: `${repeated} codec(ZSTD(3))`,
  /** The first eight bytes of the hash of IP address and user agent. */
  visitor: 'UInt64 codec(ZSTD(1))',
  ip: text,
  continent: repeated,
  country: repeated,
  region: repeated,
  city: repeated,
  latitude: repeated,
  longitude: repeated,
  device: repeated,
  device_vendor: repeated,
  device_model: repeated,
  browser: repeated,
  browser_version: repeated,
  engine: repeated,
  engine_version: repeated,
  os: repeated,
  os_version: repeated,
  cpu_architecture: repeated,
  ua: `${repeated} codec(ZSTD(3))`,
  referer: repeated,
  referer_url: `${repeated} codec(ZSTD(3))`,
  trigger: repeated,
  utm_source: repeated,
  utm_medium: repeated,
  utm_campaign: repeated,
  utm_term: repeated,
  utm_content: repeated,
}

const conversionColumns = {
  id: text,
  timestamp: instant,
  ...commonColumns,
  link_id: `${repeated} codec(ZSTD(3))`,
  url: `${repeated} codec(ZSTD(3))`,
  base_url: `${repeated} codec(ZSTD(3))`,
  click_id: text,
  clicked_at: instant,
  customer_id: text,
  event_name: repeated,
  /** JSON text. */
  metadata: 'Nullable(String) codec(ZSTD(3))',
  /** The text at each path of the metadata, for conditions. */
  metadata_texts: 'Map(String, String) codec(ZSTD(3))',
  attributed_by: `LowCardinality(Nullable(String))`,
  version: 'UInt64',
  is_deleted: 'UInt8',
}

/** The hash of a column, which the server computes. Hashes hardly compress. */
const hashOf = (column: string) => `UInt64 default ${textHashSql(column)} codec(ZSTD(1))`

/** Texts that are inserted and not stored, and their hashes. */
const hashes = Object.entries(hashedColumns).flatMap(([column, name]) => [
  [column, 'String ephemeral'],
  [name, hashOf(column)],
])

export const tables: Record<TableName, Table> = {
  clicks: {
    columns: { id: text, timestamp: instant, ...commonColumns, ...Object.fromEntries(hashes) },
    extras: ['index click_id id type bloom_filter(0.01) granularity 1'],
    engine: ['MergeTree'],
    ...byTime,
  },
  leads: {
    columns: { ...conversionColumns, named_click_id: 'Nullable(String)', named_clicked_at: "Nullable(DateTime64(3, 'UTC'))" },
    engine: latestVersion,
    ...byTime,
  },
  sales: {
    columns: {
      ...conversionColumns,
      amount: 'Int64',
      currency: repeated,
      original_amount: 'Int64',
      original_currency: repeated,
      payment_processor: repeated,
      invoice_id: 'Nullable(String)',
      /** What the row adds to the number of sales: -1, 0 or 1. */
      sales: 'Int8',
      recurring: 'UInt8',
      refund_of: 'Nullable(String)',
    },
    engine: latestVersion,
    ...byTime,
  },
  texts: {
    columns: { workspace_id: repeated, hash: hashOf('text'), text },
    engine: ['ReplacingMergeTree'],
    order: 'workspace_id, hash',
  },
}

/** Where the tables are created. */
export interface Topology {
  database: string
  /** Undefined: one server. */
  cluster?: string | undefined
  /** Whether the tables of a cluster are created on all of its servers and replicated. Off in tests: the embedded engine has no replicas. */
  replicated: boolean
}

/** The table with the rows of one server. */
const localTable = ({ cluster }: Pick<Topology, 'cluster'>, name: TableName) => (cluster ? `${name}_local` : name)

/** Clause of statements that every server of a cluster executes. */
const onCluster = ({ cluster, replicated }: Topology) => (cluster && replicated ? `on cluster ${cluster}` : '')

/**
 * Number of most recent blocks of a table that are recognised when they are sent again: more than are inserted between a block and the last
 * attempt to send it.
 */
const deduplicationWindow = 10_000
const deduplicationSeconds = 30 * 24 * 3600

/**
 * Blocks of a thousand rows are merged when they are together ten times as large as the largest of them. With the server's default, five,
 * merges take a third of the CPU time of inserts and leave no fewer parts.
 */
const mergeBase = 10

/** Statements that create the database and its tables where they are missing. */
export function createStatements(topology: Topology): string[] {
  const { database, cluster } = topology
  return [
    `create database if not exists ${database} ${onCluster(topology)}`,
    ...tableNames.flatMap((name) => [
      createLocalTable(topology, name),
      // Rows of a workspace are on one shard, so that a query for a workspace needs no other.
      ...(cluster
        ? [
            `create table if not exists ${database}.${name} ${onCluster(topology)} as ${database}.${localTable(topology, name)}
               engine = Distributed(${cluster}, ${database}, ${localTable(topology, name)}, cityHash64(workspace_id))`,
          ]
        : []),
    ]),
  ]
}

function createLocalTable(topology: Topology, name: TableName): string {
  const {
    columns,
    extras = [],
    engine: [engine, ...parameters],
    partition,
    order,
  } = tables[name]
  const isReplicated = topology.cluster !== undefined && topology.replicated
  const path = isReplicated ? [`'/clickhouse/tables/{shard}/${topology.database}/${name}'`, `'{replica}'`] : []
  const settings = isReplicated
    ? `replicated_deduplication_window = ${deduplicationWindow}, replicated_deduplication_window_seconds = ${deduplicationSeconds}`
    : `non_replicated_deduplication_window = ${deduplicationWindow}`
  return `create table if not exists ${topology.database}.${localTable(topology, name)} ${onCluster(topology)} (
      ${[...Object.entries(columns).map(([column, type]) => `\`${column}\` ${type}`), ...extras].join(',\n      ')}
    ) engine = ${isReplicated ? 'Replicated' : ''}${engine}(${[...path, ...parameters].join(', ')})
    ${partition ? `partition by ${partition}` : ''}
    order by (${order})
    settings ${settings}, merge_selector_base = ${mergeBase}`
}

/** The first line of the content names its columns; rows may be missing. */
export function insertStatement(name: TableName, content: string): string {
  const [names = ''] = content.split('\n', 1)
  const columns: string[] = JSON.parse(names)
  return `insert into ${name} (${columns.map((column) => `\`${column}\``).join()}) format JSONCompactEachRowWithNames`
}

/** Changes or deletes rows in the local tables of all servers: a distributed table refuses that. */
export const changeStatement = (topology: Topology, name: TableName, change: string) =>
  `alter table ${localTable(topology, name)} ${onCluster(topology)} ${change}`

export const truncateStatement = (topology: Topology, name: TableName) =>
  `truncate table ${topology.database}.${localTable(topology, name)} ${onCluster(topology)}`
