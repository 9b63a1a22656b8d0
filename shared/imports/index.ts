/**
 * Imports of links from other link shorteners. One engine runs all imports; a provider is data (`providers/index.ts`). An import is a
 * background operation: its rows that were not imported are the errors of the operation. Links that exist already are never changed.
 */
export { ImportedLinkSchema, ImportParams, ImportSchema, listImportsQuerySchema, StartImport, StartImportParams } from './import.schema.js'
export { findImport, importErrorFile, listImportedLinks, listImports } from './list-imports.js'
export { failImport, runImport } from './run-import.js'
export { runUndoImport, undoImport } from './undo-import.js'
export { startImport } from './start-import.js'
export { runImportJob, undoImportJob } from './jobs.js'
