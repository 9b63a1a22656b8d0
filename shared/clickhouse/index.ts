/**
 * ClickHouse as the store of events: connection, tables and inserts. `tracking` writes clicks, leads and sales to it, `analytics` reads
 * them. PostgreSQL remains the store of everything else, and the default for events.
 */
export { type ClickHouse, clickHouseOf, type ClickHouseQuery, connectClickHouse, type InsertedBlock } from './client.js'
export { metadataPath, metadataTextsSql } from './metadata-texts.queries.js'
export { invalidateInsertedTexts, insertTexts, type TextRow } from './insert-texts.js'
export { findTexts } from './texts.queries.js'
export { hashedColumns, type HashedColumn, isHashed, textHash, textHashSql } from './text-hashes.js'
export { blockContent, blockOfValues } from './block-content.js'
export { createStatements, type EventTableName, type TableName, tableNames, tables, type Topology } from './tables.queries.js'
