/**
 * ClickHouse as the store of events: connection, tables and inserts. `tracking` writes clicks, leads and sales to it, `analytics` reads
 * them. PostgreSQL remains the store of everything else, and the default for events.
 */
export { type ClickHouse, clickHouseOf, type ClickHouseQuery, connectClickHouse, type InsertedBlock } from './client.js'
export { metadataPath, metadataTextsSql } from './metadata-texts.queries.js'
export { blockContent } from './block-content.js'
export { createStatements, type EventTableName, eventTableNames, eventTables, type Topology } from './tables.queries.js'
